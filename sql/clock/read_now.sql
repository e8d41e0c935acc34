-- The database's clock, the only one that is compared with.
-- binds: none
-- index: none
-- locks: none
SELECT {now}
