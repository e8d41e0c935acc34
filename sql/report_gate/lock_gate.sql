-- Holds the gate until the transaction ends, so that what is counted next stays true.
-- binds: none
-- index: PRIMARY
-- locks: the one row, exclusively
SELECT id FROM t_report_gate WHERE id = 1 FOR UPDATE
