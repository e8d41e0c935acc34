-- The outbox of alerts: a row is written with the death that it tells of, and delivered later.
CREATE TABLE IF NOT EXISTS t_alert (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  dedupe_key     TEXT NOT NULL,
  rule           TEXT NOT NULL,
  subject        TEXT NOT NULL,
  body           TEXT NOT NULL,
  trace_id       TEXT NULL,
  attempts       INTEGER NOT NULL DEFAULT 0,
  next_try_at    TEXT NOT NULL,
  claimed_until  TEXT NULL,
  claim_token    TEXT NULL,
  sent_at        TEXT NULL,
  error_msg      TEXT NULL,
  created_at     TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f000', 'now')),
  UNIQUE (dedupe_key)
)
