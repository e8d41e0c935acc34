#!/usr/bin/env bash
# Ten minutes of storm on each backend, two with each of five seeds; a seed is printed, to be repeated with ONESHOT_STORM_SEED.
set -uo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
seconds=${ONESHOT_STORM_SECONDS:-120}
failed=()
for seed in ${ONESHOT_STORM_SEEDS:-$(shuf -i 1-4294967295 -n 5)}; do
  echo "seed $seed, $seconds s"
  ONESHOT_STORM_SEED=$seed ONESHOT_STORM_SECONDS=$seconds \
    "$top/build/bin/crash_tests" --filenames-as-tags "[#storm]" || failed+=("$seed")
done
((${#failed[@]} == 0)) || { echo "failed with seeds: ${failed[*]}"; exit 1; }
