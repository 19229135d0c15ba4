package main

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// mattnLoader uses the driver's own connection, without database/sql.
func mattnLoader(rows int) func(context.Context, *data, string) (loader, error) {
	return func(_ context.Context, d *data, file string) (loader, error) {
		conn, err := mattnOpen(file)
		if err != nil {
			return loader{}, err
		}
		load := func() error {
			tx, err := conn.Begin()
			if err != nil {
				return err
			}
			prepare := func(text string) (func([]driver.Value) error, func() error, error) {
				statement, err := conn.Prepare(text)
				if err != nil {
					return nil, nil, err
				}
				return func(args []driver.Value) error {
					_, err := statement.Exec(args)
					return err
				}, statement.Close, nil
			}
			if err := inPieces(d, rows, prepare, func(value string) driver.Value { return value }); err != nil {
				return errors.Join(err, tx.Rollback())
			}
			return tx.Commit()
		}
		return loader{load, conn.Close}, nil
	}
}

func mattnOpen(file string) (*sqlite3.SQLiteConn, error) {
	opened, err := (&sqlite3.SQLiteDriver{}).Open(file)
	if err != nil {
		return nil, err
	}
	conn := opened.(*sqlite3.SQLiteConn)
	for _, pragma := range pragmas {
		if _, err := conn.Exec(pragma, nil); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

// ceilingLoader has SQLite itself copy the rows, from a database in memory.
func ceilingLoader(_ context.Context, d *data, file string) (loader, error) {
	conn, err := mattnOpen(file)
	if err != nil {
		return loader{}, err
	}
	fail := func(err error) (loader, error) { return loader{}, errors.Join(err, conn.Close()) }
	source := d.shape
	source.table = "memory." + d.table
	for _, statement := range []string{"ATTACH ':memory:' AS memory", source.create(), "BEGIN"} {
		if _, err := conn.Exec(statement, nil); err != nil {
			return fail(err)
		}
	}
	prepare := func(text string) (func([]driver.Value) error, func() error, error) {
		statement, err := conn.Prepare(text)
		if err != nil {
			return nil, nil, err
		}
		return func(args []driver.Value) error {
			_, err := statement.Exec(args)
			return err
		}, statement.Close, nil
	}
	from := &data{shape: source, block: d.block, rows: d.rows}
	if err := inPieces(from, valuesRows, prepare, func(value string) driver.Value { return value }); err != nil {
		return fail(err)
	}
	if _, err := conn.Exec("COMMIT", nil); err != nil {
		return fail(err)
	}
	load := func() error {
		_, err := conn.Exec(fmt.Sprintf("INSERT INTO main.%s SELECT * FROM memory.%[1]s", d.table), nil)
		return err
	}
	return loader{load, conn.Close}, nil
}
