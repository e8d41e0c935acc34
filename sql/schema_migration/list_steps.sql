-- Which steps were begun and done.
-- binds: none
-- index: PRIMARY
-- locks: none
SELECT version, name, begun_at, done_at FROM t_schema_migration ORDER BY version
