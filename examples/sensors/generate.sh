#!/usr/bin/env bash
# Generates the code of all languages; some of it from a Parquet file, which Python writes first.
#
#     examples/sensors/generate.sh [ROWS]        the file's rows, 20,000 by default
#
# Needs Go and Python 3.10 or newer. The last line is a checksum of the file's rows, computed by its formula.
set -euo pipefail
cd "$(dirname "$0")"
(cd ../.. && go build -o bin/ ./cmd/sqg)
../../bin/sqg sqg.yaml
../../bin/sqg duckdb/sqg.yaml
[ -x python/.venv/bin/python ] || python3 -m venv python/.venv
python/.venv/bin/python -m pip install --quiet --disable-pip-version-check -r python/requirements.txt
checksum=$(python/.venv/bin/python -B python/duckdb_formula.py "${1:-20000}" duckdb/archive/readings.parquet)
../../bin/sqg duckdb/archive/sqg.yaml
echo "$checksum"
