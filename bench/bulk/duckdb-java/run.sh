#!/usr/bin/env bash
# Compares the generated appenders with other ways of inserting, into a DuckDB on disk. ROWS is the largest number of rows
# (1000000), ROUNDS how often each way is run (7), JAVA_HOME names another JDK: from 22 on, Arrow's columns take part.
set -euo pipefail
cd "$(dirname "$0")"
go run ../../../cmd/sqg sqg.yaml
[ -d target/lib ] || mvn -q -B -ntp dependency:copy-dependencies
jdk=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
version=$("$jdk/bin/javac" -version 2>&1 | sed 's/[^0-9]*\([0-9]*\).*/\1/')
sources=(Bench.java Ways.java gen/Sensors.java ../sensors/java/Readings.java) flags=(--add-opens=java.base/java.nio=ALL-UNNAMED)
[ "$version" -ge 22 ] && sources+=(NewerWay.java gen22/Newer.java) # Arrow's own library is there, so its class is used
[ "$version" -ge 24 ] && flags+=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
rm -rf target/classes
"$jdk/bin/javac" -encoding UTF-8 -cp "$(printf '%s:' target/lib/*.jar)" -d target/classes "${sources[@]}"
exec "$jdk/bin/java" "${flags[@]}" -Xms3g -Xmx3g -cp "$(printf '%s:' target/classes target/lib/*.jar)" Bench "${ROWS:-1000000}" "${ROUNDS:-7}" target/bulk.jsonl
