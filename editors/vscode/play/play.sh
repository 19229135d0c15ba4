#!/usr/bin/env bash
# Plays a session in VS Code, as code-server has it, with the packaged extension and Debian's Chromium:
#
#     editors/vscode/play/play.sh [SCREENS]
#
# Pictures of what is seen go to the folder SCREENS. It needs Node 24, as code-server does, and 2 GB for that.
set -euo pipefail
cd "$(dirname "$0")"
screens=$(realpath -m "${1:-screens}")
mkdir -p "$screens"
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
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
mkdir -p "$folder/project/sql" "$folder/data/User"
cp project/queries.sql project/schema.sql "$folder/project/sql"
cp project/sqg.yaml project/main.ts "$folder/project"
../../../bin/sqg "$folder/project/sqg.yaml" > /dev/null
sed -i 's/u\.name = /u.nmae = /' "$folder/project/sql/queries.sql" # typed after it was generated
cat > "$folder/data/User/settings.json" << END
{
  "sqg.path": "$(realpath ../../../bin/sqg)",
  "workbench.startupEditor": "none",
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "editor.autoClosingBrackets": "never"
}
END
code=(node node_modules/code-server/out/node/entry.js --config "$folder/config.yaml" --user-data-dir "$folder/data"
  --extensions-dir "$folder/extensions" --disable-telemetry --disable-update-check --disable-workspace-trust)
"${code[@]}" --install-extension ../dist/sqg.vsix > /dev/null
"${code[@]}" --auth none --bind-addr 127.0.0.1:0 > "$folder/log" 2>&1 &
server=$!
until address=$(grep -om1 'http://127.0.0.1:[0-9]*/' "$folder/log"); do
  kill -0 "$server"
  sleep 0.1
done
node session.mjs "$address" "$folder/project" "$screens" "$chromium"
