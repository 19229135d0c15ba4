#!/bin/sh
# Optional parts against other ways, in TypeScript. ROWS is how many rows the table has, ROUNDS how often each way is
# measured.
set -eu
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
for own in node_modules/node-*/bin/node; do
  if [ -x "$own" ]; then node=$PWD/$own; fi
done
(cd ../../.. && go run ./cmd/sqg bench/parts/typescript/sqg.yaml > /dev/null)
"$node" node_modules/typescript/bin/tsc -p .
"$node" node_modules/prettier/bin/prettier.cjs --check --log-level=warn src
exec "$node" build/src/main.js
