#!/bin/sh
# Compares the generated bulk inserts with other ways into a DuckDB on disk. ROWS is the number of rows (1000000), ROUNDS
# how often each way is run (5), WAYS which (all), PYTHON names another interpreter.
set -eu
cd "$(dirname "$0")"
go run ../../../cmd/sqg sqg.yaml
[ -x .venv/bin/python ] || "${PYTHON:-python3}" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
exec .venv/bin/python bench.py
