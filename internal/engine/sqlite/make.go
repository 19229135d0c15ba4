package sqlite

import (
	"context"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
)

// creates describes CREATE TABLE … AS, whose parameters are those of its query.
func (s *session) creates(ctx context.Context, in engine.Stmt, c *engine.Creation) (*engine.Description, error) {
	st, _, fault := s.conn.prepare(in.SQL)
	if fault != nil {
		return nil, s.explain(fault, in.SQL)
	}
	st.close()
	of, err := s.describe(ctx, *c.Query)
	if err != nil {
		return nil, err
	}
	return &engine.Description{Params: of.Params}, nil
}

// Make makes tables with the columns that their statements give them. No row is read: parameters are NULL.
func (s *session) Make(ctx context.Context, made []engine.Stmt) (func(context.Context) error, error) {
	return engine.MakeAll(ctx, made, func(stmt engine.Stmt) (func(context.Context) error, error) {
		c := engine.CreationOf(engine.SQLite.Dialect, stmt)
		sql := stmt.SQL
		if c.Query != nil {
			sql = "CREATE " + map[bool]string{true: "TEMP "}[c.Temp] + "TABLE " + c.Table + " AS SELECT * FROM (" +
				strings.TrimSpace(c.Query.SQL) + "\n) LIMIT 0"
		}
		return func(ctx context.Context) error { return s.Apply(ctx, "DROP TABLE IF EXISTS "+c.Table) },
			s.Apply(ctx, sql)
	})
}
