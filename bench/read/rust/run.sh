#!/usr/bin/env bash
# Compares generated Rust with hand-written code, SQLx and Diesel: run.sh. ROUNDS is the number of rounds. PostgreSQL
# is the server at SQG_TEST_POSTGRES_URL, or one that is started for it. Not part of CI: SQLx and Diesel take minutes to
# build.
set -euo pipefail
cd "$(dirname "$0")"
go run ../../../cmd/sqg sqg.yaml > /dev/null
cargo build --quiet --release --locked
program=${CARGO_TARGET_DIR:-target}/release/reads-rust
if [ -n "${SQG_TEST_POSTGRES_URL:-}" ]; then exec "$program" "${ROUNDS:-41}"; fi
exec go run ../../../internal/pgserver/cmd/pgtest -- "$program" "${ROUNDS:-41}"
