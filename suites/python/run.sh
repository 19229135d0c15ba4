#!/bin/sh
# Generates the corpus as Python and checks it: formatted, linted, typed strictly, and right against real databases.
# Needs Go, Python 3.10 or newer, Node for pyright. Also tests with the Pythons of pyenv, where there are any. The tests
# for PostgreSQL have servers of their own, 18 and 16, which are gone afterwards; SQG_TEST_POSTGRES_URL names another
# 18.
set -u
cd "$(dirname "$0")" || exit 3
export SQG_POSTGRES_EXTENSIONS="$PWD/../../corpus/spatial/postgis" # a stand-in for PostGIS

passed=0 failed=0 skipped=0
check() {
  name=$1
  shift
  if output=$("$@" 2>&1); then
    passed=$((passed + 1))
    echo "ok    $name"
  else
    failed=$((failed + 1))
    printf 'FAIL  %s\n%s\n' "$name" "$output"
  fi
}

if [ -z "${SQG_TEST_POSTGRES_URL:-}" ]; then
  exec go run ../../internal/pgserver/cmd/pgtest -scanner -vector -pooler -- "$PWD/run.sh" "$@"
fi

count() { printf '%s\n' "$1" | grep -oE "[0-9]+ $2" | tail -1 | grep -oE '[0-9]+' || echo 0; }

contract() {
  name=$1
  shift
  output=$("$@" 2>&1)
  status=$?
  summary=$(printf '%s\n' "$output" | tail -1)
  p=$(count "$summary" passed) f=$(count "$summary" failed) e=$(count "$summary" error) s=$(count "$summary" skipped)
  if [ $status -ne 0 ]; then
    printf '%s\n' "$output"
    if [ $((f + e)) -eq 0 ]; then f=1; fi
  fi
  passed=$((passed + p)) failed=$((failed + f + e)) skipped=$((skipped + s))
  echo "contract tests, $name: $summary"
}

venv() {
  [ -x "$2/bin/python" ] || "$1" -m venv "$2" || exit 3
  "$2/bin/python" -m pip install --quiet --disable-pip-version-check -r "$3" || exit 3
}

check "generating the code" sh -c "git clean -fdXq gen && go run ../../cmd/sqg sqg.yaml"
check "listing their texts" sh -c "go run ../../cmd/sqg inspect --texts ../texts.yaml >texts.json"
venv python3 .venv/main requirements.txt
PATH=$PWD/.venv/main/bin:$PATH
check "ruff format" ruff format --check .
check "ruff format of the helpers" ruff format --check ../../internal/render/python/prelude
check "ruff format of the golden code" ruff format --check --config pyproject.toml ../../internal/compile/testdata
check "ruff check" ruff check .
check "ruff check of the helpers" ruff check --config pyproject.toml --ignore PYI018 ../../internal/render/python/prelude
check "mypy --strict" mypy
check "mypy --strict of the helpers" env MYPYPATH=../../internal/render/python/prelude mypy --strict --python-version 3.10 \
  ../../internal/render/python/prelude
check "pyright, strict" pyright
contract "$(python --version)" python -m pytest -k "not with_packages"
contract "PostgreSQL 16" go run ../../internal/pgserver/cmd/pgtest -version 16.15.0 -- \
  python -m pytest tests/test_pg_types.py tests/test_pg_bulk.py -k "not infinite_interval and not after_a_failure"
main=$(.venv/main/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])')
# The oldest and the newest Python that are here and are not the main one: what depends on the language and its library,
# and with the oldest what each method of each driver gives back. What an engine does with it does not depend on Python.
others=$(for version in 3.10 3.12 3.13 3.14; do
  [ "$version" = "$main" ] || ls -d "$HOME/.pyenv/versions/$version".*/bin/python 2>/dev/null | tail -1
done)
contracts=tests/test_contract.py
for other in $(printf '%s\n' "$others" | sed -n '1p;$p' | uniq); do
  version=$("$other" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  venv "$other" ".venv/$version" requirements-test.txt
  # shellcheck disable=SC2086 # none, the second time
  contract "Python $version" ".venv/$version/bin/python" -m pytest $contracts tests/test_divided.py \
    tests/test_helpers.py tests/test_names.py tests/test_observer.py tests/test_params.py tests/test_results.py \
    tests/test_rows.py tests/test_types.py -k "not with_packages and not rows]"
  contracts=
done
# All of it with DuckDB 2, but for the extensions for PostgreSQL and DuckLake, which are there for 1.5 only.
venv "$(command -v python)" .venv/duckdb2 requirements-duckdb2.txt
contract "DuckDB 2" .venv/duckdb2/bin/python -m pytest -k "duck and not attached and not duck_lake"
venv "$(command -v python)" .venv/packages requirements-packages.txt
contract "DuckDB with pyarrow and pandas" .venv/packages/bin/python -m pytest -k with_packages

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
