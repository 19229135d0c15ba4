package compile

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
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

	// Live runs a statement on such a database, and only reads it.
	Live func(ctx context.Context, env engine.Environment, database string, in engine.Stmt, d *engine.Description,
		t engine.Trial) (*engine.Rows, error)
}

// Languages are the renderers, by the name that generators use.
var Languages = map[string]core.Language{
	"go":         golang.Language,
	"java":       {Render: java.Render, Support: java.Support},
	"python":     python.Language,
	"rust":       rust.Language,
	"typescript": typescript.Language,
}
