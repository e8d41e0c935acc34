-- Gives a lease back. Nobody gets it before :hold has passed since it was acquired.
-- binds: job, token, hold (microseconds)
-- index: PRIMARY
-- locks: the row
UPDATE t_job_lock SET token = NULL, locked_until = acquired_at + INTERVAL :hold MICROSECOND
WHERE job_name = :job AND token = :token
