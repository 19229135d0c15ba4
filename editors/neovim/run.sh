#!/usr/bin/env bash
# Plays a session in Neovim with the configuration that docs/editors.md shows.
set -euo pipefail
cd "$(dirname "$0")"
[ -x .venv/bin/python ] || python3 -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
.venv/bin/python highlights.py
(cd ../.. && go build -o bin/sqg ./cmd/sqg)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -n '/^## Neovim/,/^## /{/^```lua/,/^```/{/^```/!p}}' ../../docs/editors.md > "$folder/init.lua"
export PATH=$PWD/../../bin:$PATH XDG_CONFIG_HOME=$folder XDG_DATA_HOME=$folder XDG_STATE_HOME=$folder
.venv/bin/nvim --clean -l session.lua "$folder"
