#!/usr/bin/env bash
# Checks, tests and packages the extension of VS Code.
set -uo pipefail
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error || exit 1
node node_modules/esbuild/install.js || exit 1
cp ../../LICENSE LICENSE
for script in check test build package; do
  npm run --silent "$script" || exit 1
done
