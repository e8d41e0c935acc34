-- Makes the row of a lease where it is missing. Who holds it is decided by acquire_lease alone.
-- binds: job
-- index: PRIMARY
-- locks: the new row
INSERT OR IGNORE INTO t_job_lock (job_name) VALUES (:job)
