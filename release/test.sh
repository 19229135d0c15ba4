#!/usr/bin/env bash
# Builds the release for this machine, makes its packages, installs each from the built files into a folder with nothing
# else in it, as a user would, and works on a real project with it: init, generate, run, and a query that is wrong.
# Needs Go, Node, Python and a JDK with Maven. Prints the closing line "N passed, N failed".
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=1.0.0
passed=0 failed=0

# check NAME COMMAND…: a test is a command that succeeds, in a shell of its own; what it said is shown where it fails.
check() {
  local name=$1
  shift
  if ("$@") > "$work/log" 2>&1; then
    passed=$((passed + 1))
    echo "ok   $name"
  else
    failed=$((failed + 1))
    echo "FAIL $name"
    sed 's/^/     /' "$work/log"
  fi
}

# prints TEXT COMMAND…: it succeeds, and the text is in what it prints.
prints() {
  local out
  out=$("${@:2}" 2>&1) || { echo "$out"; return 1; }
  [[ $out == *"$1"* ]] || { echo "no '$1' in:"; echo "$out"; return 1; }
}

# fails CODE TEXT COMMAND…: it ends with the exit code, and the text is in what it prints.
fails() {
  local out code
  out=$("${@:3}" 2>&1)
  code=$?
  [ "$code" = "$1" ] && [[ $out == *"$2"* ]] || { echo "exit code $code, no '$2' in:"; echo "$out"; return 1; }
}

# wrong FILE: misspells a column in a copy of init's queries, and prints where.
wrong() {
  sed -i '0,/SELECT id, /s//SELECT id, nmae, /' "$1/queries.sql"
  awk -v name="queries.sql" '/nmae/ { print name ":" NR ":" index($0, "nmae"); exit }' "$1/queries.sql"
}

PLATFORMS=$(go env GOHOSTOS)/$(go env GOHOSTARCH) "$root/release/build.sh" "$version" "$work/dist" &&
  (cd "$root" && go run ./release/packages "$version" "$work/dist") > "$work/packages.log" || { cat "$work/packages.log"; exit 1; }
cd "$work" || exit 1
npm=(npm --no-audit --no-fund --loglevel=error)

npm_install() {
  mkdir npm && cd npm && "${npm[@]}" init -y && "${npm[@]}" install --save-dev "$work"/dist/npm/*.tgz
}
npm_project() {
  cd "$work/npm" && npx sqg init --generator typescript/sqlite/turso --output app && cd app &&
    "${npm[@]}" install --save-dev "$work"/dist/npm/*.tgz && "${npm[@]}" run generate && prints "1 notes, 0 open" npm start
}
check "npm: installs" npm_install
check "npm: npx sqg" prints "sqg $version" env -C npm npx sqg version
check "npm: the program stands in the script's place" cmp npm/node_modules/@sqg/{sqg,cli-*}/bin/sqg
check "npm: init, generate, run" npm_project

# Without install scripts, Node runs the program: what it is told, says and returns is the program's own.
npm_script() {
  mkdir script && cd script && "${npm[@]}" init -y && "${npm[@]}" install --ignore-scripts "$work"/dist/npm/*.tgz && head -n 1 node_modules/.bin/sqg | grep node
}
check "npm: installs without scripts" npm_script
check "npm: the script runs the program" prints "sqg $version" script/node_modules/.bin/sqg version
check "npm: the script returns its exit code" fails 2 "no command" script/node_modules/.bin/sqg verison
npm_signal() {
  (cd npm/app && exec ../../script/node_modules/.bin/sqg watch) > watch.log 2>&1 &
  local script=$!
  for _ in {1..100}; do grep -q unchanged watch.log && break; sleep 0.1; done
  kill -TERM "$script"
  wait "$script"
  [ $? = 0 ] && ! pgrep -f "$work/.*sqg watch"
}
check "npm: the script hands a signal on" npm_signal
check "npm: a missing program is said" fails 3 "optional dependencies" \
  sh -c 'rm -r script/node_modules/@sqg/cli-*; script/node_modules/.bin/sqg version'

pypi_install() {
  python3 -m venv venv && venv/bin/pip install --quiet --no-index dist/pypi/*.whl
}
pypi_project() {
  export PATH=$work/venv/bin:$PATH
  sqg init --generator python/sqlite --output python && cd python && sqg && sqg check && prints "1 notes, 0 open" python main.py
}
check "PyPI: installs" pypi_install
check "PyPI: sqg" prints "sqg $version" venv/bin/sqg version
check "PyPI: python -m sqg" prints "sqg $version" venv/bin/python -m sqg version
check "PyPI: init, generate, run" pypi_project
check "PyPI: pipx and uv install" venv/bin/pip install --quiet --disable-pip-version-check pipx==1.18.4 uv==0.13.8 twine==7.0.0
check "PyPI: the metadata is valid" venv/bin/twine check --strict dist/pypi/*.whl
check "PyPI: pipx run" prints "sqg $version" env PIPX_HOME="$work/pipx" venv/bin/pipx run --spec dist/pypi/*.whl sqg version
check "PyPI: uvx" prints "sqg $version" env UV_CACHE_DIR="$work/uv" venv/bin/uvx --offline --from dist/pypi/*.whl sqg version

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
