package duckdb

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Explicit names the columns of a statement's stars. DuckDB itself says which those are, for the star alone over the
// same FROM clause; and it makes the same plan of both texts.
func (s *session) Explicit(ctx context.Context, in engine.Stmt) (*engine.Explicit, error) {
	if of := tellings.Of(dialect, in.SQL); of.Words == "EXPLAIN" { // the others have a plan that tells
		in = of.About(dialect, in)
	}
	if len(readersOf(in.SQL)) == 0 {
		return s.explicit(ctx, in)
	}
	p, err := s.conn.Prepare(ctx, in.SQL)
	if err != nil {
		return s.explicit(ctx, in)
	}
	switch o, err := s.overFiles(ctx, in, p); {
	case err != nil && p.Open:
		return nil, err
	case o != nil:
		x, err := s.explicit(ctx, o.Stmt)
		return o.back(x), cmp.Or(o.placed(err), o.drop(ctx))
	}
	return s.explicit(ctx, in)
}

func (s *session) explicit(ctx context.Context, in engine.Stmt) (*engine.Explicit, error) {
	e := &expander{session: s, stmt: in, query: in.SQL}
	for _, star := range dialect.Stars(in.SQL) {
		if star.Close > 0 { // PIVOT … is SELECT * FROM (PIVOT …)
			word, end := strings.Replace(star.Means, "%", "*", 1), star.Close
			e.query = in.SQL[:star.Start] + word + in.SQL[star.End:end] + ")" + in.SQL[end:]
		}
	}
	return engine.Expand(ctx, dialect, in.SQL, e)
}

type expander struct {
	*session
	stmt  engine.Stmt
	query string // what its plan is compared with
}

// Columns asks for the names of a star, and of each table's where there are several.
func (e *expander) Columns(ctx context.Context, star syntax.Star) ([]string, error) {
	if star.Columns != nil && !star.Wide {
		return nil, nil // a parenthesis is not closed
	}
	for n, probe := range star.Probes(e.stmt.SQL, star.Text(e.stmt.SQL)) {
		names := e.names(ctx, probe)
		switch {
		case names == nil:
		case star.Columns != nil:
			return e.expressions(ctx, star, n, names), nil
		case star.Wide:
			return e.replaced(ctx, star, n, names), nil
		default:
			return e.columns(ctx, star, n, names), nil
		}
	}
	return nil, nil
}

// columns are names that a star stands for, as they are written; n is the number of the probe that told them.
func (e *expander) columns(ctx context.Context, star syntax.Star, n int, names []string) []string {
	var tables []string
	if star.Qualifier == "" && star.Returning < 0 && star.Close == 0 {
		tables = e.tables(ctx, star.Probes(e.stmt.SQL, "*")[n])
	}
	out := make([]string, len(names))
	if len(tables) < 2 {
		for i, name := range names {
			out[i] = star.Qualifier + quoteName(name)
		}
		return out
	}
	var all []ownedColumn
	for _, table := range tables {
		of := quoteName(table) + "."
		for _, name := range e.names(ctx, star.Probes(e.stmt.SQL, of+"*")[n]) {
			all = append(all, ownedColumn{of, name})
		}
	}
	return qualified(names, all)
}

// replaced are the columns of a star with EXCLUDE, LIKE, REPLACE or RENAME.
func (e *expander) replaced(ctx context.Context, star syntax.Star, n int, names []string) []string {
	before, replaced := slices.Clone(names), map[int]string{}
	for _, r := range dialect.Replacements(star.Text(e.stmt.SQL)) {
		for i, name := range names {
			if !strings.EqualFold(quoteName(name), r.As) && !strings.EqualFold(ir.Quote(name), r.As) {
				continue
			}
			replaced[i] = r.SQL + " AS " + r.As
			before[i] = r.SQL
		}
	}
	out := e.columns(ctx, star, n, before)
	for i, sql := range replaced {
		out[i] = sql
	}
	return out
}

