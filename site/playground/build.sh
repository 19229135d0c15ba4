#!/usr/bin/env bash
# Builds the playground into a folder: the page of `sqg ui`, and sqg itself with SQLite as WebAssembly behind it.
# SQLite is the one that sqg has everywhere, translated to Go; what it asks of an operating system is in libc/.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
into=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$here/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The files for Linux on amd64, whose pointers are as wide as Go's in WebAssembly, for every system.
lib=$(go list -f '{{.Dir}}' modernc.org/sqlite/lib)
mkdir -p "$work/sqlite/lib"
for file in $(GOOS=linux GOARCH=amd64 go list -f '{{join .GoFiles " "}}' modernc.org/sqlite/lib); do
  sed '/^\/\/go:build /d' "$lib/$file" >"$work/sqlite/lib/${file/_linux_amd64/_amd64_layout}"
done
printf 'module modernc.org/sqlite\n\ngo 1.26.0\n' >"$work/sqlite/go.mod"
cp go.mod go.sum "$work/"
go mod edit -replace "modernc.org/sqlite=$work/sqlite" -replace "modernc.org/libc=$here/libc" "$work/go.mod"
# Without inlining it is as large, and packs smaller.
GOOS=js GOARCH=wasm go build -modfile "$work/go.mod" -mod=mod -trimpath -gcflags=all=-l -ldflags "-s -w" \
  -o "$work/sqg.wasm" ./cmd/playground
xz --lzma2=preset=9,pb=0,lc=4,dict=32MiB -c "$work/sqg.wasm" >"$into/sqg.wasm.packed"
cp editors/ui/dist/xz.js LICENSE NOTICE "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$into/"
node "$here/page.mjs" "$into"
