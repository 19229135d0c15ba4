#!/usr/bin/env bash
# Compares the generated appender with other ways of inserting, into a database on disk. ROWS is the largest number of
# rows (1000000), ROUNDS how often each way is run (5).
set -euo pipefail
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
node=node
for own in node_modules/node-*/bin/node; do
  if [ -x "$own" ]; then node=$PWD/$own; fi
done
go run ../../../cmd/sqg sqg.yaml
"$node" node_modules/typescript/bin/tsc -p .
mkdir -p target
exec "$node" --expose-gc build/duckdb-typescript/src/bench.js "${ROWS:-1000000}" "${ROUNDS:-5}" target
