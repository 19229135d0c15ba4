//go:build ignore

package prelude

import (
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// testDatabase opens a copy of the template, and closes it when the test ends.
func testDatabase(t testing.TB) *sqlite.Conn {
	t.Helper()
	conn, err := sqlite.OpenConn(testFile(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// build makes a database file. Without a write-ahead log all of it is in that file.
func build(path string) error {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, statement := range schema {
		if err := sqlitex.ExecuteTransient(conn, statement, nil); err != nil {
			return inStatement(err, statement)
		}
	}
	return nil
}
