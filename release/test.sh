#!/usr/bin/env bash
# Builds the release for this machine, makes its packages, installs each from the built files into a folder with nothing
# else in it, as a user would, and works on a real project with it: init, generate, run, and a query that is wrong.
# Needs Go, Node, Python and a JDK with Maven; the parts of Cargo and Gradle are skipped where those are not installed.
# Prints the closing line "N passed, N failed, N skipped".
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
chmod 755 "$work" # PostgreSQL does not run as root, and its account has to come in
trap '[ ! -d "$work/gradle-home" ] || gradle --stop > "$work/log"; rm -rf "$work" ~/.m2/repository/dev/sqg' EXIT
version=1.0.0
passed=0 failed=0 skipped=0

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

# broken COMMAND…: with a misspelt column in the queries, the build fails and says where; it is put right then.
broken() {
  local where code=0
  cp queries.sql right.sql
  sed -i '0,/SELECT id, /s//SELECT id, nmae, /' queries.sql
  where=$(awk '/nmae/ { print "queries.sql:" NR ":" index($0, "nmae"); exit }' queries.sql)
  fails 1 "$where: error[SQG202]: no such column: nmae" "$@" || code=1
  mv right.sql queries.sql
  return $code
}

# edit: a change of the SQL that changes the code.
edit() { printf '\n-- QUERY one_more :one\nSELECT 1 AS one;\n' >> queries.sql; }

PLATFORMS=$(go env GOHOSTOS)/$(go env GOHOSTARCH) "$root/release/build.sh" "$version" "$work/dist" &&
  (cd "$root" && go run ./release/packages "$version" "$work/dist") > "$work/packages.log" && "$root/release/jvm/build.sh" "$version" "$work/dist" >> "$work/packages.log" ||
  { cat "$work/packages.log"; exit 1; }
