-- Takes a lease that nobody holds, or that was held before the last boot; the fence goes up by one.
-- binds: job, owner, token, ttl (microseconds)
-- index: PRIMARY
-- locks: the database
UPDATE t_job_lock
SET owner = :owner, token = :token, fence = fence + 1, acquired_at = {now}, locked_until = {now + :ttl},
    boot_id = oneshot_boot_id(), boot_acquired = oneshot_boottime(0), boot_until = oneshot_boottime(:ttl)
WHERE job_name = :job
  AND (locked_until IS NULL OR boot_id IS NOT oneshot_boot_id() OR boot_until <= oneshot_boottime(0))
