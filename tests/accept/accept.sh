#!/usr/bin/env bash
# The long checks, one after the other; ends with what passed, what failed, and what could not be run.
set -uo pipefail
cd "$(dirname "$0")"
passed=0 failed=0 skipped=0
check() {  # check NAME COMMAND...
  echo "== $1"
  "${@:2}"
  case $? in
    0) passed=$((passed + 1)) ;;
    2) skipped=$((skipped + 1)); echo "could not be run: $1" ;;
    *) failed=$((failed + 1)); echo "FAILED: $1" ;;
  esac
}
check "memory at 1,000,000 rows" ./memory.sh
check "LibreOffice opens the workbook" ./libreoffice.sh
check "SIGTERM in 1,000,000 rows, a disk that fills up anywhere" ./crash.sh
check "kill storm, 10 minutes in 5 seeds on each backend" ./storm.sh
check "types and faults on MySQL" ./mysql.sh
check "tests under AddressSanitizer" make -C ../.. asan
check "tests under ThreadSanitizer" make -C ../.. tsan
check "make demo on a bare Debian 12" ./bare-root.sh
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0))
