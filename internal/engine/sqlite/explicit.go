package sqlite

import (
	"context"
	"regexp"
	"slices"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Explicit names the columns of a statement's stars. SQLite itself says which those are, for the star alone over the
// same FROM clause; and it compiles both texts to the same program.
func (s *session) Explicit(ctx context.Context, in engine.Stmt) (*engine.Explicit, error) {
	sch, err := s.loaded()
	if err != nil {
		return nil, err
	}
	sch.exchange(s.conn, true)
	defer sch.exchange(s.conn, false)
	return engine.Expand(ctx, engine.SQLite.Dialect, in.SQL, &expander{conn: s.conn, sql: in.SQL})
}

type expander struct {
	conn *conn
	sql  string
}

// Columns asks for the names with and without those of the tables before them.
func (e *expander) Columns(_ context.Context, star syntax.Star) ([]string, error) {
	for _, probe := range star.Probes(e.sql, star.Text(e.sql)) {
		names := e.names(probe)
		if names == nil {
			continue
		}
		if star.Qualifier != "" || star.Returning >= 0 {
			for i, name := range names {
				names[i] = star.Qualifier + e.plainly(name)
			}
			return names, nil
		}
		if err := e.long(true); err != nil {
			return nil, err
		}
		full := e.names(probe)
		return e.qualified(names, full), e.long(false)
	}
	return nil, nil
}

// qualified are names with the table of each before it, where there is more than one.
func (e *expander) qualified(names, full []string) []string {
	if len(full) != len(names) {
		return nil
	}
	tables := make([]string, len(names))
	for i, name := range names {
		table, ok := strings.CutSuffix(full[i], "."+name)
		if !ok {
			return nil
		}
		tables[i] = table
	}
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = e.plainly(name)
		one := !slices.ContainsFunc(tables, func(t string) bool { return t != tables[i] })
		if !one && !strings.HasPrefix(tables[i], "(") { // a subquery without a name
			out[i] = e.plainly(tables[i]) + "." + out[i]
		}
	}
	return out
}

// long has SQLite name the columns of a star with their tables.
func (e *expander) long(on bool) error {
	full, short := "PRAGMA full_column_names = 0", "PRAGMA short_column_names = 1"
	if on {
		full, short = "PRAGMA full_column_names = 1", "PRAGMA short_column_names = 0"
	}
	if err := e.conn.query(full, func(*stmt) {}); err != nil {
		return err
	}
	return e.conn.query(short, func(*stmt) {})
}

// names are those of a statement's columns; nil for none, and for what SQLite does not compile.
func (e *expander) names(sql string) (names []string) {
	st, _, fault := e.conn.prepare(sql)
	if fault != nil || st == nil {
		return nil
	}
	defer st.close()
	for i := range st.columns() {
		names = append(names, st.name(i))
	}
	return names
}

// Stored are the columns of each table but for those that are computed.
func (e *expander) Stored(_ context.Context, inserts []syntax.Insert) ([][]string, error) {
	out := make([][]string, len(inserts))
	for i, into := range inserts {
		for _, name := range e.names("SELECT * FROM " + into.Table) {
			if e.names("INSERT INTO "+into.Table+" ("+ir.Quote(name)+") VALUES (1) RETURNING 1") != nil {
				out[i] = append(out[i], e.plainly(name))
			}
		}
	}
	return out, nil
}

// Same compares the programs, and the columns that they return.
func (e *expander) Same(_ context.Context, sql string) (bool, error) {
	a, ok := e.compiled(e.sql)
	b, fine := e.compiled(sql)
	return ok && fine && slices.Equal(a.ops, b.ops) && slices.Equal(a.columns, b.columns) && a.params == b.params, nil
}

type compiled struct {
	ops     []op
	columns [][2]string
	params  int
}

func (e *expander) compiled(sql string) (c compiled, ok bool) {
	st, used, fault := e.conn.prepare(sql)
	if fault != nil || st == nil {
		return c, false
	}
	defer st.close()
	c.ops, c.params = st.program(nil), st.params()
	for i := range c.ops {
		if c.ops[i].code == sqlite3.OP_Program {
			c.ops[i].obj = 0 // each statement has its own copy of a trigger
		}
	}
	for i := range st.columns() {
		c.columns = append(c.columns, [2]string{st.name(i), st.declared(i)})
	}
	return c, nextToken(sql, used) >= len(sql)
}

// plainly is a name, quoted where SQLite needs it.
func (e *expander) plainly(name string) string {
	if !plainName.MatchString(name) || strings.EqualFold(name, "true") || strings.EqualFold(name, "false") ||
		e.conn.isKeyword(name) {
		return ir.Quote(name)
	}
	return name
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*$`)
