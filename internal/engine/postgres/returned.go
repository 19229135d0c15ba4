package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// returned derives the statement that changes rows for many rows of parameters, and returns for each what the statement
// for one does. Where that would not mean the same, each row is a statement of its own.
func (s *session) returned(ctx context.Context, in engine.Stmt, p *prepared) (*engine.Set, error) {
	each := func(why string) (*engine.Set, error) { return &engine.Set{Each: why, Atomic: true}, nil }
	one, err := querytree.Parse(p.tree)
	if err != nil {
		return each("PostgreSQL does not show the tree of the statement")
	}
	many, err := s.catalog.analysis.Returned(one)
	if refused := unlike(err); refused != nil {
		return each(refused.Msg)
	}
	d := &derivation{stmt: in, many: many, words: dialect.Words(in.SQL)}
	if why, _ := d.typed(s.catalog, p); why != "" {
		return each(why)
	}
	d.name()
	d.excludes(s.catalog, one)
	form := d.inserted
	if many.Command != querytree.Insert {
		form = d.hit
	}
	sql, ok := form(one)
	if !ok {
		return each("sqg does not find the parts of the statement")
	}
	proven, refusal, err := s.proven(ctx, sql,
		func(tree *querytree.Node) bool { return many.ProvesReturned(one, tree, len(in.Params)) })
	switch {
	case err != nil:
		return nil, err
	case refusal != nil:
		return each("PostgreSQL refuses the statement for many rows: " + refusal.Message)
	case !proven:
		return each(readDifferently)
	}
	return &engine.Set{SQL: sql, Atomic: true, Apart: many.Apart(), Assumes: many.AssumesReturned()}, nil
}

// hit is the UPDATE or DELETE of many rows.
func (d *derivation) hit(one *querytree.Node) (sql string, ok bool) {
	where, returning := d.word("WHERE"), d.word("RETURNING")
	if where < 0 || returning < where {
		return "", false
	}
	change, err := d.changeUpTo(d.words[returning].Start)
	return "WITH " + d.keys() + "\n" + change + d.returning(returning, one), err == nil
}

// keys are the rows of many, by their key. Of those with one key the first deletes what there is; where two would
// change a row, there are none.
func (d *derivation) keys() string {
	key, from := strings.Join(d.key(), ", "), d.unnested("r", d.many.Command != querytree.Insert).from
	order := "\n  ORDER BY " + key
	switch {
	case d.once():
		return fmt.Sprintf("%s AS (\n  SELECT DISTINCT ON (%s) * %s%s, %s\n)", d.rows, key, from, order, d.number)
	case key == "":
		return fmt.Sprintf("%s AS (\n  SELECT * %s\n)", d.rows, from)
	case d.many.Ordered:
		order = ""
	}
	return fmt.Sprintf("%s AS (\n  SELECT * %s\n), %s AS (\n  SELECT * FROM %[1]s%[4]s%[5]s\n)", d.given, from, d.rows,
		d.noneTwice(d.given), order)
}

// inserted is the INSERT of many rows. What it returns is counted, as it cannot return the numbers of the rows.
func (d *derivation) inserted(*querytree.Node) (sql string, ok bool) {
	change, err := d.change()
	return fmt.Sprintf("WITH %s, %s AS (\n%s\n)\nSELECT %[2]s.*, row_number() OVER () AS %[4]s FROM %[2]s", d.keys(),
		d.changed, change, d.number), err == nil
}

func (d *derivation) word(text string) int {
	return slices.IndexFunc(d.words, func(w syntax.Word) bool { return w.Text == text })
}

// returning is the RETURNING of many rows, with the number of each. A star that it starts with is of the table alone.
func (d *derivation) returning(at int, one *querytree.Node) string {
	list := strings.TrimSpace(d.stmt.SQL[d.words[at].End:])
	if strings.HasPrefix(list, "*") {
		list = quoted(querytree.TargetName(one)) + "." + list
	}
	if strings.Contains(list, "--") {
		list += "\n" // which ends the comment
	}
	return "RETURNING " + d.columnsFor(list, false) + ", " + d.rows + "." + d.number
}
