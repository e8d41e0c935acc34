-- Records that delete_old would take in the end.
-- binds: age (microseconds), status
-- index: idx_status_updated
-- locks: none
SELECT COUNT(*) FROM t_report_task WHERE status = :status AND updated_at < {now - :age} AND file_path IS NULL
