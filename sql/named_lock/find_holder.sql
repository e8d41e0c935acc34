-- The connection that holds a named lock, or NULL. SQLite never asks.
-- binds: name
-- index: none
-- locks: none
SELECT IS_USED_LOCK(:name)
