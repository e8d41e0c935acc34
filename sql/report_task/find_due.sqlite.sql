-- The tasks whose retry is due, the longest due first. Asked before the write lock is taken.
-- binds: reports (names with a comma between), count
-- index: idx_retry
-- locks: none
SELECT id FROM t_report_task
WHERE status = 'RETRY_WAIT' AND next_retry_at <= {now} AND instr(',' || :reports || ',', ',' || report || ',') > 0
ORDER BY next_retry_at LIMIT :count
