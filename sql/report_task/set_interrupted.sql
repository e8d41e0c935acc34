-- Hands the work back: due now, and no retry is spent.
-- binds: interrupts (the new interrupt_count), error_msg, id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'RETRY_WAIT', interrupt_count = :interrupts, next_retry_at = {now}, error_msg = :error_msg,
    updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token
