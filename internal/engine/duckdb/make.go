package duckdb

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Make makes tables with the columns that their statements give them. No query is run.
func (s *session) Make(ctx context.Context, made []engine.Stmt) (func(context.Context) error, error) {
	return engine.MakeAll(ctx, made, func(stmt engine.Stmt) (func(context.Context) error,
		error) {
		return s.makeOne(ctx, stmt)
	})
}

func (s *session) makeOne(ctx context.Context, stmt engine.Stmt) (func(context.Context) error, error) {
	catalog, err := s.loaded(ctx)
	if err != nil {
		return nil, err
	}
	c := engine.CreationOf(dialect, stmt)
	sql := stmt.SQL
	if c.Query != nil {
		columns, err := s.columnsOf(ctx, c)
		if err != nil {
			return nil, err
		}
		sql = "CREATE " + map[bool]string{true: "TEMP "}[c.Temp] + "TABLE " + c.Table + " (" + columns + ")"
	}
	if err := s.exec(ctx, sql); err != nil {
		return nil, explain(err, sql)
	}
	drop := "DROP TABLE IF EXISTS " + c.Table
	if err := s.lake.apply(ctx, sql); err != nil {
		return nil, cmp.Or(err, s.exec(ctx, drop))
	}
	var full []ref
	err = s.each(ctx, columnsQuery, func(r row) {
		at := ref{r.text(0), r.text(1), r.text(2), r.text(3)}
		if !r.truth(4) && catalog.notNull[at] == nil && strings.EqualFold(at.table, c.Name) {
			catalog.notNull[at] = infer.Why(at.table + "." + at.column + " is NOT NULL")
			full = append(full, at)
		}
	})
	return func(ctx context.Context) error {
		for _, at := range full {
			delete(catalog.notNull, at)
		}
		return cmp.Or(s.exec(ctx, drop), s.lake.apply(ctx, drop))
	}, err
}

// columnsOf are the columns of CREATE TABLE … AS, as a definition has them.
func (s *session) columnsOf(ctx context.Context, c *engine.Creation) (string, error) {
	d, err := s.describe(ctx, *c.Query)
	if err != nil {
		return "", err
	}
	var names, list []string
	for _, l := range dialect.Lexemes(c.Columns) {
		if l.Name {
			names = append(names, c.Columns[l.Start:l.End])
		}
	}
	seen := map[string]int{}
	for i, column := range d.Columns {
		name := ir.Quote(column.Name)
		if i < len(names) {
			name = names[i]
		}
		key := strings.ToLower(name)
		if n := seen[key]; n > 0 { // as DuckDB tells columns of one name apart
			name = ir.Quote(fmt.Sprintf("%s_%d", column.Name, n))
		}
		seen[key]++
		list = append(list, name+" "+column.Type.Ref)
	}
	return strings.Join(list, ", "), nil
}
