-- 100,000 tasks and 500 users that look like a real team's, the same in every run. MySQL and MariaDB.
SET NAMES utf8mb4;
SET time_zone = '+00:00';
SET SESSION sql_mode = CONCAT(@@sql_mode, ',PIPES_AS_CONCAT');

CREATE TABLE t_user (
  id   BIGINT PRIMARY KEY,
  name VARCHAR(64) NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

CREATE TABLE t_task (
  id          BIGINT PRIMARY KEY,
  title       VARCHAR(128) NOT NULL,
  status      VARCHAR(16) NOT NULL,
  priority    INT NOT NULL,
  assignee_id BIGINT,
  progress    DECIMAL(5, 2),
  due_at      DATETIME,
  created_at  DATETIME NOT NULL,
  updated_at  DATETIME NOT NULL,
  remark      VARCHAR(255)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4;

INSERT INTO t_user (id, name)
WITH
  d(d) AS (SELECT 0 UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4
           UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9),
  n(i) AS (SELECT 1 + a.d + 10 * b.d + 100 * c.d FROM d AS a CROSS JOIN d AS b CROSS JOIN d AS c WHERE c.d < 5)
SELECT i,
       ELT(i % 12 + 1, '王', '李', '张', '刘', '陈', '杨', '黄', '赵', '周', '吴', '𠮷', '欧阳') ||
       ELT(i DIV 12 % 12 + 1, '伟', '芳', '娜', '敏', '静', '磊', '洋', '艳', '勇', '杰', '婷', 'O''Neil')
FROM n
ORDER BY i;

-- h is a scrambled number for each row; its digits choose the values.
INSERT INTO t_task (id, title, status, priority, assignee_id, progress, due_at, created_at, updated_at, remark)
WITH
  d(d) AS (SELECT 0 UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4
           UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9),
  n(i) AS (SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d
           FROM d AS a CROSS JOIN d AS b CROSS JOIN d AS c CROSS JOIN d AS e CROSS JOIN d AS f),
  r(i, h) AS (SELECT i, i * 2654435761 % 4294967296 FROM n)
SELECT i * 3 + h % 2,
       ELT(h % 10 + 1, '修复', '优化', '设计', '评审', '上线', '回滚', '排查', 'Refactor', 'Review', 'Deploy') ||
       ELT(h DIV 10 % 8 + 1, '订单', '支付', '报表', '登录', '库存', '搜索', '消息', '结算') ||
       ELT(h DIV 80 % 8 + 1, '服务的超时问题', '页面 <加载> 过慢', '接口 "v2" 兼容性', 'R&D 环境配置', '导出功能 🚀', '数据一致性检查', '单元测试覆盖率', '权限校验逻辑') ||
       ' #' || LPAD(i, 6, '0'),
       ELT(h DIV 640 % 4 + 1, 'TODO', 'DOING', 'DONE', 'CLOSED'),
       h DIV 2560 % 5 + 1,
       CASE WHEN h DIV 7 % 10 > 0 THEN h DIV 11 % 500 + 1 END,
       CASE WHEN h DIV 13 % 10 > 0 THEN h DIV 17 % 10001 / 100.0 END,
       CASE WHEN h DIV 19 % 10 > 0 THEN '2026-01-01' + INTERVAL (h DIV 23 % 31536000) SECOND END,
       '2025-01-01' + INTERVAL (i * 315) SECOND,
       '2025-01-01' + INTERVAL (i * 315 + h % 864000) SECOND,
       CASE WHEN h DIV 29 % 10 > 0 THEN
         ELT(h DIV 31 % 5 + 1, '请在本周五之前完成，', '客户已经催了两次，', '与后端同学确认过，', '需要先合并主干代码，', '注意兼容旧版本客户端，') ||
         ELT(h DIV 37 % 4 + 1, '上线前务必回归测试并通知相关同事。', '有问题请及时在群里反馈 😀，谢谢大家的配合！', 'see the wiki for details & rollback steps.', '数据量较大，建议安排在凌晨低峰期执行。') ||
         '（第 ' || (h DIV 41 % 90 + 10) || ' 次迭代）'
       END
FROM r
ORDER BY i;
