-- One row: who counts the queue or the running tasks holds it until its transaction ends.
CREATE TABLE IF NOT EXISTS t_report_gate (
  id TINYINT NOT NULL PRIMARY KEY
) ENGINE=InnoDB
