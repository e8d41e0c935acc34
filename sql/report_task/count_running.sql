-- Tasks that run now, on all hosts.
-- binds: none
-- index: idx_status_updated or idx_claim
-- locks: none; exact while the gate is held
SELECT COUNT(*) FROM t_report_task WHERE status = 'RUNNING'
