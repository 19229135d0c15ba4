#!/usr/bin/env bash
# Compares the generated Java with hand-written JDBC. JAVA_HOME names another JDK, ROUNDS the number of rounds; an
# argument, read or bulk, runs one half. The driver is the one that suites/java pins.
set -euo pipefail
cd "$(dirname "$0")"
go run ../../../cmd/sqg sqg.yaml
lib=../../../suites/java/target/lib
[ -d "$lib" ] || mvn -q -B -ntp -f ../../../suites/java/pom.xml dependency:copy-dependencies
jdk=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
mkdir -p target
classpath=target:$(echo "$lib"/sqlite-jdbc-*.jar)
"$jdk/bin/javac" -Xlint:all -Werror -encoding UTF-8 -cp "$classpath" -d target Bench.java gen/*.java
native=()
"$jdk/bin/java" --enable-native-access=ALL-UNNAMED -version > /dev/null 2>&1 && native=(--enable-native-access=ALL-UNNAMED)
exec "$jdk/bin/java" "${native[@]}" -Xms512m -Xmx512m -cp "$classpath" Bench "${ROUNDS:-41}" "$@"
