#!/usr/bin/env bash
# Compares ways of changing and finding many rows of SQLite by key, from Python and from Java. ROWS is how many the
# table has and the largest number of keys (1000000), ROUNDS how often each way is run (3). The driver for Java is the
# one that suites/java pins.
set -euo pipefail
cd "$(dirname "$0")"
python3 ways.py "${ROWS:-1000000}" "${ROUNDS:-3}"
lib=../../../suites/java/target/lib
[ -d "$lib" ] || mvn -q -B -ntp -f ../../../suites/java/pom.xml dependency:copy-dependencies
java -cp "$(echo "$lib"/sqlite-jdbc-*.jar)" Ways.java "${ROWS:-1000000}" "${ROUNDS:-3}"
