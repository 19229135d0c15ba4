package suite

import (
	"path/filepath"
	"regexp"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

var lastComment = regexp.MustCompile(`(\s*--.*)*\s*$`)

// openZombiezen opens generated code on a file of its own, with its schema.
func openZombiezen(driver string) func(t *testing.T, feature string) (any, func(string)) {
	return func(t *testing.T, feature string) (any, func(string)) {
		unit := unitOf(t, driver, feature, "")
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
		for _, script := range unit.Migrations() {
			exec(script)
		}
		return unit.Open(conn), exec
	}
}
