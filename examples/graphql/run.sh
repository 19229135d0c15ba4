#!/usr/bin/env bash
# Generates the shop's code, runs its programs, and compares their answers with expected.json.
#
#     examples/graphql/run.sh [typescript|java]…     both by default
#
# Needs Go and Python 3, for TypeScript npm, for Java a JDK 17 or newer and Maven. Each program gets a PostgreSQL server
# of its own, which is gone when the program ends.
set -uo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- typescript java

passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
query='{ customers { name referredBy { name referredBy { name } } lastOrders { id total } } }'

# step NAME COMMAND…: something that must work.
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

# answer COMMAND…: runs a program on a server, and compares its answer with the expected one, as values.
answer() {
  "$work/pgtest" -tcp -- ./client.sh "$@" shop.graphql "$query" > "$work/answer.json" || return 1
  python3 - "$work/answer.json" expected.json << 'END'
import json, sys
got, expected = (json.load(open(name)) for name in sys.argv[1:])
sys.exit(0 if got == expected else f"the answer is not as expected:\n{json.dumps(got, indent=2)}")
END
}

# on_server LANGUAGE COMMAND…
on_server() {
  local name=$1
  shift
  step "$name" answer "$@" && echo "ok $name" && passed=$((passed + 1))
}

typescript() (
  cd typescript
  [ -e node_modules/.package-lock.json ] || npm ci --ignore-scripts --no-audit --no-fund || exit 1
  node_modules/.bin/tsc && node_modules/.bin/prettier --check main.ts gen
)

step "building sqg" sh -c 'cd ../.. && go build -o bin/sqg ./cmd/sqg' || exit 1
step "building pgtest" sh -c 'cd ../.. && go build -o "$1" ./internal/pgserver/cmd/pgtest' sh "$work/pgtest" || exit 1
step "generating code" ../../bin/sqg sqg.yaml || exit 1

for language in "$@"; do
  case $language in
    typescript)
      step "compiling TypeScript" typescript || continue
      on_server typescript node typescript/build/main.js
      ;;
    java)
      step "compiling Java" mvn -q -B -f java/pom.xml package || continue
      on_server java java -cp "java/target/classes:$(cat java/target/classpath)" shop.Main
      ;;
    *)
      echo "unknown language $language"
      exit 2
      ;;
  esac
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
