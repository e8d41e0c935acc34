-- 100,000 tasks and 500 users that look like a real team's, the same in every run. SQLite.
BEGIN;

CREATE TABLE t_user (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE t_task (
  id          INTEGER PRIMARY KEY,
  title       TEXT NOT NULL,
  status      VARCHAR(16) NOT NULL,
  priority    INTEGER NOT NULL,
  assignee_id INTEGER,
  progress    DECIMAL(5, 2),
  due_at      DATETIME,
  created_at  DATETIME NOT NULL,
  updated_at  DATETIME NOT NULL,
  remark      TEXT
);

WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500)
INSERT INTO t_user (id, name)
SELECT i,
       json_extract('["王","李","张","刘","陈","杨","黄","赵","周","吴","𠮷","欧阳"]', '$[' || (i % 12) || ']') ||
       json_extract('["伟","芳","娜","敏","静","磊","洋","艳","勇","杰","婷","O''Neil"]', '$[' || (i / 12 % 12) || ']')
FROM n;

-- h is a scrambled number for each row; its digits choose the values.
WITH RECURSIVE
  n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000),
  r(i, h) AS (SELECT i, i * 2654435761 % 4294967296 FROM n)
INSERT INTO t_task (id, title, status, priority, assignee_id, progress, due_at, created_at, updated_at, remark)
SELECT i * 3 + h % 2,
       json_extract('["修复","优化","设计","评审","上线","回滚","排查","Refactor","Review","Deploy"]', '$[' || (h % 10) || ']') ||
       json_extract('["订单","支付","报表","登录","库存","搜索","消息","结算"]', '$[' || (h / 10 % 8) || ']') ||
       json_extract('["服务的超时问题","页面 <加载> 过慢","接口 \"v2\" 兼容性","R&D 环境配置","导出功能 🚀","数据一致性检查","单元测试覆盖率","权限校验逻辑"]', '$[' || (h / 80 % 8) || ']') ||
       ' #' || printf('%06d', i),
       json_extract('["TODO","DOING","DONE","CLOSED"]', '$[' || (h / 640 % 4) || ']'),
       h / 2560 % 5 + 1,
       CASE WHEN h / 7 % 10 > 0 THEN h / 11 % 500 + 1 END,
       CASE WHEN h / 13 % 10 > 0 THEN h / 17 % 10001 / 100.0 END,
       CASE WHEN h / 19 % 10 > 0 THEN datetime('2026-01-01', '+' || (h / 23 % 31536000) || ' seconds') END,
       datetime('2025-01-01', '+' || (i * 315) || ' seconds'),
       datetime('2025-01-01', '+' || (i * 315 + h % 864000) || ' seconds'),
       CASE WHEN h / 29 % 10 > 0 THEN
         json_extract('["请在本周五之前完成，","客户已经催了两次，","与后端同学确认过，","需要先合并主干代码，","注意兼容旧版本客户端，"]', '$[' || (h / 31 % 5) || ']') ||
         json_extract('["上线前务必回归测试并通知相关同事。","有问题请及时在群里反馈 😀，谢谢大家的配合！","see the wiki for details & rollback steps.","数据量较大，建议安排在凌晨低峰期执行。"]', '$[' || (h / 37 % 4) || ']') ||
         '（第 ' || (h / 41 % 90 + 10) || ' 次迭代）'
       END
FROM r;

COMMIT;
