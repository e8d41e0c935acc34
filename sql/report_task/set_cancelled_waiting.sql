-- A cancel of a task that nobody runs: at once.
-- binds: id
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'FAILED', cancel_requested = 1, error_msg = 'cancelled', checkpoint = NULL, next_retry_at = NULL,
    finished_at = {now}, updated_at = {now}
WHERE id = :id AND status IN ('PENDING', 'RETRY_WAIT')
