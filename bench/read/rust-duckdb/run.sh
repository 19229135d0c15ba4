#!/usr/bin/env bash
# Compares generated Rust over DuckDB with hand-written code for the crate duckdb: run.sh. ROUNDS is the number of
# rounds.
set -euo pipefail
cd "$(dirname "$0")"
go run ../../../cmd/sqg sqg.yaml > /dev/null
DUCKDB_LIB_DIR=$(dirname "$(go run ../../../cmd/sqg prefetch duckdb | sed 's/.* //')")
export DUCKDB_LIB_DIR LD_LIBRARY_PATH="$DUCKDB_LIB_DIR"
profile=${PROFILE:-release}
cargo build --quiet --profile "$profile" --locked
exec "${CARGO_TARGET_DIR:-target}/${profile/dev/debug}/reads-rust-duckdb" "${ROUNDS:-41}"
