#!/usr/bin/env bash
# The demo's workbook opens in LibreOffice, and its cells come out as they were stored.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
command -v soffice >/dev/null || { echo "libreoffice is not installed" >&2; exit 2; }
book=$(ls "$top"/build/demo/sqlite/exports/*.xlsx | head -1)
cp "$book" "$room/book.xlsx"
HOME=$room soffice --headless --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76,1' --outdir "$room" "$room/book.xlsx" >"$room/log" 2>&1
lines=$(wc -l <"$room/book.csv")
echo "LibreOffice read $lines lines"
((lines >= 100001))
