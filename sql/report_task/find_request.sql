-- The task that a user's request_id was submitted as.
-- binds: user_id, request_id
-- index: uk_request
-- locks: none
SELECT id FROM t_report_task WHERE user_id = :user_id AND request_id = :request_id
