-- One alert a death: written in the transaction that makes the work dead. A key that stands already
-- (a row set back by hand dies a second time) writes nothing.
-- binds: dedupe_key, rule, subject, body, trace_id
-- index: uk_dedupe
-- locks: the new row
INSERT IGNORE INTO t_alert (dedupe_key, rule, subject, body, trace_id, next_try_at, created_at)
VALUES (:dedupe_key, :rule, :subject, :body, :trace_id, {now}, {now})
