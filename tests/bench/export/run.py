#!/usr/bin/env python3
"""Exports of 100,000 rows beside the same work without us, in one run: run.py PROGRAMS BASELINES

PROGRAMS is the folder of the programs as released, build/release/bin, BASELINES the program export_baselines. A
private MariaDB serves both. What counts is CPU time of whole processes, the median of five turns that alternate, as
ratios:

  xlsx  export-run to xlsx       at most 1.15 times the bare libxlsxwriter loop
  csv   export-run to csv        at most 2.5  times the bare read by key
  loop  the bare loop            at most 1.3  times what it is known to cost beside the bare read: a baseline
                                 that is slower than that would make us look fast
"""
import os
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROWS = 100_000
TURNS = 5
MOST_XLSX = 1.15
MOST_CSV = 2.5
# CPU seconds of the loop and of the bare read as first measured (1.9 to 2.3, and 0.05 to 0.07).
KNOWN_LOOP = 2.3 / 0.05
MOST_LOOP = 1.3 * KNOWN_LOOP

HANZI = "报表导出任务订单同步检查客户数据北京上海广州库存财务审批发布更新接口测试统计月度季度"
WORDS = ["export", "sync", "order", "report", "check", "client", "stock", "billing", "deploy", "update"]
STATUSES = ["todo", "in_progress", "review", "done", "blocked"]
REPORT = """[rows]
from = "t_task"
key = ["id"]
columns = [ { expr = "id" }, { expr = "title" }, { expr = "status" }, { expr = "priority" }, { expr = "assignee_id" },
  { expr = "progress" }, { expr = "due_at" }, { expr = "created_at" }, { expr = "updated_at" }, { expr = "remark" } ]
"""


