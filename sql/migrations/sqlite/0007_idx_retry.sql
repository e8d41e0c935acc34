CREATE INDEX IF NOT EXISTS idx_retry ON t_report_task (status, next_retry_at)
