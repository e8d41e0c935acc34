-- Delivered alerts that delete_old would take in the end.
-- binds: age (microseconds)
-- index: idx_due
-- locks: none
SELECT COUNT(*) FROM t_alert WHERE sent_at < {now - :age}
