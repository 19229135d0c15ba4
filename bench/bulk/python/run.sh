#!/bin/sh
# Compares the generated appenders with other ways of inserting, on a PostgreSQL of its own with the settings that initdb
# leaves. ROWS is the number of rows (1000000), ROUNDS how often each way is run (7), WAYS which (all), PYTHON names another
# interpreter.
set -eu
cd "$(dirname "$0")"
if [ -z "${SQG_TEST_POSTGRES_URL:-}" ]; then
  go run ../../../cmd/sqg sqg.yaml
  [ -x .venv/bin/python ] || "${PYTHON:-python3}" -m venv .venv
  .venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
  exec go run ../../../internal/pgserver/cmd/pgtest -stock -tcp -- ./run.sh
fi
ROWS=${ROWS:-1000000} ROUNDS=${ROUNDS:-7} exec .venv/bin/python bench.py
