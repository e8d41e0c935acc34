-- Finished tasks whose file has been kept long enough.
-- binds: age (microseconds, what the clock is moved back by), after (an id), count
-- index: idx_expire, sorts those that are due: few. Not PRIMARY (+ 0), which would walk every task there is
-- locks: none
SELECT {include columns} FROM t_report_task
WHERE expired_at IS NULL AND expire_at < {now - :age} AND status = 'SUCCESS' AND file_path IS NOT NULL AND id + 0 > :after
ORDER BY id + 0 LIMIT :count
