package postgres

import (
	"context"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Make makes tables with the columns that their statements give them. No query is run.
func (s *session) Make(ctx context.Context, made []engine.Stmt) (func(context.Context) error, error) {
	before, err := s.loaded(ctx)
	if err != nil {
		return nil, err
	}
	undo, err := engine.MakeAll(ctx, made, func(stmt engine.Stmt) (func(context.Context) error, error) {
		c := engine.CreationOf(dialect, stmt)
		return func(ctx context.Context) error { return s.exec(ctx, "DROP TABLE IF EXISTS "+c.Table) },
			s.makeOne(ctx, stmt, c)
	})
	if err != nil {
		return nil, err
	}
	back := func(ctx context.Context) error {
		s.catalog = before
		return undo(ctx)
	}
	catalog, err := loadCatalog(ctx, s.conn, s.database.Version)
	if err != nil {
		_ = back(ctx) // what is wrong is told already
		return nil, err
	}
	// A type is the same with and without the tables.
	catalog.built, catalog.enums, catalog.structs, catalog.made = before.built, before.enums, before.structs,
		before.made
	s.catalog = catalog
	return back, nil
}

func (s *session) makeOne(ctx context.Context, stmt engine.Stmt, c *engine.Creation) error {
	if c.Query == nil {
		return s.exec(ctx, stmt.SQL)
	}
	p, err := s.prepare(ctx, *c.Query)
	if err != nil {
		return err
	}
	sql := "CREATE " + map[bool]string{true: "TEMP "}[c.Temp] + "TABLE " + c.Table + " " + c.Columns + " AS " +
		strings.TrimSpace(c.Query.SQL) + "\nWITH NO DATA"
	return s.conn.ExecParams(ctx, sql, make([][]byte, len(p.types)), p.ParamOIDs, nil, nil).Read().Err
}
