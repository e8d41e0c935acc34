-- Does nobody hold a named lock? SQLite never asks.
-- binds: name
-- index: none
-- locks: none
SELECT IS_FREE_LOCK(:name)
