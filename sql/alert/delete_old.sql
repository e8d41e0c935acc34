-- Removes alerts that were delivered long ago, the oldest first.
-- binds: age (microseconds), count
-- index: idx_due
-- locks: the rows that it removes
DELETE FROM t_alert WHERE sent_at < {now - :age} ORDER BY sent_at LIMIT :count
