#!/bin/sh
# Runs a program on the server of pgtest, with the URL of its empty database as the last argument, and writes what the
# program leaves there to a file.
#
#     pgtest -tcp -- postgres/client.sh FILE COMMAND…
set -eu
file=$1
shift
case $1 in
  java) url="jdbc:postgresql://$PGHOST:$PGPORT/$PGDATABASE?user=$PGUSER" ;;
  *) url=$SQG_TEST_POSTGRES_URL ;;
esac
"$@" "$url"
python/.venv/bin/python -B check.py dump "$SQG_TEST_POSTGRES_URL" "$file"
