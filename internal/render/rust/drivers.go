package rust

import (
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

// driver is how a Rust driver is called. Its prelude has the type Database, whose methods run statements.
type driver struct {
	prelude *core.Prelude
	crates  []string // what Cargo.toml needs whatever the statements are
	async   bool
	handle  string // what new takes
	handles string // the same in words
	kinds   map[ir.Kind]kind
	shapes  func(*file) ir.Shapes[kind]
	asText  func(t ir.Type, read bool) bool // a type without a counterpart travels as its text where an override asks for it

	migrations string // the part of the prelude that applies migrations

	appender func(f *file, a *plan.Appender)
}

// drivers by what the generator's id says behind the language.
var drivers = map[string]*driver{
	"postgres/tokio-postgres": tokioPostgres,
}

func driverOf(t *target.Target) *driver { return target.Row(drivers, t.Part()) }
