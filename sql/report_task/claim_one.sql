-- Claims one named task that waits, due or not: an operator asked for it.
-- binds: token, worker, id
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'RUNNING', run_token = :token, worker = :worker, heartbeat_at = {now}, started_at = {now},
    progress = 0, total_rows = NULL, written_rows = NULL, error_msg = NULL, next_retry_at = NULL, updated_at = {now}
WHERE id = :id AND status IN ('PENDING', 'RETRY_WAIT')
