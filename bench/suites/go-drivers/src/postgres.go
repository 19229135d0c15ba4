package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/lib/pq"
)

// postgresInsert loads rows into an emptied table of PostgreSQL.
type postgresInsert struct {
	*data
	pool     *sql.DB   // of lib/pq
	lib      *sql.Conn // its one connection
	pgx      *pgx.Conn
	own      func() error // the generated bulk insert
	backends []uint32     // the server's processes
	expected string
	encoded  []byte // the load as a binary COPY has it, once it is asked for
}

// dsn names the server of the run for both drivers.
func (s *server) dsn() string {
	return fmt.Sprintf("host=%s port=%d user=%s dbname=%s sslmode=disable", s.Host, s.Port, s.User, s.Database)
}

func insertPostgres(s shape) func(context.Context, *plan, int, int) (contest, error) {
	return func(ctx context.Context, p *plan, rows, _ int) (contest, error) {
		c := &postgresInsert{data: newData(s, rows)}
		if err := c.open(ctx, p.Server); err != nil {
			return nil, err
		}
		return c, c.fillReference(ctx)
	}
}

func (c *postgresInsert) open(ctx context.Context, s *server) (err error) {
	if c.pgx, err = pgx.Connect(ctx, s.dsn()); err != nil {
		return err
	}
	if c.pool, err = sql.Open("postgres", s.dsn()); err != nil {
		return err
	}
	if c.lib, err = c.pool.Conn(ctx); err != nil {
		return err
	}
	var pid uint32
	if err := c.lib.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&pid); err != nil {
		return err
	}
	c.own = c.generated(ctx)
	c.backends = []uint32{pid, c.pgx.PgConn().PID()}
	return nil
}

// fillReference stores the rows of the block, each with how often the load has it, by INSERT of text.
func (c *postgresInsert) fillReference(ctx context.Context) error {
	script := fmt.Sprintf("DROP TABLE IF EXISTS %s, reference; %s; CREATE TABLE reference (times bigint, row text)",
		c.table, c.create())
	if _, err := c.pgx.Exec(ctx, script); err != nil {
		return err
	}
	rows, times := make([]string, len(c.block)), make([]int64, len(c.block))
	for i, row := range c.block {
		rows[i] = strings.Join(row, " ")
		times[i] = int64(c.rows / len(c.block))
		if i < c.rows%len(c.block) {
			times[i]++
		}
	}
	if _, err := c.pgx.Exec(ctx, "INSERT INTO reference SELECT * FROM unnest($1::bigint[], $2::text[])", times,
		rows); err != nil {
		return err
	}
	return c.pgx.QueryRow(ctx,
		"SELECT sum(times) || ' rows, ' || sum(times * hashtextextended(row, 0)::numeric) FROM reference").Scan(&c.expected)
}

func (c *postgresInsert) prepare(ctx context.Context, method string) (run, finish func() error, err error) {
	run = map[string]func() error{
		"pgx-generated": c.own,
		"pq-copy":       func() error { return c.libCopy(ctx) },
		"pgx-copy":      func() error { return c.pgxCopy(ctx) },
		"pgx-ceiling":   func() error { return c.ceiling(ctx) },
	}[method]
	if run == nil {
		return nil, nil, fmt.Errorf("there is no method %q", method)
	}
	if _, err := c.pgx.Exec(ctx, "TRUNCATE "+c.table); err != nil {
		return nil, nil, err
	}
	if method == "pgx-ceiling" && c.encoded == nil {
		if err := c.encode(ctx); err != nil {
			return nil, nil, err
		}
	}
	if c.rows >= blockRows { // or one falls upon whoever fills the log
		if _, err := c.pgx.Exec(ctx, "CHECKPOINT"); err != nil {
			return nil, nil, err
		}
	}
	return run, func() error { return c.verify(ctx) }, nil
}

// verify compares what is stored with the reference: the same rows, in whatever order.
func (c *postgresInsert) verify(ctx context.Context) error {
	query := fmt.Sprintf("SELECT count(*) || ' rows, ' || sum(hashtextextended(concat_ws(' ', %s), 0)::numeric) FROM %s", strings.Join(c.names(), ", "), c.table)
	var stored string
	if err := c.pgx.QueryRow(ctx, query).Scan(&stored); err != nil {
		return err
	}
	if stored != c.expected {
		return fmt.Errorf("the table holds %s, and must hold %s", stored, c.expected)
	}
	return nil
}

// libCopy is COPY as lib/pq's documentation has it.
func (c *postgresInsert) libCopy(ctx context.Context) error {
	tx, err := c.lib.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	statement, err := tx.PrepareContext(ctx, pq.CopyIn(c.table, c.names()...))
	if err != nil {
		return err
	}
	args := make([]any, c.columns)
	for row := range c.all() {
		for i, value := range row {
			args[i] = value
		}
		if _, err := statement.ExecContext(ctx, args...); err != nil {
			return err
		}
	}
	if _, err := statement.ExecContext(ctx); err != nil {
		return err
	}
	return errors.Join(statement.Close(), tx.Commit())
}

func (c *postgresInsert) pgxCopy(ctx context.Context) error {
	i := 0
	values := make([]any, c.columns)
	source := pgx.CopyFromFunc(func() ([]any, error) {
		if i == c.rows {
			return nil, nil
		}
		for column, value := range c.block[i%len(c.block)] {
			values[column] = value
		}
		i++
		return values, nil
	})
	_, err := c.pgx.CopyFrom(ctx, pgx.Identifier{c.table}, c.names(), source)
	return err
}

// encode has the server itself make the bytes of the load.
func (c *postgresInsert) encode(ctx context.Context) error {
	if err := c.pgxCopy(ctx); err != nil {
		return err
	}
	var out bytes.Buffer
	if _, err := c.pgx.PgConn().CopyTo(ctx, &out,
		fmt.Sprintf("COPY %s TO STDOUT (FORMAT binary)", c.table)); err != nil {
		return err
	}
	c.encoded = out.Bytes()
	_, err := c.pgx.Exec(ctx, "TRUNCATE "+c.table)
	return err
}

func (c *postgresInsert) ceiling(ctx context.Context) error {
	_, err := c.pgx.PgConn().CopyFrom(ctx, bytes.NewReader(c.encoded),
		fmt.Sprintf("COPY %s FROM STDIN (FORMAT binary)", c.table))
	return err
}

func (c *postgresInsert) calls() int { return 1 }

func (c *postgresInsert) serverMS() (ms float64) {
	for _, pid := range c.backends {
		ms += processMS(pid)
	}
	return ms
}

func (c *postgresInsert) close() error {
	return errors.Join(c.pgx.Close(context.Background()), c.lib.Close(), c.pool.Close())
}
