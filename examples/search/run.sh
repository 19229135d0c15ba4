#!/usr/bin/env bash
# Generates the catalogue's code, and tests its programs over HTTP: check.py starts each on an empty database.
#
#     examples/search/run.sh [typescript|go]…     both by default
#
# Needs Go, Python 3.10 or newer, and for TypeScript npm. A program on PostgreSQL gets a server of its own, which is
# gone when the program ends.
set -uo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- typescript go

passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# step NAME COMMAND…: something that must work before programs can run.
step() {
  local name=$1
  shift
  if ! "$@" > "$work/step" 2>&1; then
    echo "$name failed"
    tail -n 20 "$work/step"
    failed=$((failed + 1))
    return 1
  fi
}

# tested NAME COMMAND…: adds the closing line of a program's tests to the total.
tested() {
  local name=$1
  shift
  "$@" > "$work/tests" 2>&1
  if [[ $(tail -n 1 "$work/tests") =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    echo "$name: ${BASH_REMATCH[0]}"
    [ "${BASH_REMATCH[2]}" -eq 0 ] || cat "$work/tests"
  else
    failed=$((failed + 1))
    echo "$name: the tests did not end"
    tail -n 20 "$work/tests"
  fi
}

on_sqlite() {
  local name=$1
  shift
  tested "$name" python3 -B check.py "$@" "$work/${name//\//-}.db"
}

on_postgres() {
  local name=$1
  shift
  tested "$name" "$work/pgtest" -tcp -- sh -c 'python3 -B check.py "$@" "$SQG_TEST_POSTGRES_URL"' sh "$@"
}

typescript() (
  cd typescript
  [ -e node_modules/.package-lock.json ] || npm ci --ignore-scripts --no-audit --no-fund || exit 1
  node_modules/.bin/tsc && node_modules/.bin/prettier --check src gen
)

golang() (
  cd go
  [ -z "$(gofmt -l .)" ] && go vet . && go vet -tags postgres . &&
    go build -o "$work/go-sqlite" . && go build -tags postgres -o "$work/go-postgres" .
)

step "building sqg" sh -c 'cd ../.. && go build -o bin/sqg ./cmd/sqg' || exit 1
step "building pgtest" sh -c 'cd ../.. && go build -o "$1" ./internal/pgserver/cmd/pgtest' sh "$work/pgtest" || exit 1
step "generating code for SQLite" ../../bin/sqg sqlite/sqg.yaml || exit 1
step "generating code for PostgreSQL" ../../bin/sqg postgres/sqg.yaml || exit 1

for language in "$@"; do
  case $language in
    typescript)
      step "compiling TypeScript" typescript || continue
      node=$(ls "$PWD"/typescript/node_modules/node-*/bin/node | head -n 1) # it has node:sqlite
      on_sqlite typescript/sqlite "$node" --no-warnings typescript/build/src/main.js
      on_postgres typescript/postgres "$node" --no-warnings typescript/build/src/main.js
      ;;
    go)
      step "compiling Go" golang || continue
      on_sqlite go/sqlite "$work/go-sqlite"
      on_postgres go/postgres "$work/go-postgres"
      ;;
    *)
      echo "unknown language $language"
      exit 2
      ;;
  esac
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
