-- What a run token holds: read in the claim's transaction, and again after a lost acknowledgement.
-- binds: token
-- index: idx_claim
-- locks: none
SELECT {include columns} FROM t_report_task WHERE status = 'RUNNING' AND run_token = :token ORDER BY priority, id
