#!/usr/bin/env bash
# Builds the whole site into site/dist: the newest documentation, and in a folder each that of every release.
set -euo pipefail
cd "$(dirname "$0")"

build() { # DIRECTORY: with the dependencies that are pinned there
  (cd "$1" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && npm run --silent build)
}

tree=$(mktemp -d)
trap 'git worktree remove --force "$tree/sqg" 2> /dev/null || true; rm -rf "$tree"' EXIT
build .
../editors/ui/run.sh
playground/build.sh dist/playground
for tag in $(git tag --list 'v*'); do
  git worktree add --quiet --detach "$tree/sqg" "$tag"
  SQG_VERSION=$tag build "$tree/sqg/site"
  cp -R "$tree/sqg/site/dist/$tag" dist/
  git worktree remove --force "$tree/sqg"
done
