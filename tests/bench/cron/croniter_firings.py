#!/usr/bin/env python3
"""Firings per CPU second of croniter over bench.tsv: croniter_firings.py FILE FIRINGS"""
import datetime
import sys
import time

from croniter import croniter
import pytz

START = datetime.datetime(2025, 1, 15, tzinfo=datetime.timezone.utc)


def main() -> None:
    rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[1], encoding="utf-8")]
    count, fired = int(sys.argv[2]), 0
    began = time.process_time()
    for zone, text, *_ in rows:
        schedule = croniter(text, START.astimezone(pytz.timezone(zone)))
        for _ in range(count):
            schedule.get_next(float)
            fired += 1
    print(int(fired / (time.process_time() - began)))


main()
