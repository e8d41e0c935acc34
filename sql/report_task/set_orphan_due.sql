-- An orphan goes the way of the retries: due now.
-- binds: age (microseconds), id
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task SET status = 'RETRY_WAIT', next_retry_at = {now}, updated_at = {now}
WHERE id = :id AND status = 'PENDING' AND COALESCE(not_before, created_at) < {now - :age}
