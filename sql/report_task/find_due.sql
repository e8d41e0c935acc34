-- The tasks whose retry is due, the longest due first. Asked before the gate is taken.
-- binds: reports (names with a comma between), count
-- index: idx_retry
-- locks: none
SELECT id FROM t_report_task
WHERE status = 'RETRY_WAIT' AND next_retry_at <= {now} AND FIND_IN_SET(report, :reports) > 0
ORDER BY next_retry_at LIMIT :count
