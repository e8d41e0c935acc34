-- The newest tasks, of one state or one user where asked.
-- binds: state (empty: all), user_id (0: all), count
-- index: PRIMARY
-- locks: none
SELECT {include columns} FROM t_report_task
WHERE (:state = '' OR status = :state) AND (:user_id = 0 OR user_id = :user_id)
ORDER BY id DESC LIMIT :count
