#!/bin/sh
# Generates the corpus as Go and checks it: formatted, vetted by go vet and staticcheck, and right against real
# databases. Needs Go. The tests for PostgreSQL have a server of their own, which is gone afterwards;
# SQG_TEST_POSTGRES_URL names another.
set -u
cd "$(dirname "$0")" || exit 3
export SQG_POSTGRES_EXTENSIONS="$PWD/../../corpus/spatial/postgis" # a stand-in for PostGIS

if [ -z "${SQG_TEST_POSTGRES_URL:-}" ]; then
  here=$PWD
  exec go run -C ../.. ./internal/pgserver/cmd/pgtest -scanner -vector -pooler -- "$here/run.sh" "$@"
fi

passed=0 failed=0
check() {
  name=$1
  shift
  if output=$("$@" 2>&1); then
    passed=$((passed + 1))
    echo "ok    $name"
  else
    failed=$((failed + 1))
    printf 'FAIL  %s\n%s\n' "$name" "$output"
  fi
}

check "generating the code" sh -c "git clean -fdXq gen gen-divided && go run -C ../.. ./cmd/sqg suites/go/sqg.yaml && go run ./units && gofmt -w gen/units.go"
check "listing their texts" sh -c "go run -C ../.. ./cmd/sqg inspect --texts suites/texts.yaml >texts.json"
check "an imported project" go test -C ../.. -count=1 ./internal/cli/importcmd -run TestLarge/sqlc -projects "$PWD/gen/imported"
check "gofmt" sh -c 'out=$(gofmt -l . ../../internal/compile/testdata); echo "$out"; [ -z "$out" ]'
# Nearly all of the time to compile is that of the generated code, 330,000 lines, twice: without inlining it takes three
# fifths. Linters, which compile what they look at, share it.
GOFLAGS="$(go env GOFLAGS) -gcflags=./gen/...=-l"
export GOFLAGS
# The tag is for mattn's driver, whose SQLite has FTS5 with it only; C is compiled anew for other tags.
tags=sqlite_fts5
check "go vet" go vet -tags $tags ./...
check "staticcheck" go tool staticcheck -tags $tags ./...
check "go vet, DuckDB with Arrow" go vet -tags duckdb_arrow,$tags . ./gen/duckdb/...
check "staticcheck, DuckDB with Arrow" go tool staticcheck -tags duckdb_arrow,$tags . ./gen/duckdb/rows ./gen/duckdb/appender
# What runs at once runs with the race detector, which makes the rest of the tests take three times as long; what does
# not depend on the tag runs so alone.
check "DuckDB with Arrow, and what runs at once" go test -vet=off -timeout 30m -count=1 -race -tags duckdb_arrow,$tags \
  -run 'TestDuckdb|TestKilled|TestPgx|TestPrepared|TestSQLite' -skip 'Test(Pgx|SQLite)Values' .
echo "contract tests"
tests() { go test -vet=off -timeout 30m -count=1 -tags $tags -json "$@"; }
output=$({
  tests -skip '^Test(Killed|Prepared|(Pgx|SQLite)[^V])' .
  tests ./transactions ./scratch ./presets ./pooled ./imported
} | go run -C ../.. ./internal/gotest)
printf '%s\n' "$output"
counts=$(printf '%s\n' "$output" | grep -E '^[0-9]+ passed, [0-9]+ failed' | tail -n 1)
# shellcheck disable=SC2086 # "N passed, N failed, N skipped"
set -- $counts
passed=$((passed + ${1:-0})) failed=$((failed + ${3:-1})) skipped=${5:-0}
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
