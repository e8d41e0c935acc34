-- Hands the work back: due now, and no retry is spent. Not once a cancel was asked for, nor when it was handed
-- back too often without getting further.
-- binds: error_msg, id, token, most
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'RETRY_WAIT', interrupt_count = interrupt_count + 1, next_retry_at = {now}, error_msg = :error_msg,
    updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token AND cancel_requested = 0
  AND interrupt_count + 1 < :most
