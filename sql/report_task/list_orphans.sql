-- Tasks that nobody has claimed for long: queued, and due since before :age.
-- binds: age (microseconds), after (an id), count
-- index: idx_status_updated or idx_claim, sorts the queue: few. Not PRIMARY (+ 0), which would walk every task there is
-- locks: none
SELECT {include columns} FROM t_report_task
WHERE status = 'PENDING' AND COALESCE(not_before, created_at) < {now - :age} AND id + 0 > :after
ORDER BY id + 0 LIMIT :count
