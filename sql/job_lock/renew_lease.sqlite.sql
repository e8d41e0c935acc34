-- Prolongs a lease that is still held by this token; one that ran out is lost, taken or not.
-- binds: job, token, ttl (microseconds)
-- index: PRIMARY
-- locks: the database
UPDATE t_job_lock SET locked_until = {now + :ttl}, boot_until = oneshot_boottime(:ttl)
WHERE job_name = :job AND token = :token AND boot_id = oneshot_boot_id() AND boot_until > oneshot_boottime(0)
