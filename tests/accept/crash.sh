#!/usr/bin/env bash
# The crash tests that `make test` runs in a smaller size: SIGTERM at each tenth and at the end of 1,000,000 rows, and a disk that
# fills up at every page of its file system (a tmpfs counts in 4 KiB).
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
export ONESHOT_INTERRUPTED_ROWS=1000000 ONESHOT_DISK_STEP_KIB=4
"$top/build/bin/crash_tests" --durations yes "SIGTERM *","a disk that fills up*"
