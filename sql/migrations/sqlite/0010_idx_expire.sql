CREATE INDEX IF NOT EXISTS idx_expire ON t_report_task (expired_at, expire_at)
