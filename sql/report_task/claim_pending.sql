-- Claims up to :free queued tasks for one run token: the only way from PENDING into RUNNING.
-- binds: token, worker, reports (names with a comma between), free
-- index: idx_claim, forced and with status in ORDER BY: else MariaDB sorts, and locks every candidate
-- locks: the rows that it claims, in the order of idx_claim
UPDATE t_report_task FORCE INDEX (idx_claim)
SET status = 'RUNNING', run_token = :token, worker = :worker, heartbeat_at = {now}, started_at = {now},
    progress = 0, total_rows = NULL, written_rows = NULL, error_msg = NULL, updated_at = {now}
WHERE status = 'PENDING' AND (not_before IS NULL OR not_before <= {now}) AND FIND_IN_SET(report, :reports) > 0
ORDER BY status, priority, id LIMIT :free
