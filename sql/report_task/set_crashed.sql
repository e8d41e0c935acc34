-- The claimer is gone, or its task stands still and shall be tried again: due now, one crash more.
-- binds: crashes (the new crash_count), error_msg, age (microseconds), id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'RETRY_WAIT', crash_count = :crashes, next_retry_at = {now}, error_msg = :error_msg, updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token AND cancel_requested = 0 AND heartbeat_at < {now - :age}
