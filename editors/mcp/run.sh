#!/usr/bin/env bash
# The official conformance test and inspector of the Model Context Protocol against `sqg mcp`, by streamable HTTP and on
# standard input and output.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
export PATH=$PWD/node_modules/.bin:$PATH
(cd ../.. && go build -o bin/sqg ./cmd/sqg)
sqg=$PWD/../../bin/sqg
folder=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2> /dev/null; rm -rf "$folder"' EXIT
cat > "$folder/sqg.yaml" << 'END'
version: 1
name: app
sql:
  - files: [app.sql]
    gen: [{generator: go/sqlite, output: gen/}]
END
cat > "$folder/app.sql" << 'END'
-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL);

-- TESTDATA
INSERT INTO users VALUES (1, 'ann'), (2, 'bob');

-- QUERY get_user :one
SELECT id, name FROM users WHERE id = ${id};
END

# address FILE: the first word that a program has written there, once it has.
address() {
  until read -r word _ < "$1" && [ -n "$word" ]; do
    kill -0 "${pids[-1]}" || exit 1
    sleep 0.05
  done 2> /dev/null
  echo "$word"
}

export SQG_TOKEN=$RANDOM$RANDOM$RANDOM$RANDOM
"$sqg" mcp --listen 127.0.0.1:0 "$folder/sqg.yaml" 2> "$folder/server" &
pids+=($!)
served=$(address "$folder/server")
node proxy.mjs "$served" > "$folder/proxy" &
pids+=($!)
proxy=$(address "$folder/proxy")

if ! node node_modules/.bin/conformance server --url "$proxy" --expected-failures expected.yaml \
  --output-dir "$folder/results" > "$folder/conformance" 2>&1; then
  cat "$folder/conformance"
  exit 1
fi
passed=$(grep -c '^✓' "$folder/conformance")
echo "conformance: $passed scenarios passed, $(grep -c '^  - ' expected.yaml) are about a fixture"

# asked WORDS ARGUMENTS…: what the inspector shows has the words.
asked() {
  local words=$1 shown
  shift
  shown=$(node node_modules/.bin/mcp-inspector --cli "$@")
  if ! grep -qF -- "$words" <<< "$shown"; then
    echo "the inspector shows no $words: $shown"
    exit 1
  fi
  passed=$((passed + 1))
}

run=(--method tools/call --tool-name run_on_testdata --tool-arg name=get_user --tool-arg 'values={"id": 2}')
for way in stdio http; do
  if [ "$way" = stdio ]; then
    to=("$sqg" mcp "$folder/sqg.yaml")
  else
    to=("$served" --transport http --header "Authorization: Bearer $SQG_TOKEN")
  fi
  asked '"name": "run_on_testdata"' "${to[@]}" --method tools/list
  asked 'bob' "${to[@]}" "${run[@]}"
  asked '"uri": "sqg:' "${to[@]}" --method resources/list
  asked '"name": "' "${to[@]}" --method prompts/list
done
echo "$passed passed, 0 failed"
