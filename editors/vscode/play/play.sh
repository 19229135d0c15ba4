#!/usr/bin/env bash
# Plays sessions in VS Code, as code-server has it, with the packaged extension and Debian's Chromium:
#
#     editors/vscode/play/play.sh [SCREENS]
#
# Pictures of what is seen go to the folder SCREENS. It needs Node 24, as code-server does, and 2 GB for that.
set -euo pipefail
cd "$(dirname "$0")"
screens=$(realpath -m "${1:-screens}")
chromium=$(command -v chromium)
install=(npm install --ignore-scripts --no-audit --no-fund --loglevel=error --no-package-lock)
if ! [ -d node_modules/code-server/lib/vscode/extensions/node_modules ]; then
  "${install[@]}"
  # What code-server's own script would build from source has no part in the session.
  (cd node_modules/code-server/lib/vscode && "${install[@]}" --omit=dev && cd extensions && "${install[@]}" --omit=dev)
fi
(cd ../../.. && go build -o bin/sqg ./cmd/sqg)
[ -f ../dist/sqg.vsix ] || ../run.sh

folder=$(mktemp -d)
started=()
trap 'kill "${started[@]}" 2> /dev/null || true; rm -rf "$folder"' EXIT

# address FILE: the first address that a server has written into a file.
address() {
  until grep -om1 'http://127.0.0.1:[0-9]*/' "$1"; do
    kill -0 "${started[-1]}"
    sleep 0.1
  done
}

# session NAME SETTINGS: plays NAME.mjs on a project of its own, in an editor with these settings.
session() {
  local own=$folder/$1
  mkdir -p "$own/project/sql" "$own/data/User" "$screens/$1"
  cp project/queries.sql project/schema.sql "$own/project/sql"
  cp project/sqg.yaml project/main.ts "$own/project"
  ../../../bin/sqg "$own/project/sqg.yaml" > /dev/null
  sed -i 's/u\.name = /u.nmae = /' "$own/project/sql/queries.sql" # typed after it was generated
  cat > "$own/data/User/settings.json" << END
{
  $2
  "workbench.startupEditor": "none",
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "editor.autoClosingBrackets": "never"
}
END
  local code=(node node_modules/code-server/out/node/entry.js --config "$own/config.yaml" --user-data-dir "$own/data"
    --extensions-dir "$own/extensions" --disable-telemetry --disable-update-check --disable-workspace-trust)
  "${code[@]}" --install-extension ../dist/sqg.vsix > /dev/null
  "${code[@]}" --auth none --bind-addr 127.0.0.1:0 > "$own/log" 2>&1 &
  started+=($!)
  node "$1.mjs" "$(address "$own/log")" "$own/project" "$screens/$1" "$chromium"
}

failed=0
session session "\"sqg.path\": \"$(realpath ../../../bin/sqg)\"," || failed=1

# Where no sqg is, npm downloads it: here from a registry on this machine, which has what a release has.
(cd ../../.. && PLATFORMS=linux/amd64 release/build.sh 0.0.0 "$folder/dist" > /dev/null &&
  go run ./release/packages 0.0.0 "$folder/dist" > /dev/null)
node registry.mjs "$folder/dist/npm" > "$folder/registry" &
started+=($!)
npm_config_registry=$(address "$folder/registry")
export npm_config_registry npm_config_cache=$folder/cache
session download "" || failed=1
exit "$failed"
