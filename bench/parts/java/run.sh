#!/usr/bin/env bash
# Optional parts against other ways, in Java. ROWS is how many rows the table has, ROUNDS how often each way is
# measured. JAVA_HOME names another JDK.
set -euo pipefail
cd "$(dirname "$0")"
(cd ../../.. && go run ./cmd/sqg bench/parts/java/sqg.yaml > /dev/null)
[ -d target/lib ] || mvn -q -B -ntp dependency:copy-dependencies
mkdir -p target/classes
jdk=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
classpath="target/classes:target/lib/*"
"$jdk/bin/javac" -Xlint:all -Werror -encoding UTF-8 -cp "$classpath" -d target/classes ./*.java gen/*.java
native=()
"$jdk/bin/java" --enable-native-access=ALL-UNNAMED -version > /dev/null 2>&1 && native=(--enable-native-access=ALL-UNNAMED)
exec "$jdk/bin/java" "${native[@]}" -Dorg.jooq.no-logo=true -Dorg.jooq.no-tips=true -Xms512m -Xmx512m \
  -cp "$classpath" Bench
