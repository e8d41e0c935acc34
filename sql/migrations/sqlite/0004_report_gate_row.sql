INSERT OR IGNORE INTO t_report_gate (id) VALUES (1)
