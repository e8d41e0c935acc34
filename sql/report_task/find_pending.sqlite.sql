-- The tasks that a claim would take first. Asked before the write lock is taken.
-- binds: reports (names with a comma between), count
-- index: idx_claim
-- locks: none
SELECT id FROM t_report_task
WHERE status = 'PENDING' AND (not_before IS NULL OR not_before <= {now})
  AND instr(',' || :reports || ',', ',' || report || ',') > 0
ORDER BY priority, id LIMIT :count
