-- A cancel that the claimer did not live to see.
-- binds: age (microseconds), id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'FAILED', error_msg = 'cancelled', checkpoint = NULL, next_retry_at = NULL, finished_at = {now},
    updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token AND cancel_requested = 1 AND heartbeat_at < {now - :age}
