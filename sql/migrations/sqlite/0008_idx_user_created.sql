CREATE INDEX IF NOT EXISTS idx_user_created ON t_report_task (user_id, created_at)
