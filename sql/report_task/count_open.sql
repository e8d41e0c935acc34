-- Tasks that take a place in the queue.
-- binds: none
-- index: idx_status_updated or idx_claim
-- locks: none; exact while the gate is held
SELECT COUNT(*) FROM t_report_task WHERE status IN ('PENDING', 'RUNNING', 'RETRY_WAIT')
