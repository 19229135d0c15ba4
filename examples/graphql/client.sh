#!/bin/sh
# Runs a program on the server of pgtest, with the URL of its empty database as the last argument.
set -eu
case $1 in
  java) url="jdbc:postgresql://$PGHOST:$PGPORT/$PGDATABASE?user=$PGUSER" ;;
  *) url=$SQG_TEST_POSTGRES_URL ;;
esac
exec "$@" "$url"
