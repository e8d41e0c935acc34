-- A cancel of a running task: its claimer sees it at its next progress write.
-- binds: id
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task SET cancel_requested = 1, updated_at = {now} WHERE id = :id AND status = 'RUNNING'
