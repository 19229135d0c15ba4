#!/bin/sh
# Installs the program of a release: install.sh VERSION [FOLDER], by default into ~/.local/bin. It fetches the archive
# for this machine, compares its checksum, and puts sqg, and nothing else, into the folder.
# SQG_RELEASES names a mirror of the releases.
set -eu
version=${1:?the version, as in install.sh 1.0.0}
folder=${2:-$HOME/.local/bin}
releases=${SQG_RELEASES:-https://github.com/sqg-dev/sqg/releases/download}

case $(uname -m) in
  x86_64 | amd64) cpu=amd64 loader=/lib64/ld-linux-x86-64.so.2 ;;
  aarch64 | arm64) cpu=arm64 loader=/lib/ld-linux-aarch64.so.1 ;;
  *) echo "there is no sqg for $(uname -m)" >&2; exit 1 ;;
esac
program=sqg
case $(uname -s) in
  Linux) platform=linux-$cpu; [ -e "$loader" ] || platform=$platform-musl ;;
  Darwin) platform=darwin-$cpu ;;
  MINGW* | MSYS* | CYGWIN*) platform=windows-$cpu program=sqg.exe ;;
  *) echo "there is no sqg for $(uname -s)" >&2; exit 1 ;;
esac

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
archive=sqg-$version-$platform.tar.gz
for file in "$archive" SHA256SUMS; do
  curl --fail --silent --show-error --location --retry 3 --output "$stage/$file" "$releases/v$version/$file"
done
cd "$stage"
grep -F "  $archive" SHA256SUMS > expected || { echo "SHA256SUMS has no $archive" >&2; exit 1; }
if command -v sha256sum > /dev/null; then sha256sum -c expected > /dev/null; else shasum -a 256 -c expected > /dev/null; fi
tar -xzf "$archive"
cd - > /dev/null
mkdir -p "$folder"
cp "$stage/sqg-$version-$platform/$program" "$folder/.$program.$$"
chmod 755 "$folder/.$program.$$"
mv "$folder/.$program.$$" "$folder/$program"
echo "sqg $version is in $folder"
