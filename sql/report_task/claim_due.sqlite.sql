-- Claims up to :free tasks whose retry is due: the way from RETRY_WAIT into RUNNING.
-- binds: token, worker, reports (names with a comma between), free
-- index: idx_retry
-- locks: the database, by BEGIN IMMEDIATE
UPDATE t_report_task
SET status = 'RUNNING', run_token = :token, worker = :worker, heartbeat_at = {now}, started_at = {now},
    progress = 0, total_rows = NULL, written_rows = NULL, error_msg = NULL, updated_at = {now}
WHERE status = 'RETRY_WAIT' AND id IN (
  SELECT id FROM t_report_task
  WHERE status = 'RETRY_WAIT' AND next_retry_at <= {now} AND instr(',' || :reports || ',', ',' || report || ',') > 0
  ORDER BY next_retry_at LIMIT :free)
