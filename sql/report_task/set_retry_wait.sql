-- A transient failure with retries left: due again after the backoff. Not once a cancel was asked for.
-- binds: delay (microseconds), error_msg, id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'RETRY_WAIT', retry_count = retry_count + 1, next_retry_at = {now + :delay}, error_msg = :error_msg,
    updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token AND cancel_requested = 0
