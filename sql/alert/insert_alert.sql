-- One alert a death: written in the transaction that makes the work dead.
-- binds: dedupe_key, rule, subject, body, trace_id
-- index: uk_dedupe refuses a second one
-- locks: the new row
INSERT INTO t_alert (dedupe_key, rule, subject, body, trace_id, next_try_at, created_at)
VALUES (:dedupe_key, :rule, :subject, :body, :trace_id, {now}, {now})
