//go:build ignore

package prelude

import (
	"context"
	"database/sql"
	"testing"
)

// testDatabase opens a copy of the template, and closes it when the test ends.
func testDatabase(t testing.TB) *sql.DB {
	t.Helper()
	db, err := open(testFile(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// build makes a database file, with one connection: what a statement sets holds for those behind it.
func build(path string) error {
	db, err := open(path)
	if err != nil {
		return err
	}
	defer db.Close()
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, statement := range schema {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return inStatement(err, statement)
		}
	}
	return nil
}
