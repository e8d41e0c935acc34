-- Prolongs a lease that is still held by this token; one that ran out is lost, taken or not.
-- binds: job, token, ttl (microseconds)
-- index: PRIMARY
-- locks: the row
UPDATE t_job_lock SET locked_until = SYSDATE(6) + INTERVAL :ttl MICROSECOND
WHERE job_name = :job AND token = :token AND locked_until > SYSDATE(6)
