-- The record stays, the file goes: committed after the file was unlinked.
-- binds: age (microseconds, what the clock is moved back by), id, file_path
-- index: PRIMARY or idx_expire, whichever is shorter
-- locks: the row
UPDATE t_report_task SET file_path = NULL, expired_at = {now}, updated_at = {now}
WHERE id = :id AND status = 'SUCCESS' AND file_path = :file_path AND expired_at IS NULL AND expire_at < {now - :age}
