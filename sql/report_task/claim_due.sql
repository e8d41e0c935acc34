-- Claims up to :free tasks whose retry is due: the way from RETRY_WAIT into RUNNING.
-- binds: token, worker, reports (names with a comma between), free
-- index: idx_retry, by status in ORDER BY as in claim_pending
-- locks: the rows that it claims, in the order of idx_retry
UPDATE t_report_task
SET status = 'RUNNING', run_token = :token, worker = :worker, heartbeat_at = {now}, started_at = {now},
    progress = 0, total_rows = NULL, written_rows = NULL, error_msg = NULL, updated_at = {now}
WHERE status = 'RETRY_WAIT' AND next_retry_at <= {now} AND FIND_IN_SET(report, :reports) > 0
ORDER BY status, next_retry_at LIMIT :free
