package analyze

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// asObjects is a block with the columns of a table in the place of its whole row, as in SELECT a, b FROM a JOIN b: each
// row is an object, whose columns come by their names. Nil where no item is such a row, or the engine takes the
// statement with the columns for no statement.
func (u *unit) asObjects(b *syntax.Block, g given, d *engine.Description) *syntax.Block {
	rows := func(c engine.Column) bool {
		t := c.Type.Struct // a composite type that the user has made stays one
		return c.Source == ir.ColumnRef{} && (c.Type.Kind == ir.Unknown || t != nil && (t.Table || t.Anonymous))
	}
	if u.AsWritten || b.Mods.Pluck || b.Kind != syntax.Query || !slices.ContainsFunc(d.Columns, rows) {
		return nil
	}
	cut := b.Select(u.Engine.Dialect)
	if cut == nil || len(cut.Items) != len(d.Columns) {
		return nil
	}
	var stars []syntax.Edit
	var whole []engine.Column
	for _, w := range cut.Wholes(u.Engine.Dialect) {
		if c := d.Columns[w.Item]; rows(c) {
			stars = append(stars, syntax.Edit{Start: w.Start, End: w.End, Text: w.Alias + ".*"})
			whole = append(whole, c)
		}
	}
	if len(stars) == 0 {
		return nil
	}
	b = b.Edited(cut.Text, u.Engine.Dialect, stars)
	text := g.textOf(b)
	stmt := g.stmt
	stmt.SQL = text.SQL
	named, err := u.session.Explicit(u.ctx, stmt)
	if err != nil || len(named.Edits) != len(stars) {
		return nil
	}
	for i := range named.Edits {
		if !fieldsAre(whole[i].Type, named.Edits[i].Columns) {
			return nil
		}
		named.Edits[i].Text = objectOf(whole[i].Name, named.Edits[i].Columns)
	}
	b = b.Edited(text, u.Engine.Dialect, named.Edits)
	stmt.SQL = g.textOf(b).SQL
	if _, err := u.session.Describe(u.ctx, stmt); err != nil {
		return nil
	}
	return b
}

// named is a block with columns in the place of whole rows, for what reads its text before the engine describes it.
func (u *unit) named(b *syntax.Block) *syntax.Block {
	cut := b.Select(u.Engine.Dialect)
	if cut == nil || len(cut.Wholes(u.Engine.Dialect)) == 0 {
		return b
	}
	said := len(u.diags)
	defer func() { u.diags = u.diags[:said] }() // what is wrong is found again
	g, ok := u.given(b)
	if !ok {
		return b
	}
	d, err := u.session.Describe(u.ctx, g.stmt)
	if err != nil {
		return b
	}
	if objects := u.asObjects(g.block, g, d); objects != nil {
		return objects
	}
	return b
}

// fieldsAre reports whether columns are the fields of a row, as far as the engine names those.
func fieldsAre(t ir.Type, columns []string) bool {
	if t.Struct == nil {
		return len(columns) > 0
	}
	return slices.EqualFunc(t.Struct.Fields, columns,
		func(f ir.Field, column string) bool { return f.Column == lastName(column) })
}

// apart is how the columns of several tables, which stars stand for, are told apart; "" where there is one star.
func (u *unit) apart(sql string, edits []syntax.Edit) string {
	var aliases, objects []string
	for _, e := range edits {
		if alias, is := strings.CutSuffix(sql[e.Start:e.End], ".*"); is && e.Columns != nil {
			aliases, objects = append(aliases, alias), append(objects, alias+": "+alias)
		}
	}
	switch {
	case len(aliases) < 2:
		return ""
	case u.Engine.WholeRows:
		return "to have an object of each table's columns, write SELECT " + strings.Join(aliases, ", ")
	}
	return "to have an object of each table's columns, add embed: {" + strings.Join(objects, ", ") +
		"} to the annotation"
}
