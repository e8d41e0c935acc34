CREATE INDEX IF NOT EXISTS idx_status_updated ON t_report_task (status, updated_at)
