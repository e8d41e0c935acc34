-- The newest tasks, of one state or one user where asked, or the dead ones.
-- binds: state (empty: all), user_id (0: all), dead (1: only FAILED and TIMEOUT), count
-- index: PRIMARY
-- locks: none
SELECT {include columns} FROM t_report_task
WHERE (:state = '' OR status = :state) AND (:user_id = 0 OR user_id = :user_id)
  AND (:dead = 0 OR status IN ('FAILED', 'TIMEOUT'))
ORDER BY id DESC LIMIT :count
