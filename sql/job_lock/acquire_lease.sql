-- Takes a lease that nobody holds; the fence goes up by one. SYSDATE is read when the row is at hand:
-- UTC_TIMESTAMP stands still while the statement waits for the row's lock.
-- binds: job, owner, token, ttl (microseconds)
-- index: PRIMARY
-- locks: the row
UPDATE t_job_lock
SET owner = :owner, token = :token, fence = fence + 1, acquired_at = SYSDATE(6),
    locked_until = SYSDATE(6) + INTERVAL :ttl MICROSECOND
WHERE job_name = :job AND (locked_until IS NULL OR locked_until <= SYSDATE(6))
