-- A step was taken.
-- binds: version
-- index: PRIMARY
-- locks: the row
UPDATE t_schema_migration SET done_at = {now} WHERE version = :version
