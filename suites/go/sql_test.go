package suite

import (
	"database/sql"
	"path/filepath"
	"testing"

	_ "github.com/mattn/go-sqlite3" // the driver "sqlite3"
	_ "modernc.org/sqlite"          // the driver "sqlite"
)

// sqliteDrivers open a unit on a new file; exec runs a script there.
var sqliteDrivers = []struct {
	generator, folder string
	openFile          func(t *testing.T, feature string) (app any, exec func(script string))
}{
	{"go/sqlite/mattn", "mattn", openSQL("sqlite3", "mattn")},
	{"go/sqlite/mattn", "mattn-null", openSQL("sqlite3", "mattn-null")},
	{"go/sqlite/modernc", "modernc", openSQL("sqlite", "modernc")},
	{"go/sqlite/zombiezen", "zombiezen", openZombiezen("zombiezen")},
	{"go/sqlite/zombiezen", "zombiezen-null", openZombiezen("zombiezen-null")},
}

func init() {
	for _, d := range sqliteDrivers {
		drivers = append(drivers, driver{d.generator, "sqlite", d.folder,
			func(t *testing.T, feature, file string, settings []string, testdata bool) any {
				app, exec := d.openFile(t, feature)
				if testdata {
					settings = append(settings, testData(t, feature, file)...)
				}
				for _, script := range settings {
					exec(script)
				}
				return app
			}})
	}
}

// openSQL opens generated code on a file of its own, with its schema.
func openSQL(name, driver string) func(t *testing.T, feature string) (any, func(string)) {
	return func(t *testing.T, feature string) (any, func(string)) {
		unit := unitOf(t, driver, feature, "")
		db := newFile(t, name)
		exec := func(script string) {
			t.Helper()
			if _, err := db.Exec(script); err != nil {
				t.Fatal(script, err)
			}
		}
		for _, script := range unit.Migrations() {
			exec(script)
		}
		return unit.Open(db), exec
	}
}

// newFile is a database in a file that is gone when the test ends. It has one connection, as state of it may matter.
func newFile(t *testing.T, name string) *sql.DB {
	t.Helper()
	db, err := sql.Open(name, filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}
