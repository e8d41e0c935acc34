-- A step is about to be taken.
-- binds: version, name
-- index: PRIMARY
-- locks: the row
INSERT INTO t_schema_migration (version, name, begun_at) VALUES (:version, :name, {now})
