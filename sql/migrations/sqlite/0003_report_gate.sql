-- Holds one row as in MySQL; in SQLite BEGIN IMMEDIATE is the lock itself.
CREATE TABLE IF NOT EXISTS t_report_gate (
  id INTEGER NOT NULL PRIMARY KEY
)
