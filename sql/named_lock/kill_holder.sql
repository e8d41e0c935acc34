-- Ends a connection of this user, and with it its named locks. SQLite never asks.
-- binds: id (of the connection)
-- index: none
-- locks: none
KILL CONNECTION :id
