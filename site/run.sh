#!/usr/bin/env bash
# Builds the documentation site, which fails on a dead link, and walks through the pages that a reader acts on.
set -uo pipefail
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error || exit 1

# The tutorials need Node 22, newer than what may be installed: the lock file has one.
for own in "$PWD"/node_modules/node-*/bin; do
  if [ -x "$own/node" ]; then PATH=$own:$PATH; fi
done

passed=0 failed=0
step() {
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $*"; fi
}

(cd .. && go build -o bin/sqg ./cmd/sqg) || exit 1
step node node_modules/vitepress/bin/vitepress.js build
step node search.mjs
SQG_SITE=$PWD/dist step go test -count=1 -tags site ./pages
step node chart.mjs --check
if [ ! -f ../internal/cli/ui/page/packages.js ] || [ ! -f ../editors/ui/dist/xz.js ]; then step ../editors/ui/run.sh; fi
step playground/build.sh dist/playground
SQG_PLAYGROUND=$PWD/dist/playground step go test -count=1 -tags playground ./playground
for page in ../docs/tutorials/*.md ../docs/guides/*.md ../docs/recipes/[!R]*.md; do
  step node walkthrough.mjs "$page" ../bin/sqg
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
