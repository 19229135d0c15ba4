#!/usr/bin/env bash
# Loads the sensor readings into PostgreSQL and DuckDB with every driver and compares what the programs print with what
# is computed without a database. Each program gets a server of its own, which is gone when the program ends, or a new
# file.
#
#     examples/sensors/run.sh [typescript|python|java|go|rust]…     all five by default
#     ROWS=1000000 examples/sensors/run.sh                       a million rows instead of 20,000
#
# Needs Go, Python 3.10 or newer, for TypeScript npm, for Java a JDK 17 or newer and Maven, for Rust cargo.
set -uo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- typescript python java go rust
rows=${ROWS:-20000}

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

# report GENERATOR EXPECTED COMMAND…: runs a program and compares what it prints with a file.
report() {
  local name=$1 expected=$2
  shift 2
  if "$@" > "$work/report" 2> "$work/errors" && diff "$work/$expected" "$work/report"; then
    passed=$((passed + 1))
    echo "ok    $name"
  else
    failed=$((failed + 1))
    echo "FAIL  $name"
  fi
  tail -n 20 "$work/errors"
}

# on_server GENERATOR URL COMMAND…: runs a program with the URL of an empty database as its last argument; URL is what
# the driver takes, with the server's variables in it.
on_server() {
  local name=$1 url=$2
  shift 2
  report "$name" expected "$work/pgtest" -tcp -- sh -c "\"\$@\" \"$url\"" sh "$@"
}

# on_duckdb LANGUAGE COMMAND…: runs a program with the file of a new database as its last argument.
on_duckdb() {
  local language=$1
  shift
  report "$language/duckdb" expected_duckdb "$@" "$work/$language.duckdb"
}

typescript() (
  cd typescript
  [ -e node_modules/.package-lock.json ] || npm ci --ignore-scripts --no-audit --no-fund || exit 1
  node_modules/.bin/tsc
)

step "generating code" ./generate.sh "$rows" || exit 1
checksum=$(tail -n 1 "$work/step")
step "building pgtest" sh -c 'cd ../.. && go build -o "$1" ./internal/pgserver/cmd/pgtest' sh "$work/pgtest" || exit 1
python3 -B expected.py "$rows" > "$work/expected" || exit 1
python3 -B expected.py "$rows" "$checksum" > "$work/expected_duckdb" || exit 1

url='$SQG_TEST_POSTGRES_URL'
for language in "$@"; do
  case $language in
    typescript)
      step "compiling TypeScript" typescript || continue
      step "formatting of TypeScript" typescript/node_modules/.bin/prettier --check typescript/src typescript/gen
      for driver in pg postgres; do
        on_server "typescript/postgres/$driver" "$url" node typescript/build/src/main.js "$driver" "$rows"
      done
      on_duckdb typescript node typescript/build/src/main.js duckdb "$rows"
      ;;
    python)
      for driver in psycopg asyncpg; do
        on_server "python/postgres/$driver" "$url" python/.venv/bin/python -B "python/${driver}_main.py" "$rows"
      done
      on_duckdb python python/.venv/bin/python -B python/duckdb_main.py "$rows"
      ;;
    java)
      for engine in postgres duckdb; do
        step "compiling Java for $engine" mvn -q -B -f java/pom.xml "-Dengine=$engine" package || continue 2
      done
      on_server java/postgres 'jdbc:postgresql://$PGHOST:$PGPORT/$PGDATABASE?user=$PGUSER' \
        java -cp "java/target/postgres/classes:$(cat java/target/postgres/classpath)" sensors.Main "$rows"
      on_duckdb java java -cp "java/target/duckdb/classes:$(cat java/target/duckdb/classpath)" sensors.WithArchive "$rows"
      ;;
    go)
      step "formatting of Go" sh -c 'test -z "$(gofmt -l go)"'
      for driver in pgx duckdb; do
        step "vetting Go for $driver" go vet -C go -tags "$driver" ./... || continue 2
        step "compiling Go for $driver" go build -C go -tags "$driver" -o "$work/go-$driver" . || continue 2
      done
      on_server go/postgres "$url" "$work/go-pgx" "$rows"
      on_duckdb go "$work/go-duckdb" "$rows"
      ;;
    rust)
      # The crate duckdb is linked with the library that sqg has, which takes no quarter of an hour to build.
      DUCKDB_LIB_DIR=$(dirname "$(../../bin/sqg prefetch duckdb | sed 's/.* //')")
      export DUCKDB_LIB_DIR LD_LIBRARY_PATH=$DUCKDB_LIB_DIR
      built=${CARGO_TARGET_DIR:-rust/target}/debug/sensors
      step "formatting of Rust" cargo fmt --manifest-path rust/Cargo.toml --check
      for driver in postgres duckdb; do
        features=(--quiet --locked --manifest-path rust/Cargo.toml --no-default-features --features "$driver")
        step "clippy of Rust for $driver" cargo clippy "${features[@]}" -- -D warnings || continue 2
        step "compiling Rust for $driver" cargo build "${features[@]}" && cp "$built" "$work/rust-$driver" || continue 2
      done
      on_server rust/postgres "$url" "$work/rust-postgres" "$rows"
      on_duckdb rust "$work/rust-duckdb" "$rows"
      ;;
    *)
      echo "unknown language $language"
      exit 2
      ;;
  esac
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
