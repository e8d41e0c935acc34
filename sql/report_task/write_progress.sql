-- Progress of a claim, and with it its heartbeat; progress never falls and stops at 99.
-- binds: progress, total_rows, written_rows, id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET progress = GREATEST(progress, :progress), total_rows = :total_rows, written_rows = :written_rows,
    heartbeat_at = {now}, updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token
