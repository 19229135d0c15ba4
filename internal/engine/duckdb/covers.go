package duckdb

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// Covers compares syntax trees: Whole's is that of each of the others with more members of the AND in its WHERE, or of
// the SET of an UPDATE. What stands in WHERE leaves rows out and does nothing else, and DuckDB binds each member by
// itself. So Bare finds the most rows, its columns hold what those of the others hold, and Whole has each use of each
// parameter. Of the others DuckDB says what depends on the text when it prepares it: that nothing is wrong with it, and
// the types of its columns and parameters.
func (s *session) Covers(ctx context.Context, f engine.Family) (covers bool, err error) {
	err = s.within(ctx, "statement", func(ctx context.Context) error {
		if _, err = s.loaded(ctx); err != nil {
			return err
		}
		if covers = len(readersOf(f.Whole.SQL)) == 0 &&
			f.Filtered(func(stmt engine.Stmt) engine.Apart { return s.apart(ctx, stmt) }); covers {
			covers, err = s.alikePrepared(ctx, f)
		}
		return err
	})
	var wrong *libduckdb.Error
	if errors.As(err, &wrong) { // describing the text explains it
		return false, nil
	}
	return covers && err == nil, err
}

// apart takes a statement apart at each WHERE that all rows go through.
func (s *session) apart(ctx context.Context, stmt engine.Stmt) engine.Apart {
	var text string
	err := s.conn.Query(ctx, "SELECT json_serialize_sql($1::VARCHAR)::VARCHAR",
		func(r []any) { text, _ = r[0].(string) }, stmt.SQL)
	if err != nil {
		return nil
	}
	if tree, err := statementTree(text); err == nil {
		return selected(tree, stmt.Params)
	}
	return s.changed(ctx, stmt)
}

// selected takes the tree of a SELECT apart; of other statements DuckDB writes none.
func selected(tree term, params []engine.ParamHint) (out engine.Apart) {
	withNames(tree, params)
	for node, _ := tree["node"].(term); node["type"] == "SELECT_NODE"; {
		if where, _ := node["where_clause"].(term); where != nil {
			members := []any{where}
			if list, is := where["children"].([]any); is && where["type"] == "CONJUNCTION_AND" {
				members = list
			}
			node["where_clause"] = nil
			level := engine.Level{Around: said(tree)}
			node["where_clause"] = where
			for _, m := range members {
				level.Members = append(level.Members, said(m))
			}
			out = append(out, level)
		}
		from, _ := node["from_table"].(term)
		query, _ := from["subquery"].(term)
		node, _ = query["node"].(term)
	}
	return out
}

// changed takes an UPDATE or a DELETE of one table apart, by its plan: what it sets is a member, too, as it returns
// nothing, and a parameter that is stored takes what its column does.
func (s *session) changed(ctx context.Context, stmt engine.Stmt) engine.Apart {
	st, err := s.state(ctx, stmt)
	if err != nil {
		return nil
	}
	text, err := s.serialized(ctx, st.text)
	if err != nil {
		return nil
	}
	m, err := meaningOf(text)
	if err != nil || m.Command != "LOGICAL_UPDATE" && m.Command != "LOGICAL_DELETE" {
		return nil
	}
	level := engine.Level{Around: fmt.Sprint(m.Command, m.Table)}
	for _, does := range m.Does {
		for _, column := range slices.Sorted(maps.Keys(does.Sets)) {
			value := does.Sets[column]
			if value["expression_class"] == "COLUMN" && value["name"] == column {
				continue // DuckDB adds the columns that stay, where it deletes a row and inserts it again
			}
			withNames(value, stmt.Params)
			level.Members = append(level.Members, column+" = "+said(value))
		}
	}
	var where []string
	for _, condition := range m.Where {
		withNames(condition, stmt.Params)
		where = append(where, said(condition))
	}
	level.Members = append(level.Members, slices.Sorted(slices.Values(where))...)
	return engine.Apart{level}
}

// withNames takes the places in the text out of a tree, and has the names of parameters in place of their numbers.
func withNames(v any, params []engine.ParamHint) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			withNames(x, params)
		}
	case term:
		delete(v, "query_location")
		delete(v, "query_location_length")
		delete(v, "named_param_map")
		number, _ := v["identifier"].(string)
		if n, err := strconv.Atoi(number); (v["class"] == "PARAMETER" || v["expression_class"] == "BOUND_PARAMETER") &&
			err == nil && n >= 1 && n <= len(params) {
			v["identifier"] = params[n-1].Name
		}
		for _, x := range v {
			withNames(x, params)
		}
	}
}

// alikePrepared reports whether the others of a family are prepared with the columns and parameters of the whole.
func (s *session) alikePrepared(ctx context.Context, f engine.Family) (bool, error) {
	casts, err := s.castsOf(ctx, f.Whole)
	if casts == nil || err != nil {
		return false, err
	}
	whole, err := s.conn.Prepare(ctx, casted(f.Whole, casts))
	if err != nil || whole.Open || len(whole.Params) != len(f.Whole.Params) {
		return false, err
	}
	types := map[string]string{}
	for i, t := range whole.Params {
		types[f.Whole.Params[i].Name] = logicalOf(t).key()
	}
	columns := keysOf(whole.Types)
	for _, stmt := range slices.Concat(f.Less, f.Rest) {
		p, err := s.conn.Prepare(ctx, casted(stmt, casts))
		if err != nil {
			return false, err
		}
		if p.Open || p.Kind != whole.Kind || len(p.Params) != len(stmt.Params) || !slices.Equal(p.Names, whole.Names) ||
			!slices.Equal(keysOf(p.Types), columns) {
			return false, nil
		}
		for i, t := range p.Params {
			if logicalOf(t).key() != types[stmt.Params[i].Name] {
				return false, nil
			}
		}
	}
	return true, nil
}

func keysOf(types []*libduckdb.Type) (keys []string) {
	for _, t := range types {
		keys = append(keys, logicalOf(t).key())
	}
	return keys
}

// castsOf are the types, by name, of parameters that DuckDB gives none or another than the user; nil where it does not
// take them all as casts.
func (s *session) castsOf(ctx context.Context, stmt engine.Stmt) (map[string]string, error) {
	casts := map[string]string{}
	p, err := s.conn.Prepare(ctx, stmt.SQL)
	if err != nil || !p.Open && !slices.ContainsFunc(stmt.Params, hasType) {
		return casts, err
	}
	st, err := s.state(ctx, stmt)
	if err != nil || len(st.outside) > 0 {
		return nil, nil // describing it says so
	}
	for n, typ := range st.casts {
		casts[stmt.Params[n-1].Name] = typ
	}
	return casts, nil
}

// casted is a statement's text with casts of these parameters.
func casted(stmt engine.Stmt, casts map[string]string) string {
	if len(casts) == 0 {
		return stmt.SQL
	}
	var out strings.Builder
	from := 0
	for _, u := range usesOf(stmt.SQL) {
		if typ := casts[stmt.Params[u.n-1].Name]; typ != "" {
			out.WriteString(stmt.SQL[from:u.start] + "CAST(" + stmt.SQL[u.start:u.end] + " AS " + typ + ")")
			from = u.end
		}
	}
	return out.String() + stmt.SQL[from:]
}
