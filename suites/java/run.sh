#!/usr/bin/env bash
# The Java suite: the corpus as a project. Generates the code, compiles everything in one call per JDK, checks the
# format and runs the contract tests. Needs JDK 17, JDK 25 (JAVA_25_HOME, or where Linux distributions put it), Maven,
# and Go, which starts a PostgreSQL server for the time being unless PGHOST names one. Prints "N passed, N failed, N
# skipped".
set -uo pipefail
cd "$(dirname "$0")"
export SQG_POSTGRES_EXTENSIONS="$PWD/../../corpus/spatial/postgis" # a stand-in for PostGIS
if [ -z "${PGHOST:-}" ]; then
  (cd ../.. && go build -o suites/java/target/pgtest ./internal/pgserver/cmd/pgtest) || exit 1
  exec target/pgtest -tcp -scanner -vector -pooler -- ./run.sh
fi

passed=0 failed=0 skipped=0
pass() { passed=$((passed + 1)); echo "ok: $1"; }
fail() { failed=$((failed + 1)); echo "FAILED: $1"; }
skip() {
  if [ "${CI:-}" = true ]; then fail "$1 (a skip, which CI does not allow)"; else skipped=$((skipped + 1)); echo "SKIPPED: $1"; fi
}
finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  exit $((failed > 0))
}

# home VERSION prints the folder of a JDK of that version.
home() {
  local var="JAVA_$1_HOME" dir
  for dir in "${!var:-}" "${JAVA_HOME:-}" "$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")" /usr/lib/jvm/*"$1"*; do
    if [ -n "$dir" ] && [ -x "$dir/bin/javac" ] && [[ "$("$dir/bin/javac" -version 2>&1)" == "javac $1"* ]]; then echo "$dir"; return; fi
  done
}

if ! (cd target/lib 2>/dev/null && sha256sum --quiet --status -c ../../checksums.txt); then
  rm -rf target/lib
  mvn -q -B -ntp dependency:copy-dependencies || { fail "downloading the libraries"; finish; }
fi
if (cd target/lib && sha256sum --quiet -c ../../checksums.txt); then pass "libraries are the pinned ones"; else fail "libraries are the pinned ones"; finish; fi

if ! git clean -fdXq gen gen22 || ! go run ../../cmd/sqg sqg.yaml; then fail "generating the code"; finish; fi
if ! go run ../../cmd/sqg inspect --texts ../texts.yaml >texts.json; then fail "listing their texts"; finish; fi

if ! (cd ../.. && go test -count=1 ./internal/cli/importcmd -run TestLarge/sqldelight -projects "$PWD/suites/java/gen/imported"); then fail "an imported project"; finish; fi

