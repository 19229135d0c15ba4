#!/usr/bin/env bash
# Generates the music shop's code, runs its programs with every driver, and compares what they print with what the oracle
# computes without SQL.
#
#     examples/music/run.sh [typescript|python|java]…     all three by default
#
# Needs Go, Python 3.10 or newer, for TypeScript npm, for Java a JDK 17 or newer and Maven. Drivers and compilers come from
# the package registries at the versions that the lock files and pom.xml name.
set -uo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- typescript python java

passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# count LINE: adds a check's closing line to the total.
count() {
  [[ $1 =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]]
  passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
}

# report GENERATOR COMMAND…: runs a program with a database to make as its last argument, and checks its report.
report() {
  local name=$1 output
  local database="$work/${name//\//-}.db"
  shift
  if ! "$@" "$database" > "$work/report" 2> "$work/errors"; then
    echo "$name: the program failed"
    tail -n 20 "$work/errors"
    failed=$((failed + 1))
    return
  fi
  output=$(python3 -B check.py report "$name" "$work/report")
  echo "$output"
  count "$(tail -n 1 <<< "$output")"
}

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

typescript() (
  cd typescript
  [ -e node_modules/.package-lock.json ] || npm ci --ignore-scripts --no-audit --no-fund || exit 1
  node_modules/.bin/tsc
)

# A Node that has node:sqlite: the one on the PATH, else the one among the packages.
newer_node() {
  if node -e 'require("node:sqlite")' 2> /dev/null; then
    echo node
  else
    ls "$PWD"/typescript/node_modules/node-*/bin/node | head -n 1
  fi
}

step "building sqg" sh -c 'cd ../.. && go build -o bin/sqg ./cmd/sqg' || exit 1
step "generating code" ../../bin/sqg sqg.yaml || exit 1
step "making the data" python3 -B seed.py || exit 1
step "the oracle" python3 -B oracle --check && passed=$((passed + 1))

for language in "$@"; do
  case $language in
    typescript)
      step "compiling TypeScript" typescript || continue
      step "formatting of TypeScript" typescript/node_modules/.bin/prettier --check typescript/src typescript/gen
      node=$(newer_node)
      for driver in better-sqlite3 node libsql turso; do
        report "typescript/sqlite/$driver" "$node" --no-warnings typescript/build/src/main.js "$driver" data
      done
      ;;
    python) report python/sqlite python3 -B python/main.py data ;;
    java)
      step "compiling Java" mvn -q -B -f java/pom.xml package || continue
      report java/sqlite java -cp "java/target/classes:$(cat java/target/classpath)" shop.Main data
      ;;
    *)
      echo "unknown language $language"
      exit 2
      ;;
  esac
done
output=$(python3 -B check.py databases "$work"/*.db)
echo "$output"
count "$(tail -n 1 <<< "$output")"
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
