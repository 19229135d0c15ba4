#!/usr/bin/env bash
# Generates the music shop's code, runs its programs with every driver, and compares what they print with what the
# oracle computes without SQL.
#
#     examples/music/run.sh [typescript|python|java|go|rust]…     all five by default
#
# Needs Go, Python 3.10 or newer, for TypeScript npm, for Java a JDK 17 or newer and Maven, for Rust cargo. Drivers and
# compilers come from the package registries at the versions that the lock files and pom.xml name. Each program on
# PostgreSQL gets a server of its own, which is gone when the program ends.
set -uo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- typescript python java go rust

passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# count LINE: adds a check's closing line to the total.
count() {
  [[ $1 =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]]
  passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
}

# report GENERATOR COMMAND…: runs a program, and checks its report.
report() {
  local name=$1 output
  shift
  if ! "$@" > "$work/report" 2> "$work/errors"; then
    echo "$name: the program failed"
    tail -n 20 "$work/errors"
    failed=$((failed + 1))
    return
  fi
  output=$(python3 -B check.py report "$name" "$work/report")
  echo "$output"
  count "$(tail -n 1 <<< "$output")"
}

# on_server GENERATOR COMMAND…: the same with a PostgreSQL server for the program, see postgres/client.sh.
on_server() {
  local name=$1
  shift
  report "$name" "$work/pgtest" -tcp -- postgres/client.sh "$work/${name//\//-}.dump" "$@"
}

# on_duckdb GENERATOR COMMAND…: the same with a new DuckDB database, whose file FILE stands for.
on_duckdb() {
  local name=$1 file="$work/${1%%/*}.duckdb"
  shift
  report "$name" "${@//FILE/$file}"
  step "reading $name's database" python/.venv/bin/python -B check.py dump "$file" "$file.rows"
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
  node_modules/.bin/tsc && node_modules/.bin/tsc --noEmit --customConditions postgres && node_modules/.bin/tsc --noEmit --customConditions duckdb
)

# The drivers of PostgreSQL and DuckDB for Python; two of them read what every program leaves.
python_drivers() {
  [ -x python/.venv/bin/python ] || python3 -m venv python/.venv || return 1
  python/.venv/bin/python -m pip install --quiet --disable-pip-version-check -r python/requirements.txt
}

# A Node that has node:sqlite: the one on the PATH, else the one among the packages.
newer_node() {
  if node -e 'require("node:sqlite")' 2> /dev/null; then
    echo node
  else
    ls "$PWD"/typescript/node_modules/node-*/bin/node | head -n 1
  fi
}

step "building sqg" sh -c 'cd ../.. && go build -o bin/sqg ./cmd/sqg' || exit 1
step "building pgtest" sh -c 'cd ../.. && go build -o "$1" ./internal/pgserver/cmd/pgtest' sh "$work/pgtest" || exit 1
step "generating code" ../../bin/sqg sqg.yaml || exit 1
step "generating code for PostgreSQL" ../../bin/sqg postgres/sqg.yaml || exit 1
step "generating code for DuckDB" ../../bin/sqg duckdb/sqg.yaml || exit 1
step "installing Python's drivers" python_drivers || exit 1
step "making the data" python3 -B seed.py || exit 1
step "the oracle" python3 -B oracle --check && passed=$((passed + 1))

for language in "$@"; do
  case $language in
    typescript)
      step "compiling TypeScript" typescript || continue
      step "formatting of TypeScript" typescript/node_modules/.bin/prettier --check typescript/src typescript/gen
      node=$(newer_node)
      for driver in better-sqlite3 node libsql turso; do
        report "typescript/sqlite/$driver" "$node" --no-warnings typescript/build/src/main.js "$driver" data "$work/$driver.db"
      done
      report typescript/sqlite/bun typescript/node_modules/@oven/bun-*/bin/bun typescript/build/src/main.js bun data "$work/bun.db"
      for driver in pg postgres; do
        on_server "typescript/postgres/$driver" "$node" --conditions=postgres typescript/build/src/main.js "$driver" data
      done
      on_duckdb typescript/duckdb "$node" --conditions=duckdb typescript/build/src/main.js duckdb data FILE
      ;;
    python)
      report python/sqlite python3 -B python/main.py sqlite data "$work/python.db"
      for driver in psycopg asyncpg; do
        on_server "python/postgres/$driver" python/.venv/bin/python -B python/main.py "$driver" data
      done
      on_duckdb python/duckdb python/.venv/bin/python -B python/main.py duckdb data FILE
      ;;
    java)
      for engine in sqlite postgres duckdb; do
        values=$([ "$engine" = sqlite ] && echo plain || echo typed)
        step "compiling Java for $engine" mvn -q -B -f java/pom.xml "-Dengine=$engine" "-Dvalues=$values" package || continue 2
      done
      report java/sqlite java -cp "java/target/sqlite/classes:$(cat java/target/sqlite/classpath)" shop.Main data "jdbc:sqlite:$work/java.db"
      on_server java/postgres java -cp "java/target/postgres/classes:$(cat java/target/postgres/classpath)" shop.Main data
      on_duckdb java/duckdb java -cp "java/target/duckdb/classes:$(cat java/target/duckdb/classpath)" shop.Main data jdbc:duckdb:FILE
      ;;
    go)
      step "formatting of Go" sh -c 'test -z "$(gofmt -l go)"'
      for driver in mattn modernc zombiezen pgx duckdb; do
        step "vetting Go for $driver" go vet -C go -tags "$driver" ./... || continue 2
        step "compiling Go for $driver" go build -C go -tags "$driver" -o "$work/go-$driver" . || continue 2
      done
      for driver in mattn modernc zombiezen; do
        report "go/sqlite/$driver" "$work/go-$driver" data "$work/go-$driver.db"
      done
      on_server go/postgres "$work/go-pgx" data
      on_duckdb go/duckdb "$work/go-duckdb" data FILE
      ;;
    rust)
      # The crate duckdb is linked with the library that sqg has, which takes no quarter of an hour to build.
      DUCKDB_LIB_DIR=$(dirname "$(../../bin/sqg prefetch duckdb | sed 's/.* //')")
      export DUCKDB_LIB_DIR LD_LIBRARY_PATH=$DUCKDB_LIB_DIR
      built=${CARGO_TARGET_DIR:-rust/target}/debug/music
      step "formatting of Rust" cargo fmt --manifest-path rust/Cargo.toml --check
      for driver in sqlite postgres duckdb; do
        features=(--quiet --locked --manifest-path rust/Cargo.toml --no-default-features --features "$driver")
        step "clippy of Rust for $driver" cargo clippy "${features[@]}" -- -D warnings || continue 2
        step "compiling Rust for $driver" cargo build "${features[@]}" && cp "$built" "$work/rust-$driver" || continue 2
      done
      report rust/sqlite "$work/rust-sqlite" data "$work/rust.db"
      on_server rust/postgres "$work/rust-postgres" data
      on_duckdb rust/duckdb "$work/rust-duckdb" data FILE
      ;;
    *)
      echo "unknown language $language"
      exit 2
      ;;
  esac
done
for engine in db dump duckdb.rows; do
  output=$(python3 -B check.py databases "$work"/*."$engine")
  echo "$output"
  count "$(tail -n 1 <<< "$output")"
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
