-- What was done to this database, step by step; a step that was begun and not done was interrupted.
CREATE TABLE IF NOT EXISTS t_schema_migration (
  version  INTEGER NOT NULL PRIMARY KEY,
  name     TEXT NOT NULL,
  begun_at TEXT NOT NULL,
  done_at  TEXT NULL
)
