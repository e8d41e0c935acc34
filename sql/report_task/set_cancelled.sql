-- The claimer has seen the cancel.
-- binds: id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'FAILED', error_msg = 'cancelled', checkpoint = NULL, next_retry_at = NULL, finished_at = {now},
    updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token AND cancel_requested = 1
