-- Takes a named lock of this connection. SQLite never asks.
-- binds: name, seconds
-- index: none
-- locks: the name
SELECT GET_LOCK(:name, :seconds)
