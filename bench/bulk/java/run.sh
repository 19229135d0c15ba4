#!/usr/bin/env bash
# Compares the generated appender with other ways of inserting, on a PostgreSQL of its own with the settings that initdb
# leaves. ROWS is the largest number of rows (1000000), ROUNDS how often each way is run (9), JAVA_HOME names another JDK.
# The argument crossover measures from how many rows on COPY is faster than INSERT.
set -euo pipefail
cd "$(dirname "$0")"
go run ../../../cmd/sqg sqg.yaml
[ -d target/lib ] || mvn -q -B -ntp dependency:copy-dependencies
jdk=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
rm -rf target/classes
"$jdk/bin/javac" -Xlint:all -Werror -encoding UTF-8 -cp "$(printf '%s:' target/lib/*.jar)" -d target/classes ./*.java gen/*.java
main=(Bench "${ROWS:-1000000}" "${ROUNDS:-9}" target/bulk.jsonl)
[ "${1:-}" = crossover ] && main=(Crossover "${ROUNDS:-9}")
# shellcheck disable=SC2016 # the server's address is known inside
exec go run ../../../internal/pgserver/cmd/pgtest -stock -tcp -- bash -c '
  jdk=$1 main=$2
  shift 2
  exec "$jdk/bin/java" -Xms3g -Xmx3g -cp "$(printf "%s:" target/classes target/lib/*.jar)" "$main" \
    "jdbc:postgresql://$PGHOST:$PGPORT/$PGDATABASE?user=$PGUSER" "$@"' bash "$jdk" "${main[@]}"
