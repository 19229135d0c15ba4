#!/usr/bin/env bash
# Builds what a release consists of, for every platform, from any: release/build.sh VERSION [FOLDER]. In the folder
# (default dist) are then an archive for each platform with the program, its licence, a list of what is linked in
# (CycloneDX), the licences of that, and SHA256SUMS. The same commit gives the same bytes. Needs Go, and Node for
# the page of sqg ui.
# PLATFORMS limits it, as in PLATFORMS="linux/amd64". Programs for musl are linked statically and cannot load DuckDB.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?the version, as in release/build.sh 1.0.0}
mkdir -p "${2:-dist}"
out=$(cd "${2:-dist}" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
export CGO_ENABLED=0 SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
module=$(go list -m)
go build -o "$stage/sbom" ./release/sbom
editors/ui/run.sh > /dev/null

# licences FOLDER TAGS: the texts of the modules that the program links on this platform, and of Go's own library.
licences() {
  mkdir -p "$1/licences/go"
  cp "$(go env GOROOT)/LICENSE" "$1/licences/go/"
  go list -tags "$2" -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}' ./cmd/sqg | sort -u |
    while read -r path dir; do
      mkdir -p "$1/licences/$path"
      find "$dir" -maxdepth 1 -iregex '.*/\(licen[cs]e\|copying\|notice\)[^/]*' -type f -exec cp {} "$1/licences/$path/" \;
    done
  chmod -R u+w "$1/licences"
}

all="linux/amd64 linux/arm64 linux/amd64/musl linux/arm64/musl darwin/amd64 darwin/arm64 windows/amd64"
for platform in ${PLATFORMS:-$all}; do
  IFS=/ read -r GOOS GOARCH tags <<< "$platform"
  export GOOS GOARCH
  name=sqg-$version-${platform//\//-}
  mkdir "$stage/$name"
  suffix=
  if [ "$GOOS" = windows ]; then suffix=.exe; fi
  go build -trimpath -buildvcs=false -tags "$tags" -ldflags "-s -w -X $module/internal/version.Version=$version" \
    -o "$stage/$name/sqg$suffix" ./cmd/sqg
  cp LICENSE NOTICE README.md "$stage/$name/"
  licences "$stage/$name" "$tags"
  "$stage/sbom" "$version" "$stage/$name/sqg$suffix" < NOTICE > "$stage/$name/sbom.cdx.json"
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$stage" -c "$name" |
    gzip -9n > "$out/$name.tar.gz"
  echo "$name.tar.gz"
done
(cd "$out" && sha256sum sqg-"$version"* > SHA256SUMS)
