#!/usr/bin/env bash
# Compares the generated bulk insert with the crate's ways, into a database on disk: run.sh. ROWS are the numbers of
# rows, ROUNDS how often each way is run.
set -euo pipefail
cd "$(dirname "$0")"
go run ../../../cmd/sqg sqg.yaml > /dev/null
DUCKDB_LIB_DIR=$(dirname "$(go run ../../../cmd/sqg prefetch duckdb | sed 's/.* //')")
export DUCKDB_LIB_DIR LD_LIBRARY_PATH="$DUCKDB_LIB_DIR"
profile=${PROFILE:-release}
cargo build --quiet --profile "$profile" --locked
# shellcheck disable=SC2086 # several numbers
exec "${CARGO_TARGET_DIR:-target}/${profile/dev/debug}/bulk-duckdb-rust" "${ROUNDS:-9}" ${ROWS:-1000 10000 100000 200000 1000000}