def scrambled(number: int) -> int:
    """The same digits in every run, with no pattern that a packer would like."""
    number = (number * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & (2**64 - 1)
    number ^= number >> 29
    number = number * 0xBF58476D1CE4E5B9 & (2**64 - 1)
    return number ^ number >> 32


def text(seed: int, length: int) -> str:
    """Chinese and English mixed, now and then a character that XML escapes."""
    pieces, size = [], 0
    while size < length:
        seed = scrambled(seed)
        if seed % 3 == 0:
            piece = WORDS[seed // 7 % len(WORDS)] + " "
        elif seed % 41 == 0:
            piece = '<&"'[seed // 41 % 3]
        else:
            piece = HANZI[seed // 11 % len(HANZI)] + HANZI[seed // 997 % len(HANZI)]
        pieces.append(piece)
        size += len(piece)
    return "".join(pieces)[:length].strip()


def moment(seed: int) -> str:
    return "%04d-%02d-%02d %02d:%02d:%02d" % (2023 + seed % 3, 1 + seed // 3 % 12, 1 + seed // 36 % 28,
                                              seed // 1008 % 24, seed // 24192 % 60, seed // 1451520 % 60)


def row(number: int) -> str:
    seed = scrambled(number)
    quoted = lambda value: "'" + value.replace("'", "''") + "'"
    nullable = lambda part, value: "NULL" if (seed >> part) % 10 == 0 else value
    fields = [str(number * 3 + seed % 3), quoted(text(seed, 24 + seed % 13)), quoted(STATUSES[seed // 5 % 5]),
              str(seed % 5), nullable(8, str(1 + seed % 500)), nullable(16, "%d.%02d" % (seed % 100, seed // 100 % 100)),
              nullable(24, quoted(moment(seed >> 3))), quoted(moment(seed >> 5)), quoted(moment(seed >> 7)),
              nullable(32, quoted(text(seed + 1, 50 + seed % 21)))]
    return "(" + ",".join(fields) + ")"


class Server:
    """A MariaDB in a folder of its own. What is measured goes through 127.0.0.1, as most databases are reached."""

    def __init__(self, folder: str):
        self.socket = os.path.join(folder, "s")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        data = os.path.join(folder, "data")
        user = ["--user=root"] if os.geteuid() == 0 else []
        subprocess.run(["mariadb-install-db", "--no-defaults", *user, "--datadir=" + data, "--skip-test-db",
                        "--auth-root-authentication-method=normal"], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        self.process = subprocess.Popen(
            [shutil.which("mariadbd", path=os.environ.get("PATH", "") + ":/usr/sbin"), "--no-defaults", *user, "--datadir=" + data,
             "--socket=" + self.socket, "--bind-address=127.0.0.1", f"--port={self.port}", "--skip-name-resolve", "--character-set-server=utf8mb4",
             "--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=256M", "--max-allowed-packet=64M"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while subprocess.run(self.client(), input=b"SELECT 1", capture_output=True).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                sys.exit("the private MariaDB does not start")
            time.sleep(0.1)

    def client(self, database: str = "") -> list[str]:
        return ["mariadb", "--no-defaults", "-uroot", "--socket=" + self.socket, "--default-character-set=utf8mb4",
                *([database] if database else [])]

    def run(self, sql: str, database: str = "") -> None:
        subprocess.run(self.client(database), input=sql.encode(), check=True)

    def fill(self) -> None:
        self.run("CREATE DATABASE bench CHARACTER SET utf8mb4; CREATE TABLE bench.t_task (id BIGINT PRIMARY KEY, "
                 "title VARCHAR(128) NOT NULL, status VARCHAR(16) NOT NULL, priority INT NOT NULL, assignee_id BIGINT, "
                 "progress DECIMAL(5,2), due_at DATETIME, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL, "
                 "remark VARCHAR(255))")
        for first in range(1, ROWS + 1, 2000):
            self.run("INSERT INTO t_task VALUES " + ",".join(row(n) for n in range(first, min(first + 2000, ROWS + 1))), "bench")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def cpu_seconds(command: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with {done.returncode}: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(programs: str, baselines: str, server: Server, folder: str) -> dict[str, float]:
    reports = os.path.join(folder, "reports.toml")
    with open(reports, "w", encoding="utf-8") as file:
        file.write(REPORT)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ONESHOT_")}
    environment |= {"ONESHOT_DB": f"mysql://root@127.0.0.1:{server.port}/bench", "ONESHOT_EXPORT_DIR": folder,
                    "ONESHOT_REPORTS": reports}
    program = lambda name: os.path.join(programs, name)
    subprocess.run([program("db-migrate")], env=environment, check=True, stderr=subprocess.DEVNULL)

    def exported(kind: str) -> float:
        task = subprocess.run([program("export-submit"), "rows", "--user", "1", "--format", kind], env=environment, check=True,
                              capture_output=True, text=True).stdout.strip()
        return cpu_seconds([program("export-run"), "--task", task], environment)

    bare = lambda kind: cpu_seconds([baselines, kind, str(server.port), "bench", os.path.join(folder, "bare.xlsx")], environment)
    ways = {"bare read by key": lambda: bare("read"), "export-run to csv": lambda: exported("csv"),
            "bare libxlsxwriter loop": lambda: bare("xlsx"), "export-run to xlsx": lambda: exported("xlsx")}
    turns = [{name: run() for name, run in ways.items()} for _ in range(TURNS)]
    return {name: statistics.median(turn[name] for turn in turns) for name in ways}


def main() -> int:
    programs, baselines = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            server.fill()
            cost = measure(programs, baselines, server, folder)
        finally:
            server.stop()
    for name, seconds in cost.items():
        print(f"{name:26} {seconds:6.2f} CPU s for {ROWS:,} rows")
    checks = [("xlsx beside the bare loop", cost["export-run to xlsx"] / cost["bare libxlsxwriter loop"], MOST_XLSX),
              ("csv beside the bare read", cost["export-run to csv"] / cost["bare read by key"], MOST_CSV),
              ("the bare loop beside the bare read", cost["bare libxlsxwriter loop"] / cost["bare read by key"], MOST_LOOP)]
    for name, ratio, most in checks:
        print(f"{name:36} {ratio:6.2f}, at most {most:.2f}{'' if ratio <= most else ': FAILED'}")
    return 0 if all(ratio <= most for _, ratio, most in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
