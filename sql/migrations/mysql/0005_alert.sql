-- The outbox of alerts: a row is written with the death that it tells of, and delivered later.
CREATE TABLE IF NOT EXISTS t_alert (
  id             BIGINT        NOT NULL AUTO_INCREMENT PRIMARY KEY,
  dedupe_key     VARCHAR(255)  NOT NULL,
  rule           VARCHAR(64)   NOT NULL,
  subject        VARCHAR(255)  NOT NULL,
  body           TEXT          NOT NULL,
  trace_id       VARCHAR(64)   NULL,
  attempts       INT           NOT NULL DEFAULT 0,
  next_try_at    DATETIME(6)   NOT NULL,
  claimed_until  DATETIME(6)   NULL,
  claim_token    CHAR(32)      NULL,
  sent_at        DATETIME(6)   NULL,
  error_msg      VARCHAR(512)  NULL,
  created_at     DATETIME(6)   NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
  UNIQUE KEY uk_dedupe (dedupe_key),
  KEY idx_due (sent_at, next_try_at)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
