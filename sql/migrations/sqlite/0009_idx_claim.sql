CREATE INDEX IF NOT EXISTS idx_claim ON t_report_task (status, priority, id)
