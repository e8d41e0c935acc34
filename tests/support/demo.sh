#!/usr/bin/env bash
# demo.sh sqlite|mysql: one export from request to file, on 100,000 sample rows, in build/demo.
set -euo pipefail
backend=${1:?sqlite or mysql}
top=$(cd "$(dirname "$0")/../.." && pwd)
bin=$top/build/bin
demo=$top/build/demo/$backend
data=$top/tests/data/demo/$backend.sql
rm -rf "$demo"
mkdir -p "$demo/exports"

# Nothing of the caller's own settings takes part.
unset "${!ONESHOT_@}"
export ONESHOT_REPORTS=$top/docs/examples/reports.toml ONESHOT_EXPORT_DIR=$demo/exports

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
shown() { printf '$ %s\n' "$*"; "$@"; }
seconds_between() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", b - a }'; }

wait_until() {  # wait_until COMMAND...: at most 60 s
  for _ in $(seq 600); do "$@" >/dev/null 2>&1 && return; sleep 0.1; done
  echo "gave up waiting for: $*" >&2
  return 1
}

servers=()
stop_servers() { [[ ${#servers[@]} -eq 0 ]] || { kill "${servers[@]}" 2>/dev/null; wait; } || true; }
trap stop_servers EXIT

# On a port that nobody else has: the one that answers must be the one started here.
start_redis() {
  for _ in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 20000))
    redis-server --port $port --bind 127.0.0.1 --save '' --appendonly no --dir "$demo" >"$demo/redis.log" 2>&1 &
    local pid=$!
    for _ in $(seq 100); do
      kill -0 $pid 2>/dev/null || break
      if redis-cli -p $port INFO server 2>/dev/null | grep -q "^process_id:$pid"; then
        servers+=($pid)
        export ONESHOT_REDIS=redis://127.0.0.1:$port/0
        return
      fi
      sleep 0.1
    done
    kill $pid 2>/dev/null || true
  done
  echo "redis-server does not start, see $demo/redis.log" >&2
  return 1
}

start_servers() {
  # Sockets in a folder with a short name: a socket's path holds 107 bytes.
  sockets=$(mktemp -d)
  trap 'stop_servers; rm -rf "$sockets"' EXIT
  local user=() PATH=$PATH:/usr/sbin
  [[ $(id -u) != 0 ]] || user=(--user=root)
  mariadb-install-db --no-defaults "${user[@]}" --datadir="$demo/data" --auth-root-authentication-method=normal \
    --skip-test-db >"$demo/install.log" 2>&1
  mariadbd --no-defaults "${user[@]}" --datadir="$demo/data" --socket="$sockets/mariadb" --pid-file="$demo/pid" \
    --skip-networking --character-set-server=utf8mb4 >"$demo/mariadb.log" 2>&1 &
  servers+=($!)
  start_redis
  wait_until mariadb --no-defaults -uroot -S "$sockets/mariadb" -e 'SELECT 1'
  mariadb --no-defaults -uroot -S "$sockets/mariadb" -e 'CREATE DATABASE demo CHARACTER SET utf8mb4'
}

say "1. 100,000 sample rows ($backend)"
if [[ $backend == mysql ]]; then
  start_servers
  mariadb --no-defaults --default-character-set=utf8mb4 -uroot -S "$sockets/mariadb" demo <"$data"
  export ONESHOT_DB="mysql://root@/demo?socket=$sockets/mariadb"
else
  sqlite3 "$demo/demo.db" <"$data"
  export ONESHOT_DB=sqlite:$demo/demo.db
fi
shown "$bin/db-migrate" --log-level warn

say "2. Submit: when the id is printed, the row is committed"
id=$("$bin/export-submit" tasks --user 1 -p since='2025-01-01 00:00:00' --log-level warn)
echo "\$ export-submit tasks --user 1 -p since='2025-01-01 00:00:00'"
echo "$id"

say "3. Run: one pass, events in $demo/export-run.log"
began=$(date +%s.%N)
"$bin/export-run" --limit 1 2>"$demo/export-run.log" &
run=$!
# A pass that cannot begin leaves the task waiting: then nothing is left to watch.
timeout 300 "$bin/export-status" "$id" --watch --log-level warn &
watch=$!
wait $run || { code=$?; kill $watch 2>/dev/null; cat "$demo/export-run.log" >&2; exit $code; }
ended=$(date +%s.%N)
wait $watch || true
echo "export-run took $(seconds_between "$began" "$ended") s"

say "4. Status"
shown "$bin/export-status" "$id" --json --log-level warn

say "5. The file"
shown "$bin/export-download" "$id" --log-level warn
