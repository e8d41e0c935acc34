-- A new task, or the record of a refused one.
-- binds: user_id, report, params, format, status, request_id, trace_id, priority, not_before, again_of, error_msg
-- index: uk_request refuses a second row with one user's request_id
-- locks: the new row
INSERT INTO t_report_task (user_id, report, params, format, status, request_id, trace_id, priority, not_before,
                           again_of, error_msg, finished_at, created_at, updated_at)
VALUES (:user_id, :report, :params, :format, :status, :request_id, :trace_id, :priority, :not_before,
        :again_of, :error_msg, CASE WHEN :error_msg IS NULL THEN NULL ELSE {now} END, {now}, {now})
