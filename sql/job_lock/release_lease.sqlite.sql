-- Gives a lease back. Nobody gets it before :hold has passed since it was acquired.
-- binds: job, token, hold (microseconds)
-- index: PRIMARY
-- locks: the database
UPDATE t_job_lock
SET token = NULL, boot_until = boot_acquired + :hold, locked_until = oneshot_now(boot_acquired + :hold - oneshot_boottime(0))
WHERE job_name = :job AND token = :token
