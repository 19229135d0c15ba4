//go:build linux

// Measures what a traceparent in the text of a statement costs with PostgreSQL, and other ways to tell the server of a
// trace: `go run ./bench/comments`. CALLS is how many calls a round has, ROUNDS how often each way has its turn.
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sqg-dev/sqg/internal/pgserver"
)

// The statement joins three tables by their keys, as a page of an application does.
const query = `SELECT o.id, o.made, c.name, count(*), sum(l.price)
FROM orders AS o JOIN customer AS c ON c.id = o.customer JOIN line AS l ON l.orders = o.id
WHERE o.id = $1 GROUP BY o.id, c.id`

const comment = ` /*action='order',application='shop',file='shop.sql'*/`

const schema = `
CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE orders (id integer PRIMARY KEY, customer integer NOT NULL REFERENCES customer, made date NOT NULL);
CREATE TABLE line (orders integer REFERENCES orders, n integer, price numeric NOT NULL, PRIMARY KEY (orders, n));
INSERT INTO customer SELECT n, 'customer ' || n FROM generate_series(1, 100) AS n;
INSERT INTO orders SELECT n, n % 100 + 1, '2026-01-01' FROM generate_series(1, 10000) AS n;
INSERT INTO line SELECT o, n, 9.99 FROM generate_series(1, 10000) AS o, generate_series(1, 5) AS n;
ANALYZE;`

// traceparent is that of a new span, as W3C writes it.
func traceparent() string {
	var id [24]byte
	_, _ = rand.Read(id[:])
	return "00-" + hex.EncodeToString(id[:16]) + "-" + hex.EncodeToString(id[16:]) + "-01"
}

// traced is the statement with the comment of sqlcommenter for this call.
func traced() string {
	return strings.TrimSuffix(query+comment, "*/") + ",traceparent='" + traceparent() + "'*/"
}

type session interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func read(ctx context.Context, s session, text string, args ...any) error {
	var id, lines int
	var made time.Time
	var name, sum string
	if err := s.QueryRow(ctx, text, args...).Scan(&id, &made, &name, &lines, &sum); err != nil {
		return err
	}
	if lines != 5 || sum != "49.95" {
		return fmt.Errorf("order %d: %d lines of %s", id, lines, sum)
	}
	return nil
}

var ways = []struct {
	name string
	call func(ctx context.Context, conn *pgx.Conn, id int) error
}{
	{"one text, which stays prepared", func(ctx context.Context, conn *pgx.Conn, id int) error {
		return read(ctx, conn, query+comment, id)
	}},
	{"`traceparent` in the text, prepared by the driver", func(ctx context.Context, conn *pgx.Conn, id int) error {
		return read(ctx, conn, traced(), id)
	}},
	{"`traceparent` in the text, not prepared", func(ctx context.Context, conn *pgx.Conn, id int) error {
		return read(ctx, conn, traced(), pgx.QueryExecModeExec, id)
	}},
	{"a transaction with the statement", func(ctx context.Context, conn *pgx.Conn, id int) error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return read(ctx, tx, query+comment, id) })
	}},
	{"a transaction with `set_config` and the statement", func(ctx context.Context, conn *pgx.Conn, id int) error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			var is string
			err := tx.QueryRow(ctx, "SELECT set_config('application_name', $1, true)", traceparent()).Scan(&is)
			if err != nil {
				return err
			}
			return read(ctx, tx, query+comment, id)
		})
	}},
}

func main() {
	ctx := context.Background()
	host := pgserver.New(pgserver.FromEnvironment(os.Getenv, func(string) {}))
	err := measure(ctx, host, number("CALLS", 2000), number("ROUNDS", 11))
	if failed := host.Close(); err == nil {
		err = failed
	}
	if err != nil {
		log.Fatal(err)
	}
}

func measure(ctx context.Context, host *pgserver.Host, calls, rounds int) error {
	database, err := host.Scratch(ctx)
	if err != nil {
		return err
	}
	config, err := pgx.ParseConfig("")
	if err != nil {
		return err
	}
	config.Config = *database.Config()
	setUp, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() { _ = setUp.Close(ctx) }()
	if _, err := setUp.PgConn().Exec(ctx, schema).ReadAll(); err != nil {
		return err
	}
	conns := make([]*pgx.Conn, len(ways)) // a connection each, so that no way fills the cache of another
	for i := range ways {
		if conns[i], err = pgx.ConnectConfig(ctx, config); err != nil {
			return err
		}
		defer func() { _ = conns[i].Close(ctx) }()
	}
	client, server := make([][]float64, len(ways)), make([][]float64, len(ways))
	for round := range rounds + 1 {
		for i := range ways {
			i = (i + round) % len(ways)
			before, serverBefore := own(), ticks(conns[i].PgConn().PID())
			for n := range calls {
				if err := ways[i].call(ctx, conns[i], n%10000+1); err != nil {
					return fmt.Errorf("%s: %w", ways[i].name, err)
				}
			}
			if round > 0 { // the first one warms caches
				client[i] = append(client[i], (own()-before)/float64(calls))
				server[i] = append(server[i], (ticks(conns[i].PgConn().PID())-serverBefore)/float64(calls))
			}
		}
	}
	fmt.Println("| | client | server | memory of the session |\n|---|---|---|---|")
	for i, w := range ways {
		var memory int64
		err := conns[i].QueryRow(ctx, "SELECT sum(used_bytes)::bigint / 1024 FROM pg_backend_memory_contexts").Scan(&memory)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %.0f µs | %.0f µs | %d KB |\n", w.name, median(client[i]), median(server[i]), memory)
	}
	return nil
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// own is the processor time of this process in microseconds.
func own() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1000
}

// ticks is that of a process of the server, which Linux counts in hundredths of a second.
func ticks(pid uint32) float64 {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		log.Fatal(err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) * 10_000
}

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}
