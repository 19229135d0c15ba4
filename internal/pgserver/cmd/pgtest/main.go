// Command pgtest runs a command with a throw-away PostgreSQL server:
//
//	go run ./internal/pgserver/cmd/pgtest [-version 18.6.0] [-tcp] [-stock] [-scanner] [-vector] [-pooler] -- COMMAND ARGS…
//
// The command finds the server in PGHOST, PGPORT, PGUSER, PGDATABASE and SQG_TEST_POSTGRES_URL, and with -scanner the
// files of DuckDB's extensions in SQG_POSTGRES_SCANNER and SQG_DUCKLAKE. With -pooler the server listens on 127.0.0.1,
// and SQG_TEST_POOLER has the address of a PgBouncer in front of it, if there is one. SQG_TEST_POSTGRES_TEMPORARY says
// that nothing needs to be tidied up: the server is gone when pgtest ends, in whatever way. The exit code is the
// command's.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"

	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

func main() {
	version := flag.String("version", pgserver.EmbeddedVersion, "version of PostgreSQL")
	tcp := flag.Bool("tcp", false, "listen on 127.0.0.1 instead of a Unix socket")
	stock := flag.Bool("stock", false, "PostgreSQL's own settings instead of those that make tests quick")
	scanner := flag.Bool("scanner", false, "have DuckDB's extensions for PostgreSQL and DuckLake, too")
	vector := flag.Bool("vector", false, "have PostgreSQL's extension pgvector, too: that server, and those of sqg")
	pooler := flag.Bool("pooler", false, "have a PgBouncer in front of the server, too, if it is installed")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: pgtest [-version 18.6.0] [-tcp] [-stock] [-scanner] [-vector] [-pooler] -- COMMAND ARGS…")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	code, err := run(*version, *tcp, *stock, *scanner, *vector, *pooler, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
	}
	os.Exit(code)
}

func run(version string, tcp, stock, scanner, vector, pooler bool, args []string) (code int, err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := func(line string) { fmt.Fprintln(os.Stderr, "pgtest:", line) }
	env := os.Environ()
	if scanner {
		file, err := extension.Postgres.Find(ctx, libduckdb.Version, os.Getenv, log)
		if err != nil {
			return 3, err
		}
		lake, err := extension.DuckLake.Find(ctx, libduckdb.Version, os.Getenv, log)
		if err != nil {
			return 3, err
		}
		env = append(env, extension.Variable+"="+file, extension.LakeVariable+"="+lake)
	}
	options := pgserver.FromEnvironment(os.Getenv, log)
	options.Stock = stock
	if vector {
		if _, err := pgserver.PrefetchVector(ctx, options); err != nil {
			return 3, err
		}
	}
	server, err := pgserver.Start(ctx, options, version, tcp || pooler) // which has another account than the server
	if err != nil {
		return 3, err
	}
	defer func() { err = errors.Join(err, server.Close()) }()

	if pooler {
		address, stop, err := pooled(ctx, server)
		if err != nil {
			return 3, err
		}
		defer func() { err = errors.Join(err, stop()) }()
		env = append(env, "SQG_TEST_POOLER="+address)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(env,
		"PGHOST="+server.Host,
		"PGPORT="+strconv.Itoa(server.Port),
		"PGUSER=postgres",
		"PGDATABASE=postgres",
		"SQG_TEST_POSTGRES_URL="+testURL(server),
		"SQG_TEST_POSTGRES_TEMPORARY=true")
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}

// testURL is understood by libpq and its relatives; a socket's folder is a parameter, as it is no host name.
func testURL(s *pgserver.Server) string {
	u := url.URL{Scheme: "postgresql", User: url.User("postgres"), Path: "/postgres"}
	if s.Host[0] == '/' {
		u.RawQuery = url.Values{"host": {s.Host}, "port": {strconv.Itoa(s.Port)}}.Encode()
	} else {
		u.Host = s.Host + ":" + strconv.Itoa(s.Port)
	}
	return u.String()
}
