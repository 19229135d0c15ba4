#!/bin/sh
# Optional parts against other ways, in Python. ROWS is how many rows the table has, ROUNDS how often each way is
# measured.
set -eu
cd "$(dirname "$0")"
[ -x .venv/bin/python ] || python3 -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
(cd ../../.. && go run ./cmd/sqg bench/parts/python/sqg.yaml > /dev/null)
exec .venv/bin/python -B main.py
