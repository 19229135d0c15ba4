package suite

import (
	"path/filepath"
	"regexp"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// connUnit is a unit of the corpus on a connection of zombiezen.
type connUnit struct {
	open       func(db *sqlite.Conn) any
	migrations func() []string
}

var lastComment = regexp.MustCompile(`(\s*--.*)*\s*$`)

// openZombiezen opens generated code on a file of its own, with its schema.
func openZombiezen(t *testing.T, feature string) (any, func(string)) {
	unit, ok := zombiezenUnits[feature]
	if !ok {
		t.Fatalf("there is no unit for %s", feature)
	}
	conn, err := sqlite.OpenConn(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	exec := func(script string) {
		t.Helper()
		// A comment behind the last statement is misuse to the driver.
		if err := sqlitex.ExecScript(conn, lastComment.ReplaceAllString(script, "")); err != nil {
			t.Fatal(script, err)
		}
	}
	for _, script := range unit.migrations() {
		exec(script)
	}
	return unit.open(conn), exec
}
