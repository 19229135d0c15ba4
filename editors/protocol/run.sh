#!/usr/bin/env bash
# Holds all that sqg lsp sends against the types of the protocol's meta-model.
set -euo pipefail
cd "$(dirname "$0")"
[ -x .venv/bin/python ] || python3 -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
(cd ../.. && go build -o bin/sqg ./cmd/sqg)
.venv/bin/python session.py ../../bin/sqg
