-- Leases: one row a name, made apart and never removed, so that the fence only rises. All holders are
-- on one host: boot_id and its CLOCK_BOOTTIME in microseconds decide, the two times are for people.
CREATE TABLE IF NOT EXISTS t_job_lock (
  job_name      TEXT NOT NULL PRIMARY KEY,
  owner         TEXT NULL,
  token         TEXT NULL,
  locked_until  TEXT NULL,
  fence         INTEGER NOT NULL DEFAULT 0,
  acquired_at   TEXT NULL,
  boot_id       TEXT NULL,
  boot_acquired INTEGER NULL,
  boot_until    INTEGER NULL
)
