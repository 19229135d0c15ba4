package sqlite

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/engine"
)

// explaining is the statement that is about another one.
var explaining = engine.Tellings{{Words: "EXPLAIN QUERY PLAN", Head: `(?is)^EXPLAIN\s+QUERY\s+PLAN\b`,
	Full: []string{"*"}}}

const planColumns = `id INTEGER!, parent INTEGER!, notused INTEGER!, detail TEXT!`

// withArgument are the PRAGMAs that tell something of what stands in parentheses. Others take a value there.
var withArgument = []string{"table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
	"foreign_key_list", "foreign_key_check",
	"integrity_check", "quick_check"}

var pragmaForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?is)^PRAGMA\s+(?:(?:\w+|"[^"]*")\s*\.\s*)?(\w+)\s*(\((?:[^()'"]|'[^']*'|"[^"]*")*\))?\s*;?\s*$`)
})

// pragmaOf is the function that is what a PRAGMA tells; false for one that may do something.
func pragmaOf(sql string) (function string, tells bool) {
	_, at := keyword(sql)
	form := pragmaForm().FindStringSubmatch(sql[at:])
	if form == nil {
		return "", false
	}
	name := strings.ToLower(form[1])
	function = "pragma_" + name
	return function, knownColumns[function] != "" && (form[2] == "" || slices.Contains(withArgument, name))
}

// values are the PRAGMAs that tell one value.
var values = []string{"application_id", "data_version", "encoding", "freelist_count", "page_count", "page_size",
	"schema_version", "user_version"}

// told is what is known of a statement that tells something, and its columns; no columns for any other.
func told(sql string) (engine.Telling, []engine.Column) {
	if function, tells := pragmaOf(sql); tells {
		name := strings.TrimPrefix(function, "pragma_")
		return engine.Telling{Words: "PRAGMA " + name, One: slices.Contains(values, name)},
			columnsOf(knownColumns[function])
	}
	if of := explaining.Of(engine.SQLite.Dialect, sql); of.Words != "" {
		return of, columnsOf(planColumns)
	}
	return engine.Telling{}, nil
}

// tells describes such a statement: its parameters are those of the statement that it is about.
func (s *session) tells(ctx context.Context, in engine.Stmt, of engine.Telling,
	columns []engine.Column) (*engine.Description, error) {
	st, _, fault := s.conn.prepare(in.SQL)
	if fault != nil {
		return nil, s.explain(fault, in.SQL)
	}
	defer st.close()
	d := of.Describe()
	for i := range st.columns() {
		c := engine.Column{Name: st.name(i), Type: anyType, Nullable: true}
		for _, known := range columns {
			if known.Name == c.Name {
				c = known
			}
		}
		c.Why = "SQLite's documentation and tests of sqg say what it tells"
		d.Columns = append(d.Columns, c)
	}
	if of.Head != "" {
		about, err := s.describe(ctx, of.About(engine.SQLite.Dialect, in))
		if err != nil {
			return nil, err
		}
		d.Params = about.Params
	}
	return d, nil
}
