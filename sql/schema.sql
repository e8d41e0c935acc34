-- The schema as the migrations leave it on MySQL and MariaDB, for reading and for review.
-- db-migrate makes it; a database made from this file is at the same version.

-- What was done to this database, step by step; a step that was begun and not done was interrupted.
CREATE TABLE t_schema_migration (
  version  INT          NOT NULL PRIMARY KEY,
  name     VARCHAR(64)  NOT NULL,
  begun_at DATETIME(6)  NOT NULL,
  done_at  DATETIME(6)  NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Export tasks. Times are UTC.
CREATE TABLE t_report_task (
  id               BIGINT        NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id          BIGINT        NOT NULL,
  report           VARCHAR(64)   NOT NULL,
  params           TEXT          NOT NULL DEFAULT ('{}'),
  format           VARCHAR(16)   NOT NULL DEFAULT 'xlsx',
  status           VARCHAR(16)   NOT NULL DEFAULT 'PENDING',
  progress         TINYINT       NOT NULL DEFAULT 0,
  retry_count      TINYINT       NOT NULL DEFAULT 0,
  crash_count      TINYINT       NOT NULL DEFAULT 0,
  interrupt_count  TINYINT       NOT NULL DEFAULT 0,
  priority         INT           NOT NULL DEFAULT 100,
  not_before       DATETIME(6)   NULL,
  next_retry_at    DATETIME(6)   NULL,
  heartbeat_at     DATETIME(6)   NULL,
  started_at       DATETIME(6)   NULL,
  finished_at      DATETIME(6)   NULL,
  expire_at        DATETIME(6)   NULL,
  expired_at       DATETIME(6)   NULL,
  request_id       VARCHAR(128)  NULL,
  trace_id         VARCHAR(64)   NOT NULL DEFAULT '',
  again_of         BIGINT        NULL,
  run_token        CHAR(32)      NULL,
  worker           VARCHAR(128)  NULL,
  cancel_requested TINYINT       NOT NULL DEFAULT 0,
  checkpoint       TEXT          NULL,
  total_rows       BIGINT        NULL,
  written_rows     BIGINT        NULL,
  reached_rows     BIGINT        NULL,
  file_path        VARCHAR(255)  NULL,
  file_size        BIGINT        NULL,
  file_sha256      CHAR(64)      NULL,
  manifest         MEDIUMTEXT    NULL,
  error_msg        VARCHAR(512)  NULL,
  created_at       DATETIME(6)   NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
  updated_at       DATETIME(6)   NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
  UNIQUE KEY uk_request (user_id, request_id),
  KEY idx_status_updated (status, updated_at),
  KEY idx_retry (status, next_retry_at),
  KEY idx_user_created (user_id, created_at),
  KEY idx_claim (status, priority, id),
  KEY idx_expire (expired_at, expire_at),
  CONSTRAINT report_task_status CHECK (status IN ('PENDING', 'RUNNING', 'RETRY_WAIT', 'SUCCESS', 'FAILED', 'TIMEOUT')),
  CONSTRAINT report_task_progress CHECK (progress BETWEEN 0 AND 99 OR (progress = 100 AND status = 'SUCCESS')),
  CONSTRAINT report_task_claimed CHECK (status <> 'RUNNING' OR (run_token IS NOT NULL AND heartbeat_at IS NOT NULL)),
  CONSTRAINT report_task_due CHECK (status <> 'RETRY_WAIT' OR next_retry_at IS NOT NULL),
  CONSTRAINT report_task_file CHECK (file_path IS NULL OR status = 'SUCCESS')
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- One row: who counts the queue or the running tasks holds it until its transaction ends.
CREATE TABLE t_report_gate (
  id TINYINT NOT NULL PRIMARY KEY
) ENGINE=InnoDB;

INSERT INTO t_report_gate (id) VALUES (1);

-- The outbox of alerts: a row is written with the death that it tells of, and delivered later.
CREATE TABLE t_alert (
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
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- Leases: one row a name, made apart and never removed, so that the fence only rises.
CREATE TABLE t_job_lock (
  job_name     VARCHAR(128)  NOT NULL PRIMARY KEY,
  owner        VARCHAR(128)  NULL,
  token        CHAR(32)      NULL,
  locked_until DATETIME(6)   NULL,
  fence        BIGINT        NOT NULL DEFAULT 0,
  acquired_at  DATETIME(6)   NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

INSERT INTO t_schema_migration (version, name, begun_at, done_at) VALUES
  (1, '0001_schema_migration', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)),
  (2, '0002_report_task', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)),
  (3, '0003_report_gate', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)),
  (4, '0004_report_gate_row', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)),
  (5, '0005_alert', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)),
  (6, '0006_job_lock', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6));
