-- Is there a task whose retry is due? Asked before the gate is taken.
-- binds: reports (names with a comma between)
-- index: idx_retry
-- locks: none
SELECT id FROM t_report_task
WHERE status = 'RETRY_WAIT' AND next_retry_at <= {now} AND FIND_IN_SET(report, :reports) > 0
ORDER BY next_retry_at LIMIT 1
