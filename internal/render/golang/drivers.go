package golang

import (
	"maps"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
	"github.com/sqg-dev/sqg/internal/target"
)

// driver is how a Go driver is called. Its prelude has the functions that run statements, of one signature for all
// drivers: one, all, each, exec, run, batch, inTx, and the interface DBTX, which says what New takes.
type driver struct {
	prelude  *core.Prelude
	tagged   []tagged           // what of it depends on a build tag
	imports  map[string]string  // packages that generated code may name: their paths
	handles  string             // what New takes, in words
	tx       string             // the type of a transaction, "" where the driver has none
	whose    bool               // its lookups say how they tell whose a row is, and whether they change rows
	row      string             // what a function that reads a row takes
	enforced map[ir.Kind]string // the driver's own methods that read a column whose type SQLite enforces
	pluck    string             // the generic function that reads a row of one value; "" where each has one of its own
	kinds    map[ir.Kind]kind   // of scalars
	renamed  map[string]kind    // of types that libraries have of those, where they need other functions
	shapes   func(*file) ir.Shapes[kind]
	within   func(f *file, t ir.Type, o *ir.Override) kind // a value of an override's type inside of others
	// types that it cannot hold, besides kinds that are not there; nil for none
	lacks func(ir.Type) bool

	// scan is the body of a function that reads a row of these cells: it returns result and err.
	scan func(f *file, cells []cell, result string) string

	// argument is what is bound for a field's value; nil for what kinds say.
	argument func(f *file, field ir.Field, value string) string

	// appender declares how the rows of a table are inserted, and returns the bodies of the methods that do it.
	appender func(f *file, a *plan.Appender) bodies
}

// bodies are those of methods by their kinds.
type bodies map[surface.Kind]string

// tagged is a file of a package for builds with a tag. It is there where the prelude calls a function of it, and needs
// nothing that this does not need anyway. Its first definition is that function.
type tagged struct {
	file, tag string
	prelude   *core.Prelude
}

// drivers by what the generator's id says behind the language.
var drivers = map[string]*driver{
	"postgres/pgx":     pgxDriver,
	"sqlite/mattn":     overSQL("go/sqlite/mattn", "sqlite_mattn"),
	"sqlite/modernc":   overSQL("go/sqlite/modernc", "sqlite_exact"),
	"sqlite/zombiezen": zombiezen(),
	"duckdb":           duckdbDriver(),
}

func driverOf(t *target.Target) *driver { return target.Row(drivers, t.Part()) }

// helpers are the names of its own that a package may have.
func (d *driver) helpers() map[string]bool {
	names := d.prelude.Names()
	for _, t := range d.tagged {
		maps.Copy(names, t.prelude.Names())
	}
	return names
}

// packagesOf are the names of packages that generated code may import: these, and those of types that the config asks
// for.
func packagesOf(imports map[string]string, p *plan.Program) map[string]bool {
	names := map[string]bool{}
	for name := range imports {
		names[name] = true
	}
	for _, rule := range p.Options.Rules(p.Target.Engine) {
		for _, code := range []string{rule.To.Type, rule.To.Decode, rule.To.Encode} {
			core.Words(code, func(word string, _, end int) {
				if strings.HasPrefix(code[end:], ".") {
					names[word] = true
				}
			})
		}
	}
	return names
}

// standard are the packages of the standard library that generated code may name, and those of a driver.
func standard(more map[string]string) map[string]string {
	all := map[string]string{"context": "context", "iter": "iter", "time": "time", "sql": "database/sql",
		"json": "encoding/json",
		"net":  "net", "netip": "net/netip", "big": "math/big"}
	for name, path := range more {
		all[name] = path
	}
	return all
}

// appender writes the methods of a table.
func (f *file) appender(a *plan.Appender) {
	of := f.g.driver.appender(f, a)
	for _, k := range surface.TableOperations(f.Program, a) {
		name, params := called(k, tableWords(a.Name)), rowsParam(f, f.rowType(a.Row).name)
		if k == surface.InsertOver {
			params = strings.Replace(params, "rows ", "connections int, rows ", 1)
		}
		doc := says(name, nil, surface.Doc(k, language, "{table}", oneLine(a.Name.SQL)))
		f.caller(surface.ViewsOf(f.Program, k, nil), docText(doc, ""), name, params, "(int64, error)",
			quoteShort(a.Name.SQL), changes, of[k])
	}
}
