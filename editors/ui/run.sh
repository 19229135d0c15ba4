#!/usr/bin/env bash
# Bundles packages for the page of `sqg ui`, where the next build of sqg takes it from, and for the playground, and
# checks the form of the page itself, or with --write mends it. Needs Node.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
node node_modules/esbuild/install.js
check=--check
if [ "${1:-}" = --write ]; then check=--write; fi
node node_modules/prettier/bin/prettier.cjs --print-width 120 --log-level warn $check ./*.*js \
  ../../internal/cli/ui/page/[!p]*.js ../../site/{,playground/}*.mjs ../../site/playground/page/*.js
# A build of sqg that runs meanwhile has one bundle or the other, and never half of one.
bundle=../../internal/cli/ui/page/packages.js
node build.mjs index.js dist/packages.js
node build.mjs xz.js dist/xz.js
cmp -s dist/packages.js "$bundle" || mv dist/packages.js "$bundle"
