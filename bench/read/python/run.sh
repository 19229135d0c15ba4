#!/bin/sh
# Compares the generated Python with hand-written code. PYTHON names another interpreter, ROUNDS the number of rounds.
set -eu
cd "$(dirname "$0")"
go run ../../../cmd/sqg sqg.yaml
exec "${PYTHON:-python3}" bench.py
