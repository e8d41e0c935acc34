-- BEGIN IMMEDIATE has locked the whole database already; this only reads the row.
-- binds: none
-- index: PRIMARY
-- locks: none beyond the transaction's
SELECT id FROM t_report_gate WHERE id = 1