cd "$work" || exit 1
archive_parts() {
  (cd dist && sha256sum --check SHA256SUMS) && mkdir archive && tar -xzf dist/*.tar.gz -C archive --strip-components 1 && cd archive &&
    [ -s LICENSE ] && [ -s NOTICE ] && [ -s licences/go/LICENSE ] &&
    python3 -c 'import json; names = [c["name"] for c in json.load(open("sbom.cdx.json"))["components"]]; assert "modernc.org/sqlite" in names and "std" in names, names'
}
check "archive: checksums, licences, what is linked in" archive_parts
npm=(npm --no-audit --no-fund --loglevel=error)

# A machine without a network, but with the cache that one with it has filled.
offline() {
  export SQG_CACHE_DIR=$work/cache
  prints postgres archive/sqg prefetch && cd /tmp || return 1
  for generator in python/duckdb python/postgres; do
    "$work/archive/sqg" init --generator $generator --output "$work/offline/$generator" &&
      prints "1 created" env -i PATH=/usr/bin:/bin HOME="$work" SQG_CACHE_DIR="$SQG_CACHE_DIR" HTTPS_PROXY=http://127.0.0.1:1 \
        "$work/archive/sqg" "$work/offline/$generator" || return 1
  done
}
check "archive: prefetch serves a machine without a network" offline

script_install() {
  mkdir -p "releases/v$version" && cp dist/sqg-* dist/SHA256SUMS "releases/v$version" &&
    SQG_RELEASES=file://$work/releases "$root/release/install.sh" "$version" bin && prints "sqg $version" bin/sqg version
}
script_damaged() {
  for archive in "releases/v$version"/*.tar.gz; do printf x >> "$archive"; done
  ! SQG_RELEASES=file://$work/releases "$root/release/install.sh" "$version" bad && [ ! -e bad/sqg ]
}
check "install.sh: installs" script_install
cargo_install() {
  SQG_RELEASES=file://$work/releases CARGO_TARGET_DIR=$work/target cargo install --quiet --path dist/cargo --root cargo &&
    XDG_CACHE_HOME=$work/xdg prints "sqg $version" cargo/bin/sqg version && XDG_CACHE_HOME=$work/xdg fails 2 "no command" cargo/bin/sqg verison
}
cargo_damaged() {
  ! SQG_RELEASES=file://$work/releases CARGO_TARGET_DIR=$work/damaged cargo build --manifest-path dist/cargo/Cargo.toml > damaged.log 2>&1 &&
    grep "the checksum of" damaged.log
}
if command -v cargo > "$work/log"; then
  check "Cargo: installs, runs" cargo_install
fi
check "install.sh: refuses a damaged archive" script_damaged
if command -v cargo > "$work/log"; then
  check "Cargo: refuses a damaged archive" cargo_damaged
else
  skipped=2
fi

# Go, from the repository as it would be after a tag.
go_module() {
  local tag=1.0.$(date +%s)
  git clone -q --bare "$root" repository && git -C repository tag "v$tag" || return 1
  export GOPRIVATE=github.com/sqg-dev GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=url.file://$work/repository.insteadOf \
    GIT_CONFIG_VALUE_0=https://github.com/sqg-dev/sqg
  mkdir tool && cd tool && prints "sqg $tag" go run github.com/sqg-dev/sqg/cmd/sqg@latest version && go mod init example &&
    go get -tool github.com/sqg-dev/sqg/cmd/sqg@latest && prints "sqg $tag" go tool sqg version
  local code=$?
  chmod -R u+w "$(go env GOMODCACHE)/github.com/sqg-dev" && rm -rf "$(go env GOMODCACHE)"/{,cache/download/}github.com/sqg-dev
  return $code
}
check "Go: go run, go tool" go_module

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
npm_prebuild() {
  cd "$work/npm/app" && "${npm[@]}" pkg set scripts.prebuild="sqg --if-changed --format=line" && prints "file" "${npm[@]}" run build &&
    prints "up to date" "${npm[@]}" run build && edit && prints "updated" "${npm[@]}" run build && broken "${npm[@]}" run build
}
check "npm: init, generate, run" npm_project
check "npm: prebuild generates where the SQL changed" npm_prebuild

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

# JVM projects: sqg is told nowhere to be installed; the plugin brings it.
maven_project() {
  venv/bin/sqg init --generator java/sqlite --output maven && cd maven && rm -rf ~/.m2/repository/dev/sqg &&
    awk -v repository="file://$work/dist/maven" -v version="$version" '
      /<build>/ { print "<pluginRepositories><pluginRepository><id>dist</id><url>" repository "</url></pluginRepository></pluginRepositories>" }
      { print }
      /<plugins>/ {
        print "<plugin><groupId>dev.sqg</groupId><artifactId>sqg-maven-plugin</artifactId><version>" version "</version>"
        print "<executions><execution><goals><goal>generate</goal><goal>check</goal></goals></execution></executions></plugin>"
      }' pom.xml > pom.new && mv pom.new pom.xml && prints "1 notes, 0 open" mvn -B -ntp compile exec:java
}
maven_incremental() {
  cd maven && prints "up to date" mvn -B -ntp compile && edit && prints "updated" mvn -B -ntp compile && grep -r oneMore target/classes
}
check "Maven: generates, compiles, runs" maven_project
check "Maven: generates where the SQL changed" maven_incremental
check "Maven: a wrong query fails the build" env -C maven bash -c "$(declare -f broken fails); broken mvn -B -ntp compile"

export GRADLE_USER_HOME=$work/gradle-home
gradle_project() {
  venv/bin/sqg init --generator java/sqlite --output gradle && cd gradle && rm pom.xml &&
    echo "pluginManagement { repositories { maven { url 'file://$work/dist/maven' } } }" > settings.gradle &&
    cat > build.gradle <<GRADLE && prints "1 notes, 0 open" gradle --offline run
plugins {
  id 'dev.sqg' version '$version'
  id 'application'
}
mainClassName = 'example.Main'
// A Gradle that knows no newer Java than 12.
compileJava.options.compilerArgs += ['-source', '17', '-target', '17']
repositories {
  maven { url 'file://$work/dist/maven' }
  mavenLocal()
}
dependencies {
  runtime 'org.xerial:sqlite-jdbc:$(sed -n '/sqlite-jdbc/{n;s/[^0-9.]//gp}' "$work/maven/pom.xml")'
}
sqgGenerate.output = file('src/main/java/example')
GRADLE
}
gradle_incremental() {
  cd gradle && prints ":sqgGenerate UP-TO-DATE" gradle --offline --console=plain compileJava && edit &&
    prints ":compileJava" gradle --offline --console=plain compileJava && grep -r oneMore build/classes
}
if command -v gradle > "$work/log"; then
  check "Gradle: generates, compiles, runs" gradle_project
  check "Gradle: generates where the SQL changed" gradle_incremental
  check "Gradle: a wrong query fails the build" env -C gradle bash -c "$(declare -f broken fails); broken gradle --offline compileJava"
else
  skipped=$((skipped + 3))
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
