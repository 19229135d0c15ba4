package duckdb

import (
	"cmp"
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Live runs a statement on the database in a file, which is only read.
func Live(ctx context.Context, env engine.Environment, file string, in engine.Stmt, d *engine.Description,
	t engine.Trial) (*engine.Rows, error) {
	s, err := host{env}.start(ctx)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	// What statements can open is fixed before the first of them.
	err = cmp.Or(s.loadExtensions(ctx), s.settings(ctx, []string{"ATTACH " + literal(file) + " AS live (READ_ONLY)",
		"USE live", "SET enable_external_access = false", "SET lock_configuration = true"}))
	if err != nil {
		return nil, &engine.Error{Msg: firstLine(err), Offset: -1}
	}
	return s.Run(ctx, in, d, t)
}
