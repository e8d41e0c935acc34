-- The tasks that a claim would take first. Asked before the gate is taken.
-- binds: reports (names with a comma between), count
-- index: idx_claim
-- locks: none
SELECT id FROM t_report_task
WHERE status = 'PENDING' AND (not_before IS NULL OR not_before <= {now}) AND FIND_IN_SET(report, :reports) > 0
ORDER BY priority, id LIMIT :count
