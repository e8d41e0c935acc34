-- Who holds a lease, and for how many microseconds more.
-- binds: job
-- index: PRIMARY
-- locks: none
SELECT owner, token, fence, TIMESTAMPDIFF(MICROSECOND, SYSDATE(6), locked_until) FROM t_job_lock WHERE job_name = :job
