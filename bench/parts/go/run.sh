#!/bin/sh
# Optional parts against other ways, in Go. ROWS is how many rows the table has, ROUNDS how often each way is measured.
set -eu
cd "$(dirname "$0")"
(cd ../../.. && go run ./cmd/sqg bench/parts/go/sqg.yaml > /dev/null)
exec go run .
