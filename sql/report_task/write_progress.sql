-- Progress of a claim, and with it its heartbeat; progress never falls and stops at 99. An attempt
-- that comes further than any before it clears the counts of crashes and interruptions. It matches nothing once
-- a cancel was asked for.
-- binds: progress, total_rows, written_rows, id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET progress = GREATEST(progress, :progress), total_rows = :total_rows, written_rows = :written_rows,
    crash_count = CASE WHEN :written_rows > COALESCE(reached_rows, 0) THEN 0 ELSE crash_count END,
    interrupt_count = CASE WHEN :written_rows > COALESCE(reached_rows, 0) THEN 0 ELSE interrupt_count END,
    reached_rows = GREATEST(COALESCE(reached_rows, 0), :written_rows),
    heartbeat_at = {now}, updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token AND cancel_requested = 0
