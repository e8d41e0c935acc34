-- Is there a table of that name: not a view, nor a derived table of the query itself? SQLite never asks.
-- binds: database, table
-- index: none, the server's dictionary
-- locks: none
SELECT table_name FROM information_schema.tables
WHERE table_schema = :database AND table_name = :table AND table_type = 'BASE TABLE'
