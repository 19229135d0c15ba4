package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Explicit names the columns of a statement's stars. The server's own tree says which columns stand for each, and it
// makes the same tree of both texts.
func (s *session) Explicit(ctx context.Context, in engine.Stmt) (*engine.Explicit, error) {
	if err := describable(in.SQL); err != nil {
		return nil, err
	}
	if _, err := s.loaded(ctx); err != nil {
		return nil, err
	}
	p, err := s.prepare(ctx, in)
	if err != nil {
		return nil, err
	}
	tree, err := querytree.Parse(p.tree)
	if err != nil {
		tree = nil // no star is known then
	}
	return engine.Expand(ctx, dialect, in.SQL, &expander{session: s, stmt: in, one: p, tree: tree})
}

type expander struct {
	*session
	stmt engine.Stmt
	one  *prepared
	tree *querytree.Node
}

func (e *expander) Columns(ctx context.Context, star syntax.Star) ([]string, error) {
	if e.tree == nil {
		return nil, nil
	}
	if err := e.readKeywords(ctx); err != nil {
		return nil, err
	}
	if star.Means != "" {
		return e.ofTable(ctx, star)
	}
	columns := e.tree.Star(star)
	out := make([]string, len(columns))
	for i, c := range columns {
		switch {
		case star.Qualifier != "":
			out[i] = star.Qualifier
		case c.Relation != "":
			out[i] = e.plainly(c.Relation) + "."
		}
		out[i] += e.plainly(c.Name)
	}
	return out, nil
}

// ofTable are the columns of TABLE t, of which the tree does not keep the place.
func (e *expander) ofTable(ctx context.Context, star syntax.Star) (names []string, err error) {
	for _, probe := range star.Probes(e.stmt.SQL, star.Text(e.stmt.SQL)) {
		d, err := e.conn.Prepare(ctx, "", probe, nil)
		var refused *pgconn.PgError
		switch {
		case errors.As(err, &refused):
			continue
		case err != nil:
			return nil, err
		}
		for _, f := range d.Fields {
			names = append(names, e.plainly(f.Name))
		}
		return names, nil
	}
	return nil, nil
}

// Stored are the columns that the tree has for each INSERT.
func (e *expander) Stored(ctx context.Context, inserts []syntax.Insert) ([][]string, error) {
	out := make([][]string, len(inserts))
	if e.tree == nil {
		return out, nil
	}
	if err := e.readKeywords(ctx); err != nil {
		return nil, err
	}
	for i, into := range inserts {
		var found [][]string
		for _, s := range e.tree.Stored() {
			if s.Merge == (into.Table == "") && (s.Merge || s.Table == unquoted(into.As)) {
				found = append(found, s.Columns)
			}
		}
		if len(found) != 1 {
			continue // the server does not say which of them is which
		}
		for _, name := range found[0] {
			out[i] = append(out[i], e.plainly(name))
		}
	}
	return out, nil
}

// unquoted is what a name in a statement means.
func unquoted(name string) string {
	if strings.HasPrefix(name, `"`) {
		return strings.ReplaceAll(name[1:len(name)-1], `""`, `"`)
	}
	return strings.ToLower(name)
}

// Same compares the trees, and what the statements return and take.
func (e *expander) Same(ctx context.Context, sql string) (bool, error) {
	if e.tree == nil {
		return false, nil
	}
	in := e.stmt
	in.SQL = sql
	p, err := e.prepare(ctx, in)
	var refused *engine.Error
	if errors.As(err, &refused) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	tree, err := querytree.Parse(p.tree)
	field := func(a, b pgconn.FieldDescription) bool { return a.Name == b.Name && a.DataTypeOID == b.DataTypeOID }
	return err == nil && querytree.Same(e.tree, tree) && slices.EqualFunc(e.one.Fields, p.Fields, field) &&
		slices.Equal(e.one.types, p.types) && slices.Equal(e.one.stated, p.stated), nil
}

// readKeywords asks for the words that are no names without quotes.
func (s *session) readKeywords(ctx context.Context) error {
	if s.keywords != nil {
		return nil
	}
	r := s.conn.ExecParams(ctx, "SELECT word FROM pg_catalog.pg_get_keywords() WHERE catcode <> 'U'", nil, nil, nil,
		nil).Read()
	if r.Err != nil {
		return r.Err
	}
	s.keywords = map[string]bool{}
	for _, row := range r.Rows {
		s.keywords[string(row[0])] = true
	}
	return nil
}

// plainly is a name, quoted where PostgreSQL needs it.
func (s *session) plainly(name string) string {
	if s.keywords[name] {
		return ir.Quote(name)
	}
	return quoted(name)
}
