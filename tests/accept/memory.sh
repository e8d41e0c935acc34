#!/usr/bin/env bash
# Peak memory of export-run at 1,000,000 rows x 10 columns: within 1.2 times that at 100,000 rows, and under 64 MiB.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
unset "${!ONESHOT_@}"
export ONESHOT_REPORTS=$top/docs/examples/reports.toml ONESHOT_EXPORT_DIR=$room ONESHOT_LOG_LEVEL=warn
peak_of() {  # peak_of ROWS: kilobytes
  export ONESHOT_DB=sqlite:$room/$1.db
  "$top/build/bin/db-migrate"
  sqlite3 "$room/$1.db" <"$top/tests/data/demo/sqlite.sql"
  local copies=$(($1 / 100000 - 1))
  for copy in $(seq "$copies"); do
    sqlite3 "$room/$1.db" "INSERT INTO t_task SELECT id + $copy * 10000000, title, status, priority, assignee_id, progress, due_at, created_at, updated_at, remark FROM t_task WHERE id < 10000000"
  done
  "$top/build/bin/export-submit" tasks >/dev/null
  /usr/bin/time -f %M -o "$room/peak" "$top/build/bin/export-run"
  [[ $("$top/build/bin/export-status" 1 --json) == *"\"writtenRows\":$1,"* ]] || { echo "not $1 rows" >&2; return 1; }
  cat "$room/peak"
}
small=$(peak_of 100000)
large=$(peak_of 1000000)
echo "peak RSS: $small KiB at 100,000 rows, $large KiB at 1,000,000 rows"
((large * 10 <= small * 12 && large < 65536))
