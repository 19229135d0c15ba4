package analyze

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Databases are those that BASELINE … :source=name speaks of.
type Databases struct {
	Known map[string]Database // by name; nil where nothing tells which sources there are
	// Scratch opens a PostgreSQL for a schema that the blocks write down.
	Scratch func(context.Context) (engine.Session, error)

	Unsafe   []string              // names of the blocks that run as a superuser
	Migrated bool                  // applyMigrations() of a program runs the migrations
	Warn     func(diag.Diagnostic) // takes what a migration does to programs that run meanwhile; nil where nobody asks
}

// Database is what the config says of one.
type Database struct {
	Address  string // "" where none is known
	Writable bool   // programs may change it
}

// attached notes what a block attaches, once.
func (u *unit) attached(b *syntax.Block) {
	if !slices.ContainsFunc(u.model.Attached, func(a ir.Attached) bool { return a.Name.SQL == b.Mods.Source }) {
		u.model.Attached = append(u.model.Attached,
			ir.Attached{Name: ir.NewName(b.Mods.Source), Span: b.Span, Writable: u.Databases[b.Mods.Source].Writable})
	}
}

// of are the blocks that speak of a source.
func of(blocks []*syntax.Block, source string) (out []*syntax.Block) {
	for _, b := range blocks {
		if b.Mods.Source == source {
			out = append(out, b)
		}
	}
	return out
}

// attach makes a source's tables known to a session: the schema is what the blocks' SQL makes, or else what is there at
// the source's address. It returns nil where that worked.
func (ds Databases) attach(ctx context.Context, s engine.Session, name string,
	blocks []*syntax.Block) *diag.Diagnostic {
	at := blocks[0].Span
	to, ok := s.(engine.Attacher)
	if !ok {
		return &diag.Diagnostic{Code: diag.BadModifier, Span: at,
			Msg:  "only DuckDB can read the tables of another database beside its own",
			Hint: "write the schema below -- BASELINE " + blocks[0].Name}
	}
	database, known := ds.Known[name]
	if !known && ds.Known != nil {
		return &diag.Diagnostic{Code: diag.UnknownSource, Span: at,
			Msg:  "there is no source " + name + " of type postgres",
			Hint: "add {name: " + name + ", type: postgres} to sources: in sqg.yaml"}
	}
	written, d := ds.written(ctx, blocks)
	if d != nil {
		return d
	}
	if written != nil {
		database.Address = written.Address()
	}
	if database.Address == "" {
		return &diag.Diagnostic{Code: diag.EmptyStatement, Span: at, Msg: "nothing tells the schema of " + name,
			Hint: "write its CREATE TABLE statements below the annotation, or give the source a url: in sqg.yaml to read it from"}
	}
	err := to.Attach(ctx, name, database.Address, database.Writable || ds.Known == nil)
	if written != nil {
		err = errors.Join(err, written.Close())
	}
	if err == nil {
		return nil
	}
	out := interrupted
	if ctx.Err() == nil {
		out = engineError(err, diag.Environment, at, func(int) source.Span { return at })
	}
	return &out
}

// written is a PostgreSQL with the schema that the blocks write down; nil where they write none.
func (ds Databases) written(ctx context.Context, blocks []*syntax.Block) (s engine.Server, d *diag.Diagnostic) {
	for _, b := range blocks {
		if b.Script == "" {
			continue
		}
		if s == nil {
			opened, err := ds.Scratch(ctx)
			if err != nil {
				out := engineError(err, diag.Environment, b.Span, func(int) source.Span { return b.Span })
				out.Msg = fmt.Sprintf("cannot open a scratch PostgreSQL for the schema of %s: %s", b.Mods.Source,
					out.Msg)
				return nil, &out
			}
			s = opened.(engine.Server)
		}
		if d = apply(ctx, s, b, ds, false); d != nil {
			_ = s.Close() // of a script that failed already
			return nil, d
		}
	}
	return s, nil
}
