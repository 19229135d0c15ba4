package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/jackc/pgx/v5"
	"zombiezen.com/go/sqlite"
)

// stored is a row of the table that is read: the narrow shape, and a key.
type stored struct {
	ID         int64
	C1, C2, C3 string
}

const (
	storedRows   = 10_000
	createStored = "CREATE TABLE stored (id bigint PRIMARY KEY, c1 text NOT NULL, c2 text NOT NULL, c3 text NOT NULL)"
	onePlace     = "SELECT id, c1, c2, c3 FROM stored WHERE id = "
	somePlaces   = "SELECT id, c1, c2, c3 FROM stored ORDER BY id LIMIT "
)

// reader reads as a user of the driver would. Rows are had from what some returns after the clock has stopped: those of
// generated code are of a type of its own.
type reader struct {
	one   func(id int64) (stored, error)
	some  func(limit int) (rows func() []stored, err error)
	close func() error
}

// these are rows that are of the right type already.
func these(rows []stored) func() []stored { return func() []stored { return rows } }

// read is the contest: so many rows by one call, a single one by its key.
type read struct {
	rows    int
	all     []stored
	readers map[string]reader
}

func newRead(rows int) *read {
	if rows > storedRows {
		rows = storedRows
	}
	c := &read{rows: rows}
	id := int64(0)
	for row := range newData(narrow, storedRows).all() {
		id++
		c.all = append(c.all, stored{id, row[0], row[1], row[2]})
	}
	return c
}

// calls reads 20,000 rows a run, but calls no more than 2,000 times.
func (c *read) calls() int        { return min(2*storedRows/c.rows, 2000) }
func (c *read) serverMS() float64 { return 0 }

func (c *read) prepare(_ context.Context, method string) (run, finish func() error, err error) {
	r, known := c.readers[method]
	if !known {
		return nil, nil, fmt.Errorf("there is no method %q", method)
	}
	calls := c.calls()
	var got []func() []stored
	run = func() error {
		got = make([]func() []stored, calls)
		for i := range got {
			got[i], err = r.some(c.rows)
			if err != nil {
				return err
			}
		}
		return nil
	}
	want := func(int) []stored { return c.all[:c.rows] }
	if c.rows == 1 {
		// Keys from all over the table, each method the same.
		key := func(i int) int { return i * 7919 % storedRows }
		want = func(i int) []stored { return c.all[key(i) : key(i)+1] }
		run = func() error {
			got = make([]func() []stored, calls)
			rows := make([]stored, calls)
			for i := range got {
				rows[i], err = r.one(int64(key(i) + 1))
				if err != nil {
					return err
				}
				got[i] = these(rows[i : i+1])
			}
			return nil
		}
	}
	finish = func() error {
		for i := range got {
			if !slices.Equal(got[i](), want(i)) {
				return fmt.Errorf("call %d returned other rows than are stored", i)
			}
		}
		return nil
	}
	return run, finish, nil
}

func (c *read) close() error {
	var errs []error
	for _, r := range c.readers {
		errs = append(errs, r.close())
	}
	return errors.Join(errs...)
}

