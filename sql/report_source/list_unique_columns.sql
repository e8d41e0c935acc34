-- The columns of a table's unique indexes, and whether each may be NULL.
-- binds: database, table
-- index: none, the server's dictionary
-- locks: none
SELECT index_name, column_name, CASE WHEN nullable = 'YES' THEN 'YES' ELSE 'NO' END
FROM information_schema.statistics
WHERE table_schema = :database AND table_name = :table AND non_unique = 0
ORDER BY index_name, seq_in_index
