#!/usr/bin/env bash
# The type table and the given faults on a real MySQL of Debian sid, in a root of its own: another server than
# MariaDB, with a column type for JSON.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
[[ $(id -u) == 0 ]] && command -v mmdebstrap >/dev/null || { echo "needs root and mmdebstrap" >&2; exit 2; }
[[ -x $top/build/bin/cmd_tests ]] || { echo "build/bin/cmd_tests is missing" >&2; exit 1; }

# sid comes from the mirror that this machine's own packages come from.
sources=(/etc/apt/sources.list.d/debian.sources /etc/apt/sources.list)
mirror=$(sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb +(\[[^]]*\] +)?([^ ]+) .*/\2/p' "${sources[@]}" 2>/dev/null | head -1 || true)
[[ -n $mirror ]] || { echo "no Debian mirror is configured" >&2; exit 2; }

root=$(mktemp -d)
server=
finish() {
  [[ -z $server ]] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
  rm -rf --one-file-system "$root"
}
trap finish EXIT
mmdebstrap --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' --include=mysql-server-core,mysql-client-core \
  sid "$root" "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >"$root.log" 2>&1 ||
  { tail -3 "$root.log" >&2; rm -f "$root.log"; echo "the root for MySQL cannot be made" >&2; exit 2; }
rm -f "$root.log"

mkdir -p "$root/data" "$root/run/my"
chroot "$root" mysqld --no-defaults --user=root --initialize-insecure --datadir=/data/d 2>/dev/null
port=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
chroot "$root" mysqld --no-defaults --user=root --datadir=/data/d --secure-file-priv= --socket=/run/my/s.sock \
  --pid-file=/run/my/pid --bind-address=127.0.0.1 --port="$port" --mysqlx=OFF --innodb-flush-log-at-trx-commit=0 \
  --skip-log-bin --cte-max-recursion-depth=1000000 --character-set-server=utf8mb4 --max-allowed-packet=64M --log-error=/data/err.log &
server=$!
chroot "$root" mysqladmin --no-defaults -uroot --socket=/run/my/s.sock --wait=60 ping >/dev/null 2>&1 ||
  { tail -3 "$root/data/err.log" >&2; exit 1; }
chroot "$root" mysql --no-defaults -uroot --socket=/run/my/s.sock -Ne 'SELECT VERSION()'

export ONESHOT_TEST_MYSQL_URL="mysql://root@/mysql?socket=$root/run/my/s.sock"
"$top/build/bin/cmd_tests" --filenames-as-tags --warn NoTests "[#type_table],[#faults],[#file_rules],[#random_values],[#cells]"
