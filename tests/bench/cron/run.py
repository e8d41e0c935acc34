#!/usr/bin/env python3
"""cron-next beside its peers, in one run: run.py BIN PEERS

BIN holds cron_bench, bare_process and cron-next of a release build; the peers of npm are installed into the
folder PEERS, croniter is Debian's python3-croniter. Everything is a ratio of two things measured here and now.
Fails when a bound is missed, or when a peer could not be run.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROWS = HERE.parent.parent / "data/cron/bench.tsv"
FIRINGS = 1000  # of each expression
TIMES_AS_FAST = 100  # as the fastest peer
START_RATIO = 1.5  # of a whole process to a bare one
CHECK_LINES = 10_000
WC_RATIO, CHECK_SECONDS = 2, 1  # --check of that many lines takes less than so many times wc and so long

PEERS = {
    "croner": ["node", "peers.mjs", "croner"],
    "cron-parser": ["node", "peers.mjs", "cron-parser"],
    "croniter": ["/usr/bin/python3", str(HERE / "croniter_firings.py")],
}


def install_peers(folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "peers.mjs"):
        shutil.copy(HERE / name, folder / name)
    if not (folder / "node_modules/croner").is_dir() or not (folder / "node_modules/cron-parser").is_dir():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=False)


def rate(command: list[str], folder: pathlib.Path) -> int:
    """Firings per CPU second as the program prints them, 0 when it could not be run."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=1200, check=True)
        return int(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        print(f"{command[0]} could not be run: {error}\n{getattr(error, 'stderr', '') or ''}")
        return 0


def seconds(command: list[str]) -> float:
    began = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.monotonic() - began


def compare_medians(left: list[str], right: list[str], runs: int) -> tuple[float, float]:
    """Median seconds of two commands that take turns, so that a busy machine slows both alike."""
    times = [(seconds(left), seconds(right)) for _ in range(runs)]
    return sorted(t[0] for t in times)[runs // 2], sorted(t[1] for t in times)[runs // 2]


def bench_firings(programs: pathlib.Path, peers: pathlib.Path) -> bool:
    install_peers(peers)
    ours = max(rate([str(programs / "cron_bench"), str(ROWS)], HERE) for _ in range(3))
    print(f"{'cron-next':12} {ours:>12,} firings per CPU second")
    rates = {name: rate([*command, str(ROWS), str(FIRINGS)], peers) for name, command in PEERS.items()}
    for name, theirs in rates.items():
        if theirs:
            print(f"{name:12} {theirs:>12,} firings per CPU second")
    fastest = max(rates.values())
    if min(rates.values()) == 0:
        print("not every peer could be run: the ratio is not known")
        return False
    print(f"  {ours / fastest:,.0f} times as fast as the fastest peer, wanted {TIMES_AS_FAST}")
    return ours >= TIMES_AS_FAST * fastest


def bench_process(programs: pathlib.Path) -> bool:
    command = [str(programs / "cron-next"), "30 2 * * *", "--dialect", "linux", "--zone", "America/New_York"]
    whole, bare = compare_medians(command, [str(programs / "bare_process")], 101)
    print(f"a whole cron-next process {whole * 1000:.2f} ms, a bare one {bare * 1000:.2f} ms")
    print(f"  {whole / bare:.2f} times the bare one, wanted {START_RATIO}")
    return whole <= START_RATIO * bare


def write_crontab(path: pathlib.Path) -> None:
    fields = ["*/5 * * * *", "30 2 * * 1-5", "0 9-17 1,15 * *", "15,45 */2 * JAN-MAR SUN", "@hourly"]
    with open(path, "w", encoding="utf-8") as file:
        for i in range(CHECK_LINES):
            file.write(f"{fields[i % len(fields)]} /usr/local/bin/job --number {i}\n")


def bench_check(programs: pathlib.Path) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        crontab = pathlib.Path(folder) / "crontab"
        write_crontab(crontab)
        check = [str(programs / "cron-next"), "--check", str(crontab), "--zone", "Europe/Berlin"]
        took, wc = compare_medians(check, ["wc", str(crontab)], 5)
    print(f"--check of {CHECK_LINES:,} lines {took * 1000:.0f} ms, wc {wc * 1000:.1f} ms")
    print(f"  wanted less than {WC_RATIO} x wc + {CHECK_SECONDS} s")
    return took < WC_RATIO * wc + CHECK_SECONDS


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__)
        return 64
    programs, peers = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    # Said at the end, so that one bound missed does not hide the others.
    results = [bench_firings(programs, peers), bench_process(programs), bench_check(programs)]
    return 0 if all(results) else 1


sys.exit(main())
