#!/bin/sh
# Optional parts against other ways, in Rust. ROWS is how many rows the table has, ROUNDS how often each way is
# measured. Not part of CI: SQLx takes minutes to build.
set -eu
cd "$(dirname "$0")"
(cd ../../.. && go run ./cmd/sqg bench/parts/rust/sqg.yaml > /dev/null)
cargo build --quiet --release --locked
exec "${CARGO_TARGET_DIR:-target}/release/parts-rust"