func readSQLite(ctx context.Context, p *plan, rows, _ int) (contest, error) {
	c := newRead(rows)
	file := filepath.Join(p.Dir, "stored.db")
	if err := createSQLite(ctx, file, createStored); err != nil {
		return nil, err
	}
	db, err := openSQL(ctx, "sqlite", file)
	if err != nil {
		return nil, err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	for _, s := range c.all {
		if _, err := tx.ExecContext(ctx, "INSERT INTO stored VALUES (?, ?, ?, ?)", s.ID, s.C1, s.C2, s.C3); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(tx.Commit(), db.Close()); err != nil {
		return nil, err
	}
	mattn, err1 := sqlReader(ctx, "sqlite3", file, "?")
	modernc, err2 := sqlReader(ctx, "sqlite", file, "?")
	zombiezen, err3 := zombiezenReader(file)
	mattnOwn, err4 := mattnGeneratedReader(ctx, file)
	moderncOwn, err5 := moderncGeneratedReader(ctx, file)
	zombiezenOwn, err6 := zombiezenGeneratedReader(ctx, file)
	c.readers = map[string]reader{"mattn-read": mattn, "modernc-read": modernc, "zombiezen-read": zombiezen,
		"mattn-read-generated": mattnOwn, "modernc-read-generated": moderncOwn,
		"zombiezen-read-generated": zombiezenOwn}
	return c, errors.Join(err1, err2, err3, err4, err5, err6)
}

func readPostgres(ctx context.Context, p *plan, rows, _ int) (contest, error) {
	c := newRead(rows)
	conn, err := pgx.Connect(ctx, p.Server.dsn())
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "DROP TABLE IF EXISTS stored; "+createStored); err != nil {
		return nil, err
	}
	source := pgx.CopyFromSlice(len(c.all), func(i int) ([]any, error) {
		s := c.all[i]
		return []any{s.ID, s.C1, s.C2, s.C3}, nil
	})
	if _, err := conn.CopyFrom(ctx, pgx.Identifier{"stored"}, []string{"id", "c1", "c2", "c3"}, source); err != nil {
		return nil, err
	}
	lib, err := sqlReader(ctx, "postgres", p.Server.dsn(), "$1")
	c.readers = map[string]reader{"pq-read": lib, "pgx-read": pgxReader(ctx, conn),
		"pgx-read-generated": pgxGeneratedReader(ctx, conn)}
	return c, err
}

// sqlReader reads through database/sql, by statements that are prepared once.
func sqlReader(ctx context.Context, driver, place, parameter string) (r reader, err error) {
	db, err := sql.Open(driver, place)
	if err != nil {
		return r, err
	}
	db.SetMaxOpenConns(1)
	one, err1 := db.PrepareContext(ctx, onePlace+parameter)
	some, err2 := db.PrepareContext(ctx, somePlaces+parameter)
	if err := errors.Join(err1, err2); err != nil {
		return r, errors.Join(err, db.Close())
	}
	r.one = func(id int64) (s stored, err error) {
		err = one.QueryRowContext(ctx, id).Scan(&s.ID, &s.C1, &s.C2, &s.C3)
		return s, err
	}
	r.some = func(limit int) (func() []stored, error) {
		var out []stored
		rows, err := some.QueryContext(ctx, limit)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var s stored
			if err := rows.Scan(&s.ID, &s.C1, &s.C2, &s.C3); err != nil {
				return nil, err
			}
			out = append(out, s)
		}
		return these(out), rows.Err()
	}
	r.close = func() error { return errors.Join(one.Close(), some.Close(), db.Close()) }
	return r, nil
}

// pgxReader reads by pgx, which prepares what it is asked, and keeps that.
func pgxReader(ctx context.Context, conn *pgx.Conn) reader {
	scan := func(row pgx.CollectableRow) (s stored, err error) {
		err = row.Scan(&s.ID, &s.C1, &s.C2, &s.C3)
		return s, err
	}
	return reader{
		one: func(id int64) (s stored, err error) {
			err = conn.QueryRow(ctx, onePlace+"$1", id).Scan(&s.ID, &s.C1, &s.C2, &s.C3)
			return s, err
		},
		some: func(limit int) (func() []stored, error) {
			rows, err := conn.Query(ctx, somePlaces+"$1", limit)
			if err != nil {
				return nil, err
			}
			out, err := pgx.CollectRows(rows, scan)
			return these(out), err
		},
		close: func() error { return conn.Close(ctx) },
	}
}

// zombiezenReader reads by the driver's own statements, which the connection keeps.
func zombiezenReader(file string) (r reader, err error) {
	conn, err := zombiezenOpen(file)
	if err != nil {
		return r, err
	}
	scan := func(statement *sqlite.Stmt) stored {
		return stored{statement.ColumnInt64(0), statement.ColumnText(1), statement.ColumnText(2),
			statement.ColumnText(3)}
	}
	r.one = func(id int64) (s stored, err error) {
		statement, err := conn.Prepare(onePlace + "?")
		if err != nil {
			return s, err
		}
		statement.BindInt64(1, id)
		found, err := statement.Step()
		if err == nil && !found {
			err = sql.ErrNoRows
		}
		if err == nil {
			s = scan(statement)
		}
		return s, errors.Join(err, statement.Reset())
	}
	r.some = func(limit int) (func() []stored, error) {
		var out []stored
		statement, err := conn.Prepare(somePlaces + "?")
		if err != nil {
			return nil, err
		}
		statement.BindInt64(1, int64(limit))
		for {
			found, err := statement.Step()
			if err != nil || !found {
				return these(out), errors.Join(err, statement.Reset())
			}
			out = append(out, scan(statement))
		}
	}
	r.close = conn.Close
	return r, nil
}
