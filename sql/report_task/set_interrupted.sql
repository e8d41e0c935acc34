-- Hands the work back: due now, and no retry is spent.
-- binds: error_msg, id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'RETRY_WAIT', interrupt_count = interrupt_count + 1, next_retry_at = {now}, error_msg = :error_msg,
    updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token
