-- One task.
-- binds: id
-- index: PRIMARY
-- locks: none
SELECT {include columns} FROM t_report_task WHERE id = :id
