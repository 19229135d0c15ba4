package duckdb

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

const (
	explainHead  = `(?is)^EXPLAIN\b(?:\s+ANALYZE\b)?(?:\s*\(\s*(?:ANALYZE|FORMAT)\b[^)]*\))?`
	describeHead = `(?is)^\w+`
)

var describeFull = []string{"column_name", "column_type", "null", "database", "schema", "name", "column_names",
	"column_types", "temporary", "database_name"}

var tellings = engine.Tellings{
	{Words: "EXPLAIN", Head: explainHead, Full: []string{"*"}},
	{Words: "SUMMARIZE", Head: describeHead, Full: []string{"column_name", "column_type", "approx_unique", "count"}},
	{Words: "DESCRIBE", Head: describeHead, Full: describeFull},
	{Words: "DESC", Head: describeHead, Full: describeFull},
	{Words: "SHOW", Head: describeHead, Full: describeFull},
	{Words: "PRAGMA TABLE_INFO", Full: []string{"cid", "name", "type", "notnull", "pk"}},
	{Words: "PRAGMA SHOW_TABLES", Full: []string{"name"}},
	{Words: "PRAGMA"},
	{Words: "CALL"},
}

// tells describes such a statement: its parameters are those of the statement that it is about.
func (s *session) tells(ctx context.Context, stmt engine.Stmt, p libduckdb.Prepared,
	of engine.Telling) (*engine.Description, error) {
	d := of.Describe()
	d.Columns = s.columns(p, of)
	if len(stmt.Params) == 0 && of.Words != "EXPLAIN" {
		return d, nil
	}
	about, err := s.describe(ctx, of.About(dialect, stmt))
	if err != nil {
		return nil, err
	}
	d.Params = about.Params
	return d, nil
}

// columns are those that preparing a statement tells.
func (s *session) columns(p libduckdb.Prepared, of engine.Telling) (list []engine.Column) {
	for i, name := range p.Names {
		list = append(list, of.Column(name, s.catalog.typeOf(logicalOf(p.Types[i]))))
	}
	return list
}
