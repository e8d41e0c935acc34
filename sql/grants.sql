-- Least privilege for the three users. Replace the database name (appdb), the hosts and the
-- passwords; run as an administrator. The programs never need more. The order: CREATE DATABASE, the migrator's
-- two statements, db-migrate as the migrator, then the rest, which names tables.

-- The migrator runs db-migrate at an upgrade, and nothing else.
CREATE USER IF NOT EXISTS 'oneshot_migrator'@'%' IDENTIFIED BY 'change-me-1';
GRANT SELECT, INSERT, UPDATE, CREATE, ALTER, INDEX, DROP, REFERENCES ON appdb.* TO 'oneshot_migrator'@'%';

-- The runner is --db of every other program: its own tables, row by row.
CREATE USER IF NOT EXISTS 'oneshot_runner'@'%' IDENTIFIED BY 'change-me-2';
GRANT SELECT, INSERT, UPDATE, DELETE ON appdb.t_report_task TO 'oneshot_runner'@'%';
GRANT SELECT, UPDATE ON appdb.t_report_gate TO 'oneshot_runner'@'%';
GRANT SELECT, INSERT, UPDATE, DELETE ON appdb.t_alert TO 'oneshot_runner'@'%';
GRANT SELECT, INSERT, UPDATE ON appdb.t_job_lock TO 'oneshot_runner'@'%';
GRANT SELECT ON appdb.t_schema_migration TO 'oneshot_runner'@'%';

-- The reader is --data-db: what the reports read, and nothing that writes.
CREATE USER IF NOT EXISTS 'oneshot_reader'@'%' IDENTIFIED BY 'change-me-3';
GRANT SELECT ON appdb.* TO 'oneshot_reader'@'%';

-- An application that inserts task rows in its own transaction (export-submit --emit-sql) needs:
--   GRANT INSERT ON appdb.t_report_task TO 'app'@'%';
