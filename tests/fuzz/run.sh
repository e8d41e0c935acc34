#!/bin/bash
# run.sh FOLDER SECONDS: runs every fuzzer of FOLDER (build/fuzz) for so long, two at a time. Fails on a crash,
# a leak, and an input that takes a second.
#
# A second is wall time under AddressSanitizer, several times what a release build needs, on a machine that may
# be busy with something else. So a fuzzer goes on after a slow input, up to 5 s, and what took over 1 s is
# timed again alone: it fails when the fastest of three runs still needs 1 s of CPU time.
set -euo pipefail
folder=$(realpath "$1")
seconds=$2
here=$(dirname "$(realpath "$0")")
found=$folder/found
rm -rf "$found"

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1

fuzz() {
  local name=$1 corpus=$folder/corpus/$1
  mkdir -p "$corpus" "$found/$name"
  python3 "$here/seeds.py" "$name" "$corpus"
  if "$folder/bin/${name}_fuzz" -max_total_time="$seconds" -timeout=5 -report_slow_units=1 -rss_limit_mb=2048 \
    -detect_leaks=1 -use_value_profile=1 -print_final_stats=1 -artifact_prefix="$found/$name/" "$corpus" \
    >"$folder/$name.log" 2>&1; then
    printf '%-16s %s\n' "$name" "$(grep -E '^Done|stat::(peak_rss|slowest)' "$folder/$name.log" | tr '\n' ' ')"
  else
    echo "$name failed:" && tail -40 "$folder/$name.log"
    return 1
  fi
}

# User seconds of one run of one input, the fastest of three.
cpu_seconds() {
  local TIMEFORMAT=%U
  for _ in 1 2 3; do { time "$1" -timeout=60 "$2" >/dev/null 2>&1; } 2>&1; done | sort -n | head -1
}

status=0
for name in cron_expression crontab cronjob_yaml; do
  while (($(jobs -rp | wc -l) >= 2)); do wait -n || status=1; done
  fuzz "$name" &
done
while [[ -n $(jobs -p) ]]; do wait -n || status=1; done

for input in "$found"/*/slow-unit-*; do
  [[ -e $input ]] || continue
  name=$(basename "$(dirname "$input")")
  took=$(cpu_seconds "$folder/bin/${name}_fuzz" "$input")
  echo "$name: $input took over 1 s, alone $took s of CPU time"
  awk -v took="$took" 'BEGIN { exit !(took < 1) }' || status=1
done
exit $status
