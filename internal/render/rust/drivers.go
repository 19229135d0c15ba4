package rust

import (
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

// driver is how a Rust driver is called. Its prelude has the type Database, whose methods run statements.
type driver struct {
	prelude  *core.Prelude
	parts    string // what the driver's own parts of the prelude start with
	async    bool
	keys     bool   // what reads a struct is told the names of its fields
	reads    bool   // structs are what statements make, and no parameters
	slots    bool   // a struct keeps the statements that are prepared for it
	handle   string // what new takes
	handles  string // the same in words
	rows     string // the type of rows that come one by one, with %s for that of one
	kinds    map[ir.Kind]kind
	shapes   func(*file) ir.Shapes[kind]
	appender func(f *file, a *plan.Appender) inserter
}

// inserter is how rows of a type are inserted: by a function of the prelude, with a constant.
type inserter struct{ row, function, constant string }

// await is what stands behind a call whose result is waited for.
func (d *driver) await() string {
	if d.async {
		return ".await"
	}
	return ""
}

// drivers by what the generator's id says behind the language.
var drivers = map[string]*driver{
	"postgres/tokio-postgres": tokioPostgres,
	"sqlite/rusqlite":         rusqlite,
	"duckdb":                  duckdbDriver,
}

func driverOf(t *target.Target) *driver { return target.Row(drivers, t.Part()) }
