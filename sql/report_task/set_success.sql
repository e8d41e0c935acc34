-- The file is complete and durable: only now does a row name it.
-- binds: file_path, file_size, file_sha256, manifest, total_rows, written_rows, keep (microseconds), id, token
-- index: PRIMARY
-- locks: the row
UPDATE t_report_task
SET status = 'SUCCESS', progress = 100, file_path = :file_path, file_size = :file_size, file_sha256 = :file_sha256,
    manifest = :manifest, total_rows = :total_rows, written_rows = :written_rows, checkpoint = NULL, error_msg = NULL,
    finished_at = {now}, expire_at = {now + :keep}, next_retry_at = NULL, updated_at = {now}
WHERE id = :id AND status = 'RUNNING' AND run_token = :token
