-- Leases: one row a name, made apart and never removed, so that the fence only rises.
CREATE TABLE IF NOT EXISTS t_job_lock (
  job_name     VARCHAR(128)  NOT NULL PRIMARY KEY,
  owner        VARCHAR(128)  NULL,
  token        CHAR(32)      NULL,
  locked_until DATETIME(6)   NULL,
  fence        BIGINT        NOT NULL DEFAULT 0,
  acquired_at  DATETIME(6)   NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
