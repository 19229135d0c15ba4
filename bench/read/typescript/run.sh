#!/bin/sh
# Generated methods against hand-written code for the driver, and ways to insert: run.sh [read|insert]. ROUNDS is the
# number of samples of each.
set -eu
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
node=node
for own in node_modules/node-*/bin/node; do
  if [ -x "$own" ]; then node=$PWD/$own; fi
done
(cd ../../.. && go run ./cmd/sqg bench/read/typescript/sqg.yaml >/dev/null)
"$node" node_modules/typescript/bin/tsc -p .
"$node" "build/src/${1:-read}.js"
if [ "${1:-}" = insert ]; then
  node_modules/@oven/bun-*/bin/bun build/src/insert.js
fi
