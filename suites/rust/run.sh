#!/bin/sh
# Generates the corpus as Rust and checks it: formatted, without a word of clippy, and right against real databases.
# Needs Go and cargo. The tests have a server of PostgreSQL of their own, which is gone afterwards;
# SQG_TEST_POSTGRES_URL names another.
set -u
cd "$(dirname "$0")" || exit 3
export SQG_POSTGRES_EXTENSIONS="$PWD/../../corpus/spatial/postgis" # a stand-in for PostGIS

if [ -z "${SQG_TEST_POSTGRES_URL:-}" ]; then
  here=$PWD
  exec go run -C ../.. ./internal/pgserver/cmd/pgtest -scanner -vector -- "$here/run.sh" "$@"
fi

# The crate duckdb is linked with the library that sqg has, which takes no quarter of an hour to build.
DUCKDB_LIB_DIR=$(dirname "$(go run -C ../.. ./cmd/sqg prefetch duckdb | sed 's/.* //')")
export DUCKDB_LIB_DIR LD_LIBRARY_PATH="$DUCKDB_LIB_DIR"

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

check "generating the code" sh -c "go run -C ../.. ./cmd/sqg suites/rust/sqg.yaml && go run ./glue pg sqlite duckdb && go run ./alone && go run -C ../.. ./cmd/sqg suites/rust/src/alone/sqg.yaml"
check "an imported project" go test -C ../.. -count=1 ./internal/cli/importcmd -run TestLarge/sqlx -projects "$PWD/src"
check "listing their texts" sh -c "go run -C ../.. ./cmd/sqg inspect --texts suites/texts.yaml >texts.json"
check "rustfmt" rustfmt --edition 2024 --check src/lib.rs
check "rustfmt of the golden code" rustfmt --edition 2024 --check ../../internal/compile/testdata/code/*.rs \
  ../../internal/compile/testdata/surface/*.rs
check "clippy" cargo clippy --locked --quiet --lib -- -D warnings
check "each helper and each statement alone" cargo check --locked --quiet --bench alone
echo "contract tests"
output=$(cargo test --locked --quiet 2>&1)
status=$?
printf '%s\n' "$output"
tested=$(printf '%s\n' "$output" | sed -n 's/.*\. \([0-9]*\) passed; \([0-9]*\) failed; \([0-9]*\) ignored.*/\1 passed, \2 failed, \3 skipped/p
/^[0-9]* passed, /p')
[ -n "$tested" ] || failed=$((failed + 1))
skipped=0
while read -r p _ f _ s _; do
  passed=$((passed + ${p:-0})) failed=$((failed + ${f:-0})) skipped=$((skipped + ${s:-0}))
done <<END
$tested
END
# A test program that panics counts nothing.
[ $status -eq 0 ] || [ $failed -gt 0 ] || failed=1
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
