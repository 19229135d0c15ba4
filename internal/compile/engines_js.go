package compile

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/sqlite"
	"github.com/sqg-dev/sqg/internal/environment"
)

// Engines in a browser: those that are no programs and no libraries of a machine.
var Engines = map[string]Engine{
	engine.DuckDB.Name:   {Info: engine.DuckDB, Host: elsewhere("DuckDB", "a library")},
	engine.Postgres.Name: {Info: engine.Postgres, Host: elsewhere("PostgreSQL", "a server")},
	engine.SQLite.Name:   {Info: engine.SQLite, Version: sqlite.Version, Host: sqlite.NewHost, Pull: sqlite.Pull},
}

// absent is the host of an engine that does not run here.
type absent struct{ name, needs string }

func elsewhere(name, needs string) func(engine.Environment) engine.Host {
	return func(engine.Environment) engine.Host { return absent{name, needs} }
}

func (a absent) Open(context.Context) (engine.Session, error) {
	return nil, &environment.Error{Msg: a.name + " does not run in this page: sqg needs " + a.needs + " for it",
		Hint: "install sqg and run `sqg ui` in a project of yours, or try SQLite here"}
}

func (absent) Close() error { return nil }
