#!/bin/sh
# Optional parts against (… IS NULL OR …) on PostgreSQL, as its server measures them. ROWS is how many rows the table
# has, ROUNDS how often each way is measured.
set -eu
cd "$(dirname "$0")"
exec go run .
