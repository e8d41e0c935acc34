-- A permanent failure, or retries used up. Not once a cancel was asked for.
-- binds: error_msg, id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'FAILED', error_msg = :error_msg, checkpoint = NULL, next_retry_at = NULL, finished_at = {now},
    updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token AND cancel_requested = 0
