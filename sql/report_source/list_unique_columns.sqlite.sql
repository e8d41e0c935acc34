-- The columns of a table's unique indexes, and whether each may be NULL; the primary key of a rowid
-- table is an index of its own here.
-- binds: table
-- index: none, the schema
-- locks: none
SELECT 'rowid', c.name, 'NO' FROM pragma_table_info(:table) c
WHERE c.pk = 1 AND upper(c.type) = 'INTEGER' AND (SELECT COUNT(*) FROM pragma_table_info(:table) p WHERE p.pk > 0) = 1
UNION ALL
SELECT i.name, x.name, CASE WHEN c.[notnull] = 1 OR (c.pk > 0 AND t.wr = 1) THEN 'NO' ELSE 'YES' END
FROM pragma_index_list(:table) i JOIN pragma_index_info(i.name) x
LEFT JOIN pragma_table_info(:table) c ON c.name = x.name
LEFT JOIN pragma_table_list(:table) t
WHERE i.[unique] = 1 AND i.partial = 0
