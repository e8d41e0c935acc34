#!/usr/bin/env bash
# Workbooks open in LibreOffice without a word: the demo's, the type tables', and 10,000 rows of random values.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
command -v soffice >/dev/null || { echo "libreoffice is not installed" >&2; exit 2; }

mkdir "$room/books" "$room/read"
book=$(ls "$top"/build/demo/sqlite/exports/*.xlsx | head -1)
cp "$book" "$room/books/demo.xlsx"
# The suites leave the workbooks that they have compared cell by cell with the database.
ONESHOT_TEST_BOOKS=$room/books "$top/build/bin/cmd_tests" --filenames-as-tags --warn NoTests "[#type_table],[#random_values]" \
  >"$room/tests" || { cat "$room/tests"; exit 1; }

HOME=$room soffice --headless --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76,1' --outdir "$room/read" "$room"/books/*.xlsx \
  >"$room/log" 2>&1
if grep -vE '^convert .* -> .* using filter|^Overwriting|^Warning: failed to launch javaldx' "$room/log"; then
  echo "LibreOffice had something to say" >&2
  exit 1
fi

# Lines may stand within a cell: records are counted, not lines.
/usr/bin/python3 - "$room/read" <<'PY'
import csv, os, sys
wanted = {"demo": 100001, "random-SQLite": 10001, "random-MariaDB": 10001, "types-columns": 9, "types-streamed": 9,
          "types-derived": 9, "sqlite-types-v": 2, "sqlite-types-streamed": 2}
csv.field_size_limit(1 << 30)
bad = False
for name, records in wanted.items():
    path = os.path.join(sys.argv[1], name + ".csv")
    with open(path, encoding="utf-8", newline="") as file:
        read = sum(1 for _ in csv.reader(file))
    print(f"LibreOffice read {read} records of {name}")
    bad = bad or read != records
sys.exit(bad)
PY
