-- Running tasks without a heartbeat since before :age.
-- binds: age (microseconds), after (an id), count
-- index: idx_status_updated or idx_claim, sorts the running tasks: few. Not PRIMARY (+ 0), which would walk every task there is
-- locks: none
SELECT {include columns} FROM t_report_task
WHERE status = 'RUNNING' AND heartbeat_at < {now - :age} AND id + 0 > :after
ORDER BY id + 0 LIMIT :count
