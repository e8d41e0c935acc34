-- Removes old records of one terminal state, the oldest first; a record that still names a file stays.
-- binds: age (microseconds), status, count
-- index: idx_status_updated, by status in ORDER BY as in claim_pending
-- locks: the rows that it removes
DELETE FROM t_report_task
WHERE status = :status AND updated_at < {now - :age} AND file_path IS NULL ORDER BY status, updated_at LIMIT :count
