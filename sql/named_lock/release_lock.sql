-- Gives a named lock back. SQLite never asks.
-- binds: name
-- index: none
-- locks: none
SELECT RELEASE_LOCK(:name)
