package compile

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/duckdb"
	"github.com/sqg-dev/sqg/internal/engine/postgres"
	"github.com/sqg-dev/sqg/internal/engine/sqlite"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/render/golang"
	"github.com/sqg-dev/sqg/internal/render/java"
	"github.com/sqg-dev/sqg/internal/render/python"
	"github.com/sqg-dev/sqg/internal/render/rust"
	"github.com/sqg-dev/sqg/internal/render/typescript"
)

// Engine is a database engine as the pipeline uses it: its data, and what runs it.
type Engine struct {
	*engine.Info
	Host    func(engine.Environment) engine.Host
	Version string // "" where it is the server's

	// Pull writes down the schema of a database: of a file, or at an address.
	Pull func(ctx context.Context, env engine.Environment, database string) (string, error)
}

// Engines by the name that generators use.
var Engines = map[string]Engine{
	engine.DuckDB.Name:   {Info: engine.DuckDB, Version: duckdb.Version, Host: duckdb.NewHost, Pull: duckdb.Pull},
	engine.Postgres.Name: {Info: engine.Postgres, Host: postgres.NewHost, Pull: postgres.Pull},
	engine.SQLite.Name:   {Info: engine.SQLite, Version: sqlite.Version, Host: sqlite.NewHost, Pull: sqlite.Pull},
}

// Languages are the renderers, by the name that generators use.
var Languages = map[string]core.Language{
	"go":         golang.Language,
	"java":       {Render: java.Render, Support: java.Support},
	"python":     python.Language,
	"rust":       rust.Language,
	"typescript": typescript.Language,
}
