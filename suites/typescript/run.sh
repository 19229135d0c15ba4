#!/bin/sh
# Generates the corpus as TypeScript, installs what package-lock.json pins, checks the code and runs the contract tests
# against every driver.
set -eu
cd "$(dirname "$0")"
export SQG_POSTGRES_EXTENSIONS="$PWD/../../corpus/spatial/postgis" # a stand-in for PostGIS
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error

# better-sqlite3 needs Node 22, newer than what may be installed: the lock file has one.
node=node
for own in node_modules/node-*/bin/node; do
  if [ -x "$own" ]; then node=$PWD/$own; fi
done

passed=0
failed=0
step() {
  name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "failed: $name"
  fi
}

step "generating the code" sh -c "git clean -fdXq gen && go run ../../cmd/sqg sqg.yaml"
for project in sqg-0.x pgtyped; do
  step "an imported project of $project" go test -C ../.. -count=1 ./internal/cli/importcmd \
    -run "TestLarge/$project" -projects "$PWD/gen/imported"
done
step "listing their texts" sh -c "go run ../../cmd/sqg inspect --texts ../texts.yaml >texts.json"
prelude=../../internal/render/typescript/prelude
rm -rf build
# TypeScript 7 compiles all, to the same bytes as TypeScript 5 does, in a quarter of the time. What takes minutes looks
# at every unit with one driver of each engine, for SQLite also with one that waits, and at one unit of each driver and
# option: TypeScript 5, and Prettier; at that unit alone: ESLint.
step "TypeScript 7" env GOGC=300 "$node" node_modules/typescript-7/bin/tsc -p .
step "TypeScript 5" "$node" node_modules/typescript/bin/tsc -p tsconfig.5.json
step "examples in the documentation" sh -c '"$0" build/src/snippets.js &&
  (cd ../.. && for page in suites/typescript/snippets/*/; do go run ./cmd/sqg "$page/sqg.yaml" >/dev/null || exit 1; done) &&
  "$0" node_modules/typescript/bin/tsc -p tsconfig.snippets.json' "$node"
step "ESLint" "$node" node_modules/eslint/bin/eslint.js 'gen/**/*results.ts' gen/options src test
step "Prettier" "$node" node_modules/prettier/bin/prettier.cjs --check --log-level=warn \
  'gen/**/*results.ts' gen/better-sqlite3 gen/libsql gen/pg gen/duckdb gen/options gen/dates gen/few gen/layout gen/runner \
  gen/scratch src test "$prelude" ../../internal/compile/testdata
step "prelude compiles" "$node" node_modules/typescript/bin/tsc -p tsconfig.prelude.json

# PostgreSQL's tests get a server of their own, which is gone afterwards.
(cd ../.. && go build -o suites/typescript/build/pgtest ./internal/pgserver/cmd/pgtest)
skipped=0
contract() {
  server=$1
  shift
  report=build/report.tap
  # shellcheck disable=SC2086 # several options
  build/pgtest -tcp $server -- "$node" --test --test-timeout=240000 --test-reporter=tap --test-reporter-destination="$report" "$@" || true
  count() { sed -n "s/^# $1 //p" "$report"; }
  passed=$((passed + $(count pass)))
  failed=$((failed + $(count fail) + $(count cancelled)))
  skipped=$((skipped + $(count skipped) + $(count todo)))
  grep -A12 '^ *not ok' "$report" || true
}
contract '-scanner -vector -pooler' 'build/test/*.test.js'
# Bun runs the tests of its own driver.
bun=$(echo node_modules/@oven/bun-*/bin/bun)
rm -f build/bun.xml
"$bun" test --timeout=240000 --reporter=junit --reporter-outfile=build/bun.xml \
  build/test/bulk.test.js build/test/contract.test.js build/test/gathered.test.js build/test/histories.test.js \
  build/test/migrations.test.js build/test/results.test.js build/test/sorted.test.js build/test/statements.test.js \
  build/test/transactions.test.js build/test/values.test.js >build/bun.log 2>&1 || grep -v '^(pass)' build/bun.log
count() { sed -n "s/^<testsuites .* $1=\"\([0-9]*\)\".*/\1/p" build/bun.xml; }
passed=$((passed + $(count tests) - $(count failures) - $(count skipped)))
failed=$((failed + $(count failures)))
skipped=$((skipped + $(count skipped)))
# An older server may say something else of values.
contract "-version 16.15.0" build/test/postgres-types.test.js build/test/postgres-bulk.test.js
if [ "$skipped" -gt 0 ] && [ "${CI:-}" = true ]; then
  failed=$((failed + skipped))
fi
echo "typescript: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
