#!/bin/sh
# Stands for docker and podman where none runs: the arguments that sqg gives, on PostgreSQL's real programs in $BIN.
# A container is a folder in $STATE, and a server that outlives the client, as a container does.
set -eu
case $1 in
run)
	shift
	name= environment=
	while :; do
		case $1 in
		--rm) shift ;;
		--name) name=$2; shift 2 ;;
		-e) environment="$environment $2"; shift 2 ;;
		-p) [ "$2" = 127.0.0.1::5432 ]; shift 2 ;;
		*) break ;;
		esac
	done
	[ "$environment" = " POSTGRES_PASSWORD POSTGRES_INITDB_ARGS" ]
	[ "$1" = postgres:18 ]
	shift
	box=$STATE/$name
	mkdir "$box"
	echo 127.0.0.1:"$PORT" >"$box/port"
	printf %s "$POSTGRES_PASSWORD" >"$box/password"
	# shellcheck disable=SC2086
	"$BIN/initdb" -D "$box/data" -U postgres -A scram-sha-256 --pwfile="$box/password" $POSTGRES_INITDB_ARGS
	# As the image does: a first server that nobody outside can reach.
	setsid "$BIN/postgres" -D "$box/data" -c listen_addresses= -c unix_socket_directories="$box" &
	until [ -e "$box/.s.PGSQL.5432" ]; do sleep 0.05; done
	"$BIN/pg_ctl" -D "$box/data" -w stop
	setsid "$BIN/postgres" -D "$box/data" -c port="$PORT" -c listen_addresses=127.0.0.1 -c unix_socket_directories="$box" "$@" &
	wait
	;;
port)
	[ "$3" = 5432/tcp ]
	cat "$STATE/$2/port"
	;;
rm)
	[ "$2 $3" = "--force --volumes" ]
	"$BIN/pg_ctl" -D "$STATE/$4/data" -m immediate -w stop || true
	rm -rf "${STATE:?}/$4"
	;;
esac
