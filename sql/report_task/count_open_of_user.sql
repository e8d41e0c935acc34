-- One user's tasks that take a place in the queue.
-- binds: user_id
-- index: idx_status_updated or idx_user_created
-- locks: none; exact while the gate is held
SELECT COUNT(*) FROM t_report_task WHERE status IN ('PENDING', 'RUNNING', 'RETRY_WAIT') AND user_id = :user_id
