-- No heartbeat for too long, whoever claims it: dead.
-- binds: error_msg, age (microseconds), id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'TIMEOUT', error_msg = :error_msg, checkpoint = NULL, next_retry_at = NULL, finished_at = {now},
    updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token AND cancel_requested = 0 AND heartbeat_at < {now - :age}
