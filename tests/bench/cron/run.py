#!/usr/bin/env python3
"""Our engine beside croner, cron-parser and croniter, in one run: run.py CRON_BENCH [CRON_NEXT]

The peers are installed into a folder of their own (npm) or come with Debian (python3-croniter); one that is
missing is reported as such. Fails when we are not at least 100 times as fast as the fastest of them, or when
a cron-next process costs more than 1.5 times a process that links the same libraries and prints one line.
"""
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = os.path.join(HERE, "..", "..", "data", "cron", "bench.tsv")
WANTED = 100
WANTED_START = 1.5
# The slow ones run fewer firings of each expression; what is compared is firings per CPU second.
PEERS = {
    "croner": (["node", "peers.mjs", "croner", ROWS, "100"], 100),
    "cron-parser": (["node", "peers.mjs", "cron-parser", ROWS, "100"], 100),
    "croniter": (["/usr/bin/python3", os.path.join(HERE, "croniter_firings.py"), ROWS, "300"], 300),
}


def install_peers(folder: str) -> None:
    with open(os.path.join(HERE, "peers.mjs"), encoding="utf-8") as source:
        with open(os.path.join(folder, "peers.mjs"), "w", encoding="utf-8") as target:
            target.write(source.read())
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, "croner", "cron-parser"],
                   check=False, stdout=subprocess.DEVNULL)


def rate(command: list[str], folder: str) -> int | None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=True)
        return int(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        print(f"  not run: {error}")
        return None


def process_seconds(command: list[str]) -> float:
    """The median of 30 runs, whole process."""
    times = []
    for _ in range(30):
        began = time.monotonic()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        times.append(time.monotonic() - began)
    return sorted(times)[len(times) // 2]


def bench_engine(cron_bench: str) -> bool:
    ours = max(rate([cron_bench, ROWS], HERE) or 0 for _ in range(3))
    print(f"{'oneshot':12} {ours:>12,} firings per CPU second")
    fastest = 0
    with tempfile.TemporaryDirectory() as folder:
        install_peers(folder)
        for name, (command, _) in PEERS.items():
            theirs = rate(command, folder)
            if theirs is not None:
                fastest = max(fastest, theirs)
                print(f"{name:12} {theirs:>12,} firings per CPU second, we are {ours / theirs:,.0f} times as fast")
    if fastest == 0:
        print("no peer could be run")
        return True
    print(f"ratio to the fastest peer: {ours / fastest:,.0f} (wanted {WANTED})")
    return ours >= WANTED * fastest


def bench_start(cron_next: str) -> bool:
    bare = process_seconds([cron_next, "--version"])
    whole = process_seconds([cron_next, "30 2 * * *", "--dialect", "linux", "--zone", "America/New_York", "--log-level", "error"])
    print(f"a cron-next process {whole * 1000:.1f} ms, one that prints its version {bare * 1000:.1f} ms: {whole / bare:.2f} (wanted {WANTED_START})")
    return whole <= WANTED_START * bare


def main() -> int:
    good = bench_engine(sys.argv[1])
    if len(sys.argv) > 2:
        good = bench_start(sys.argv[2]) and good
    return 0 if good else 1


sys.exit(main())
