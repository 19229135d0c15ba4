//go:build !js

package compile

import (
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/duckdb"
	"github.com/sqg-dev/sqg/internal/engine/postgres"
	"github.com/sqg-dev/sqg/internal/engine/sqlite"
)

// Engines by the name that generators use.
var Engines = map[string]Engine{
	engine.DuckDB.Name: {Info: engine.DuckDB, Version: duckdb.Version, Host: duckdb.NewHost, Pull: duckdb.Pull,
		Live: duckdb.Live},
	engine.Postgres.Name: {Info: engine.Postgres, Host: postgres.NewHost, Pull: postgres.Pull, Live: postgres.Live},
	engine.SQLite.Name: {Info: engine.SQLite, Version: sqlite.Version, Host: sqlite.NewHost, Pull: sqlite.Pull,
		Live: sqlite.Live},
}
