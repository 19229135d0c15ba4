package main

import (
	"context"
	"errors"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func zombiezenOpen(file string) (*sqlite.Conn, error) {
	conn, err := sqlite.OpenConn(file)
	if err != nil {
		return nil, err
	}
	for _, pragma := range pragmas {
		if err := sqlitex.ExecuteTransient(conn, pragma, nil); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

func zombiezenLoader(rows int) func(context.Context, *data, string) (loader, error) {
	return func(_ context.Context, d *data, file string) (loader, error) {
		conn, err := zombiezenOpen(file)
		if err != nil {
			return loader{}, err
		}
		load := func() (err error) {
			end, err := sqlitex.ImmediateTransaction(conn)
			if err != nil {
				return err
			}
			defer end(&err)
			prepare := func(text string) (func([]string) error, func() error, error) {
				statement, err := conn.Prepare(text)
				if err != nil {
					return nil, nil, err
				}
				return func(args []string) error {
					for i, arg := range args {
						statement.BindText(i+1, arg)
					}
					_, err := statement.Step()
					return errors.Join(err, statement.Reset())
				}, statement.Finalize, nil
			}
			return inPieces(d, rows, prepare, func(value string) string { return value })
		}
		return loader{load, conn.Close}, nil
	}
}
