#!/usr/bin/env bash
# Builds sqg, generates typed code in five languages from tasks.sql, shows what came out, and runs the Python program
# over it. Needs Go; Python 3.10 or newer runs the program, its own sqlite3 is the only driver. No server.
set -euo pipefail
cd "$(dirname "$0")"

(cd ../.. && go build -o bin/sqg ./cmd/sqg)
sqg=../../bin/sqg

echo "\$ cat tasks.sql"
sed -n '/^-- Open tasks/,/;$/p' tasks.sql
echo
echo "\$ sqg sqg.yaml"
"$sqg" sqg.yaml
wc -l gen/*.* gen/*/*
echo
echo "\$ grep 'def ' gen/tasks.py   # the methods of class Tasks"
sed -n '/^class Tasks:/,/^[^ ]/p' gen/tasks.py | grep -E '^    def [a-z]'
echo

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo "The program needs Python 3.10 or newer, which is not here."
  echo "1 passed, 0 failed, 1 skipped"
  exit 0
fi
echo "\$ python3 main.py"
out=$(python3 -B main.py)
echo "$out"
if diff <(echo "$out") expected.txt; then
  echo "2 passed, 0 failed, 0 skipped"
else
  echo "1 passed, 1 failed, 0 skipped"
  exit 1
fi
