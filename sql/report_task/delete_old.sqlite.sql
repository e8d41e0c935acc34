-- Removes old records of one terminal state, the oldest first; a record that still names a file stays.
-- binds: age (microseconds), status, count
-- index: idx_status_updated
-- locks: the database
DELETE FROM t_report_task WHERE id IN (
  SELECT id FROM t_report_task
  WHERE status = :status AND updated_at < {now - :age} AND file_path IS NULL ORDER BY updated_at LIMIT :count)
