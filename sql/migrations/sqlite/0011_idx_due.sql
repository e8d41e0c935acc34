CREATE INDEX IF NOT EXISTS idx_due ON t_alert (sent_at, next_try_at)
