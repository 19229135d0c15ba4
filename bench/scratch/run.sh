#!/usr/bin/env bash
# Times test databases: makes one of each engine and drops it again, the engines of a language in turns.
#
#     bench/scratch/run.sh [go|python|typescript|java|rust]…     all by default; ROUNDS=21
#
# Needs what the suites have installed: run suites/LANGUAGE/run.sh before.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- go python typescript java rust
root=$(cd ../.. && pwd)
export ROUNDS=${ROUNDS:-21}
if [ -z "${SQG_TEST_POSTGRES_URL:-}" ]; then
  exec go run -C "$root" ./internal/pgserver/cmd/pgtest -tcp -scanner -vector -- "$root/bench/scratch/run.sh" "$@"
fi
export SQG_POSTGRES_EXTENSIONS="$root/corpus/spatial/postgis" # what the suites' statements have
export DATABASE_URL=$SQG_TEST_POSTGRES_URL
go build -C "$root" -o bin/sqg ./cmd/sqg
rm -rf target
"$root/bin/sqg" sqg.yaml > /dev/null
echo "| | first | median | least | processor |"
echo "|---|---|---|---|---|"
for language in "$@"; do
  case $language in
    go)
      "$root/bin/sqg" "$root/suites/go/sqg.yaml" > /dev/null 2>&1
      SQG_SCRATCH_ROUNDS=$ROUNDS go test -C "$root/suites/go" -tags figures -count 1 -run '^TestFigures$' -v ./scratch | grep '^|'
      ;;
    python) "$(ls -d "$root"/suites/python/.venv/main/bin/python)" databases.py "$ROUNDS" ;;
    typescript)
      ln -sfn "$root/suites/typescript/node_modules" target/node_modules
      cp databases.mts target/
      echo '{"type": "module"}' > target/package.json
      node=$(ls target/node_modules/node-*/bin/node | head -n 1)
      "$node" target/node_modules/typescript/bin/tsc --target es2022 --lib es2023 --module nodenext --strict \
        --skipLibCheck --types node --typeRoots target/node_modules/@types target/databases.mts
      "$node" --no-warnings target/databases.mjs "$ROUNDS"
      ;;
    java)
      jars=$(printf '%s:' "$root"/suites/java/target/lib/*.jar)
      javac -cp "$jars" -d target/classes target/java/*/*.java Databases.java
      java -cp "target/classes:$jars" Databases "$ROUNDS"
      ;;
    rust)
      "$root/bin/sqg" "$root/suites/rust/sqg.yaml" > /dev/null 2>&1
      DUCKDB_LIB_DIR=$(dirname "$("$root/bin/sqg" prefetch duckdb | sed 's/.* //')")
      export DUCKDB_LIB_DIR LD_LIBRARY_PATH="$DUCKDB_LIB_DIR"
      (cd "$root/suites/rust" &&
        cargo test --quiet --locked --features figures --test scratch figures -- --nocapture --exact) | grep '^|'
      ;;
  esac
done
echo "load: $(cut -d ' ' -f 1 /proc/loadavg)"
