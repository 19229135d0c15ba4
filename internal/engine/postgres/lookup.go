package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
)

// lookup derives the query for many rows of parameters: the query for one, once for each of the rows. Where that would
// not mean the same, each row is a query of its own.
func (s *session) lookup(ctx context.Context, in engine.Stmt, p *prepared) (*engine.Set, error) {
	each := func(why string) (*engine.Set, error) { return &engine.Set{Each: why}, nil }
	if flagged(p.tree, ":hasModifyingCTE") {
		return &engine.Set{Each: "a call for each row changes rows, one after the other, in one transaction",
			Atomic: true}, nil
	}
	if !p.reads() {
		return each("a call for each row locks rows one after the other")
	}
	one, err := querytree.Parse(p.tree)
	if err != nil {
		return each("PostgreSQL does not show the tree of the query")
	}
	if why := s.catalog.analysis.Apart(one); why != "" {
		return each(why)
	}
	d := &derivation{stmt: in, words: dialect.Words(in.SQL)}
	if why, _ := d.typed(s.catalog, p); why != "" {
		return each(why)
	}
	d.name()
	from := d.unnested(d.rows, false).from
	if keys := s.catalog.analysis.LookupKeys(one); len(keys) > 0 {
		from = d.sorted(keys)
	}
	out := &engine.Set{Assumes: []string{
		"the query runs for each input by itself where it has ORDER BY, LIMIT, groups or windows, and its rows come in its order",
		"one statement sees one state of the database, which calls outside of a transaction do not"},
		SQL: fmt.Sprintf("SELECT %[1]s.*, %[2]s.%[3]s\n%[4]s,\n  LATERAL (\n%[5]s\n) AS %[1]s",
			d.found, d.rows, d.number, from, d.columnsFor(in.SQL, false))}
	proven, refused, err := s.proven(ctx, out.SQL,
		func(tree *querytree.Node) bool { return querytree.ProvesLookup(one, tree, len(in.Params)) })
	switch {
	case err != nil:
		return nil, err
	case refused != nil:
		return each("PostgreSQL refuses the query for many rows: " + refused.Message)
	case !proven:
		return each(readDifferently)
	}
	return out, s.keyed(ctx, d, one, out)
}

// keyed derives the query for a list of keys, if there is one: a program that finds out which row is whose saves the
// server a join, and the lists their numbers.
func (s *session) keyed(ctx context.Context, d *derivation, one *querytree.Node, out *engine.Set) error {
	from := d.word("FROM")
	k, ok := s.catalog.analysis.Keyed(one)
	if !ok || from < 0 {
		return nil
	}
	text, at := d.stmt.SQL, d.words[from].Start
	own := strings.TrimRight(text[:at], " \t\r\n")
	gap := text[len(own):at]
	if strings.Contains(own, "--") {
		own += "\n" // which ends the comment
	}
	rest := gap + d.listOf(text[at:])
	sql := own + ", " + quoted(k.Table) + "." + quoted(k.Column) + rest
	proven, _, err := s.proven(ctx, sql, func(tree *querytree.Node) bool { return k.Proves(one, tree) })
	if err != nil || !proven {
		return err
	}
	out.Keyed = sql
	column, returned := k.Returned(one)
	if !returned {
		return nil
	}
	if proven, _, err = s.proven(ctx, own+rest,
		func(tree *querytree.Node) bool { return k.ProvesOwn(one, tree) }); proven {
		out.Own, out.OwnAt = own+rest, column
	}
	return err
}

// sorted are the rows as lists, in the order of keys, so that an index is read from one end to the other.
func (d *derivation) sorted(keys []int) string {
	columns := make([]string, len(keys))
	for i, n := range keys {
		columns[i] = d.columns[n-1]
	}
	return fmt.Sprintf("FROM (\n  SELECT * %s\n  ORDER BY %s\n) AS %s", d.unnested(d.rows, true).from,
		strings.Join(columns, ", "), d.rows)
}
