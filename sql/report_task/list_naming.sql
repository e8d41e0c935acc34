-- Tasks that name files: while they run those of their run and of their checkpoint, while they wait
-- for a retry those of their checkpoint, after success the result.
-- binds: after (an id), last (an id), count
-- index: PRIMARY
-- locks: none
SELECT id, CASE WHEN status = 'RUNNING' THEN run_token END, checkpoint, file_path FROM t_report_task
WHERE id > :after AND id <= :last
  AND (status = 'RUNNING' OR (status = 'RETRY_WAIT' AND checkpoint IS NOT NULL) OR file_path IS NOT NULL)
ORDER BY id LIMIT :count
