-- Why did a progress write match nothing: was a cancel asked for, or is the claim lost?
-- binds: id, token
-- index: PRIMARY
-- locks: none
SELECT cancel_requested FROM t_report_task WHERE id = :id AND status = 'RUNNING' AND run_token = :token