# The prelude's files, and for the compiler a class of each driver that has all of them.
mapfile -t prelude < <(find ../../internal/render/java/prelude -name '*.java' | LC_ALL=C sort)
rm -rf target/prelude target/classes17
if ! (cd ../.. && go test -count=1 ./internal/render/java -run '^TestWholePrelude$' -prelude "$PWD/suites/java/target"); then fail "the prelude as one"; finish; fi
mapfile -t sources < <(find gen src target/prelude -name '*.java' -not -path '*/jdk22/*' | LC_ALL=C sort)
kinds='^gen/(Duck|Pg)?(Appender|Bulk|Nested|Pages|Results|Types)\.java$'
mapfile -t again < <(printf '%s\n' "${sources[@]}" | grep -E "^target/prelude/|$kinds")
# For JDK 22 and newer.
mapfile -t sources22 < <(find gen22 src22 target/prelude/jdk22 -name '*.java' | grep -v 'org/apache/arrow' | LC_ALL=C sort)
classpath=$(printf '%s:' target/lib/*.jar)
plain=$(printf '%s:' $(ls target/lib/*.jar | grep -v '/arrow-')) # java/duckdb needs no Arrow
# The same with DuckDB 2, and its driver by its checksum.
duckdb2=target/duckdb2/duckdb_jdbc-2.0.0.1.jar
mkdir -p target/duckdb2 # where the configuration of pom.xml, which says another folder, does not hold
[ -f "$duckdb2" ] || (cd target/duckdb2 && mvn -q -B -ntp org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy \
  -Dartifact=org.duckdb:duckdb_jdbc:2.0.0.1 -DoutputDirectory="$PWD")
if sha256sum --quiet -c checksums-duckdb2.txt; then pass "DuckDB 2 is the pinned one"; else fail "DuckDB 2 is the pinned one"; finish; fi
arrow2=$duckdb2:$(printf '%s:' $(ls target/lib/*.jar | grep -v '/duckdb_jdbc-'))
plain2=$duckdb2:$(printf '%s:' $(ls target/lib/*.jar | grep -v '/arrow-\|/duckdb_jdbc-'))

# What runs for a minute ends before the JVM's second compiler and several threads of its collector pay: without them,
# javac takes 44 s of a processor instead of 69. Once, tests run as programs do.
brief=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC)

# tested VERSION CLASSES compiles and tests with a JDK; CLASSES are the tests that run, besides those of Arrow. A newer
# JDK runs what JDK 17 has compiled, as programs do, and compiles again only the helpers, which call most of Java's
# library, and a class of each kind of method.
tested() {
  local version=$1 jdk out=target/classes$1 log=target/tests$1.log native=() compiled=("${sources[@]}") older line found
  jdk=$(home "$version")
  if [ -z "$jdk" ]; then skip "JDK $version is not installed: compiling and testing with it"; return; fi
  rm -rf "$out"
  [ "$version" -ge 22 ] && older=$(ls -d target/classes17 2> /dev/null)
  [ -n "${older:-}" ] && compiled=("${again[@]}")
  [ "$version" -ge 22 ] && compiled+=("${sources22[@]}")
  if "$jdk/bin/javac" "${brief[@]/#/-J}" -encoding UTF-8 -Xlint:all -Werror -cp "${older:+$older:}$classpath" -d "$out" \
    "${compiled[@]}"; then
    pass "javac -Xlint:all -Werror, JDK $version"
  else
    fail "javac -Xlint:all -Werror, JDK $version"; return
  fi
  out+=${older:+:$older}
  if [ "$version" -ge 24 ]; then native=(--enable-native-access=ALL-UNNAMED); else native=("${brief[@]}"); fi
  if [ "$version" -ge 22 ]; then # a class in the place of Arrow's own, for those who have no Arrow
    "$jdk/bin/javac" -Xlint:all -Werror -d "target/plain$version" gen22/org/apache/arrow/c/*.java || fail "javac of Arrow's stand-in"
  fi
  contract "$version" "target/plain$version:$out:$plain" --include-classname ".*($2)Test" --exclude-classname '.*(DuckArrow|Vector.*)Test' --scan-classpath "$out"
  native+=(--add-opens=java.base/java.nio=ALL-UNNAMED)
  [ "$version" -ge 24 ] && native+=(--sun-misc-unsafe-memory-access=allow)
  contract "$version with Arrow" "$out:$classpath" --include-classname '.*(DuckArrow|Vector.*)Test' --scan-classpath "$out"
  if [ "$version" -eq 25 ]; then # all of it with DuckDB 2, but for the extension for PostgreSQL, which is there for 1.5 only
    native+=(-Dsqg.engines=duckdb "${brief[@]}")
    contract "$version with DuckDB 2" "target/plain$version:$out:$plain2" \
      --include-classname '.*(Duck(Bulk|Corpus|Load|Migrations|Results|Types)|Contract)Test' --scan-classpath "$out"
    contract "$version with DuckDB 2 and Arrow" "$out:$arrow2" --include-classname '.*(DuckArrow|Vector.*)Test' --scan-classpath "$out"
  fi
}

# contract NAME CLASSPATH SELECTION… runs tests with the JDK and the flags of tested.
contract() {
  local name=$1 path=$2 good bad
  shift 2
  "$jdk/bin/java" "${native[@]}" -Dfile.encoding=UTF-8 -cp "$path" org.junit.platform.console.ConsoleLauncher execute \
    "$@" --disable-banner --details=tree --disable-ansi-colors > "$log" 2>&1
  found=$(grep -c 'tests successful\|tests failed' "$log")
  if [ "$found" -ne 2 ]; then cat "$log"; fail "the tests did not run, JDK $name"; return; fi
  line=$(grep -oE '[0-9]+ tests (successful|failed)' "$log")
  good=$(grep -oE '[0-9]+ tests successful' <<< "$line" | grep -oE '[0-9]+')
  bad=$(grep -oE '[0-9]+ tests failed' <<< "$line" | grep -oE '[0-9]+')
  if [ "$good" -eq 0 ]; then fail "no test ran, JDK $name"; fi
  if [ "$bad" -gt 0 ]; then sed -n '/^Failures/,$p' "$log"; fi
  passed=$((passed + good)) failed=$((failed + bad))
  echo "contract tests, JDK $name: $good passed, $bad failed"
}

formatted() {
  local jdk changed flags=()
  jdk=$(home 25)
  if [ -z "$jdk" ]; then skip "JDK 25 is not installed: google-java-format needs it"; return; fi
  for m in api code file parser tree util; do flags+=(--add-exports "jdk.compiler/com.sun.tools.javac.$m=ALL-UNNAMED"); done
  changed=$("$jdk/bin/java" "${brief[@]}" "${flags[@]}" -cp "$classpath" \
    com.google.googlejavaformat.java.Main --dry-run "${prelude[@]}" "${sources[@]}" "${sources22[@]}" \
    ../../internal/compile/testdata/*/*.java)
  if [ $? -eq 0 ] && [ -z "$changed" ]; then pass "google-java-format changes nothing"; else echo "$changed"; fail "google-java-format changes nothing"; fi
}

tested 17 'Contract|Corpus|Results' # what the engine does with a value does not depend on the JDK
tested 25 '.*'
formatted
finish
