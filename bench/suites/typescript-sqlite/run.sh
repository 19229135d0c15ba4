#!/bin/sh
# Runs the suite with the Node.js that the lock file pins, as node:sqlite needs 22 or newer: run.sh PLAN.
node=node
for own in node_modules/node-*/bin/node; do
  if [ -x "$own" ]; then node=$own; fi
done
exec "$node" --expose-gc build/suites/typescript-sqlite/src/main.js "$1"
