-- What was done to this database, step by step; a step that was begun and not done was interrupted.
CREATE TABLE IF NOT EXISTS t_schema_migration (
  version  INT          NOT NULL PRIMARY KEY,
  name     VARCHAR(64)  NOT NULL,
  begun_at DATETIME(6)  NOT NULL,
  done_at  DATETIME(6)  NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