// expressions are an item with each column in place of COLUMNS(…).
func (e *expander) expressions(ctx context.Context, star syntax.Star, n int, names []string) []string {
	sql := e.stmt.SQL
	out, from := make([]string, len(names)), star.Start
	for _, part := range star.Columns {
		columns := e.columns(ctx, star, n, e.names(ctx, star.Probes(sql, sql[part[0]:part[1]])[n]))
		if len(columns) != len(names) {
			return nil
		}
		for i := range out {
			out[i] += sql[from:part[0]] + columns[i]
		}
		from = part[1]
	}
	if star.Columns[0][0] > star.Start || from < star.End {
		for i, name := range names {
			out[i] += sql[from:star.Value] + " AS " + quoteName(name)
		}
	}
	return out
}

type ownedColumn struct{ table, name string }

// qualified are the names with the table of each before it. A name that the star has less often than the tables do is
// one that a join has made one column of.
func qualified(names []string, all []ownedColumn) []string {
	out := make([]string, len(names))
	for i, name := range names {
		same := func(n string) bool { return n == name }
		of := func(c ownedColumn) bool { return c.name == name }
		before, in := count(names[:i], same), count(names, same)
		if out[i] = quoteName(name); count(all, of) != in {
			continue
		}
		for _, c := range all {
			if of(c) {
				if before == 0 {
					out[i] = c.table + out[i]
					break
				}
				before--
			}
		}
	}
	return out
}

func count[T any](list []T, is func(T) bool) (n int) {
	for _, v := range list {
		if is(v) {
			n++
		}
	}
	return n
}

// names are those of the columns that a statement returns; nil where DuckDB does not tell.
func (e *expander) names(ctx context.Context, sql string) []string {
	p, _, err := e.bound(ctx, sql)
	if err != nil || p.Open {
		return nil
	}
	return p.Names
}

// bound prepares a statement, with types for its parameters where Describe gives them, and binds it: the text is that
// of its plan. Of COPY (query) TO, it is the query's.
func (e *expander) bound(ctx context.Context, sql string) (p libduckdb.Prepared, text string, err error) {
	for query := range copied(sql) {
		if p, text, err = e.bound(ctx, query); err == nil {
			return p, text, nil
		}
	}
	p, err = e.conn.Prepare(ctx, sql)
	if err != nil {
		return p, "", err
	}
	if text, err = e.serialized(ctx, sql); err != nil || len(e.stmt.Params) == 0 {
		return p, text, err
	}
	if _, err := planOf(text); err == nil && !p.Open && !slices.ContainsFunc(e.stmt.Params, hasType) {
		return p, text, nil
	}
	in := e.stmt
	in.SQL = sql
	st, err := e.state(ctx, in)
	if err != nil {
		return p, "", err
	}
	if p, err = e.conn.Prepare(ctx, st.text); err != nil {
		return p, "", err
	}
	text, err = e.serialized(ctx, st.text)
	return p, text, err
}

// tables are the names of those that a SELECT reads, in their order; nil where one has no name.
func (e *expander) tables(ctx context.Context, sql string) (names []string) {
	var parsed struct {
		Statements []struct {
			Node struct {
				From json.RawMessage `json:"from_table"`
			} `json:"node"`
		} `json:"statements"`
	}
	err := e.conn.Query(ctx, "SELECT json_serialize_sql($1::VARCHAR)::VARCHAR", func(r []any) {
		text, _ := r[0].(string)
		_ = json.Unmarshal([]byte(text), &parsed) // what cannot be read has no tables
	}, sql)
	if err != nil || len(parsed.Statements) != 1 || !tableNames(parsed.Statements[0].Node.From, &names) {
		return nil
	}
	return names
}

// tableNames collects the names of a FROM clause, and reports whether all have one.
func tableNames(from json.RawMessage, names *[]string) bool {
	var t struct {
		Type, Alias string
		Left, Right json.RawMessage
		Table       string `json:"table_name"`
	}
	if json.Unmarshal(from, &t) != nil {
		return false
	}
	if t.Type == "JOIN" {
		return tableNames(t.Left, names) && tableNames(t.Right, names)
	}
	if t.Alias == "" {
		t.Alias = t.Table
	}
	*names = append(*names, t.Alias)
	return t.Alias != ""
}

