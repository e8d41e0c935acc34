-- Who holds a lease, and for how many microseconds more.
-- binds: job
-- index: PRIMARY
-- locks: none
SELECT owner, token, fence, CASE WHEN boot_id = oneshot_boot_id() THEN boot_until - oneshot_boottime(0) END
FROM t_job_lock WHERE job_name = :job
