package compile

import (
	"strconv"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/duckdb"
	"github.com/sqg-dev/sqg/internal/engine/postgres"
	"github.com/sqg-dev/sqg/internal/engine/sqlite"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/java"
	"github.com/sqg-dev/sqg/internal/render/python"
	"github.com/sqg-dev/sqg/internal/render/typescript"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Engine is a database engine as the pipeline uses it.
type Engine struct {
	Host    func(engine.Environment) engine.Host
	Dialect syntax.Dialect
	Mark    func(n int) string // the numbered placeholder of statements that are analysed
	Version string             // "" where it is the server's

	// Transactional tells what keeps a migration from running in a transaction; nil where the engine runs anything in one.
	Transactional func(script string) error
}

// Engines by the name that generators use.
var Engines = map[string]Engine{
	"duckdb":   {Version: duckdb.Version, Host: duckdb.NewHost, Transactional: duckdb.Transactional, Dialect: syntax.Dialects["duckdb"], Mark: func(n int) string { return "$" + strconv.Itoa(n) }},
	"postgres": {Host: postgres.NewHost, Transactional: postgres.Transactional, Dialect: syntax.Dialects["postgres"], Mark: func(n int) string { return "$" + strconv.Itoa(n) }},
	"sqlite":   {Version: sqlite.Version, Host: sqlite.NewHost, Dialect: syntax.Dialects["sqlite"], Mark: func(n int) string { return "?" + strconv.Itoa(n) }},
}

// renderers by language.
var renderers = map[string]func(*plan.Program) ([]emit.File, []diag.Diagnostic){
	"java":       java.Render,
	"python":     python.Render,
	"typescript": typescript.Render,
}