// Stored are the columns of each table but for those that are computed.
func (e *expander) Stored(ctx context.Context, inserts []syntax.Insert) ([][]string, error) {
	out := make([][]string, len(inserts))
	for i, into := range inserts {
		if into.Table == "" {
			continue
		}
		for _, name := range e.names(ctx, "SELECT * FROM "+into.Table) {
			if _, err := e.conn.Prepare(ctx,
				"INSERT INTO "+into.Table+" ("+ir.Quote(name)+") VALUES (NULL)"); err == nil {
				out[i] = append(out[i], quoteName(name))
			}
		}
	}
	return out, nil
}

// placed is where something stands in the text of a statement; storedOrder are the columns of an INSERT, by its values.
var (
	placed      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"query_location(?:_length)?":\d+,`) })
	storedOrder = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`"column_index_map":\{"internal_vector":\[([\d,]*)\]\},`)
	})
)

// Same compares the plans, and the names of what they return. Of what DuckDB has no plan, such as a read of CSV files,
// it tells the columns.
func (e *expander) Same(ctx context.Context, sql string) (bool, error) {
	a, first, err := e.bound(ctx, e.query)
	if err != nil {
		return false, ctx.Err()
	}
	b, second, err := e.bound(ctx, sql)
	if err != nil || !slices.Equal(a.Names, b.Names) {
		return false, ctx.Err()
	}
	if _, err := planOf(first); err != nil {
		x, errX := e.returned(ctx, e.query)
		y, errY := e.returned(ctx, sql)
		return errX == nil && errY == nil && slices.Equal(x, y), nil
	}
	if unplaced(first) == unplaced(second) {
		return true, nil
	}
	x, errX := settled(first)
	y, errY := settled(second)
	return errX == nil && errY == nil && x == y, nil
}

// settled is an unplaced plan without projections that change nothing, and with its tables in a numbering of their own:
// DuckDB puts such a projection into an INSERT … ON CONFLICT that names its columns.
func settled(plan string) (text string, err error) {
	root, err := boundPlan(unplaced(plan))
	if err != nil {
		return "", err
	}
	defer unfitted(&err)
	numbers := map[json.Number]int{}
	var settle func(any) any
	settle = func(v any) any {
		switch v := v.(type) {
		case []any:
			for i := range v {
				v[i] = settle(v[i])
			}
		case term:
			for passes(v) {
				v = only(v["children"])
			}
			for _, key := range slices.Sorted(maps.Keys(v)) {
				if n, ok := v[key].(json.Number); ok && (key == "table_index" || key == "cte_index") {
					if _, ok := numbers[n]; !ok {
						numbers[n] = len(numbers)
					}
					v[key] = numbers[n]
					continue
				}
				v[key] = settle(v[key])
			}
			return v
		}
		return v
	}
	return said(settle(root)), nil
}

// passes reports whether a part of a plan is a projection of all columns of the part below it.
func passes(n term) bool {
	list, children := list(n["expressions"]), list(n["children"])
	if n["type"] != "LOGICAL_PROJECTION" || len(children) != 1 || width(children[0].(term)) != len(list) {
		return false
	}
	for i, e := range list {
		if e := e.(term); e["expression_class"] != "BOUND_REF" || e["index"] != json.Number(strconv.Itoa(i)) {
			return false
		}
	}
	return true
}

// width is how many columns a part of a plan has; -1 where that is not told.
func width(n term) int {
	switch n["type"] {
	case "LOGICAL_PROJECTION":
		return len(list(n["expressions"]))
	case "LOGICAL_GET":
		if len(list(n["projection_ids"])) == 0 {
			return len(list(n["column_indexes"]))
		}
	case "LOGICAL_LIMIT", "LOGICAL_DISTINCT":
		return width(only(n["children"]))
	}
	return -1
}

// unplaced is a plan without the places in the text, and without the order of an INSERT's columns where that is theirs.
func unplaced(plan string) string {
	return storedOrder().ReplaceAllStringFunc(placed().ReplaceAllString(plan, ""), func(m string) string {
		for i, n := range strings.Split(storedOrder().FindStringSubmatch(m)[1], ",") {
			if n != "" && n != strconv.Itoa(i) {
				return m
			}
		}
		return ""
	})
}

// returned are the names and types of what a statement returns.
func (e *expander) returned(ctx context.Context, sql string) (columns [][2]string, err error) {
	err = e.each(ctx, "DESCRIBE "+sql, func(r row) { columns = append(columns, [2]string{r.text(0), r.text(1)}) })
	return columns, err
}
