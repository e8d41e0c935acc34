-- Running tasks without a heartbeat since before :age.
-- binds: age (microseconds), after (an id), count
-- index: idx_status_updated or idx_claim
-- locks: none
SELECT {include columns} FROM t_report_task
WHERE status = 'RUNNING' AND heartbeat_at < {now - :age} AND id > :after
ORDER BY id LIMIT :count
