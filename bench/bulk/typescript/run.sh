#!/usr/bin/env bash
# Compares the generated appenders of pg and postgres.js with other ways of inserting, on a PostgreSQL of its own with
# the settings that initdb leaves. ROWS is the largest number of rows (1000000), LEAST the smallest (10), ROUNDS how
# often each way is run (9). The argument crossover measures from how many rows on COPY is faster than INSERT.
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
exec go run ../../../internal/pgserver/cmd/pgtest -stock -tcp -- \
  "$node" --expose-gc "build/typescript/src/${1:-bench}.js" "${ROWS:-1000000}" "${ROUNDS:-9}" target/bulk.jsonl
