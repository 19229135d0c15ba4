package analyze

import (
	"fmt"
	"sort"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// result builds the query's row and finds the row type that it shares.
func (u *unit) result(b *syntax.Block, q *ir.Query, d *engine.Description, sql string) {
	names := fieldNames(d.Columns, sql, u.Engine.Placeholder, q.Params)
	row := &ir.Row{Name: q.Name, Role: ir.QueryRow, Span: b.NameSpan}
	for i, c := range d.Columns {
		if c.Name != names[i].SQL {
			u.report(diag.Rename(b.NameSpan, fmt.Sprintf("column %q of %s", c.Name, b.Name), names[i].SQL))
		}
		row.Fields = append(row.Fields, ir.Field{Name: names[i], Column: c.Name, Type: c.Type, Nullable: c.Nullable,
			Why: c.Why, Source: c.Source, Declared: c.Declared,
			Overflow: c.Overflow, Span: b.NameSpan})
	}
	u.overrideFields(b, row)
	for _, f := range row.Fields {
		if f.Type.Kind == ir.Unknown {
			u.report(diag.Diagnostic{Code: diag.UnknownType, Span: b.NameSpan, Msg: fmt.Sprintf("the type of column %s is not known", f.Name.SQL),
				Hint: fmt.Sprintf("cast it, or declare it in the annotation (result: {%s: …})", f.Name.SQL)})
		}
	}
	if b.Mods.Pluck {
		if len(row.Fields) > 1 {
			u.report(diag.Diagnostic{Code: diag.PluckColumns, Severity: diag.Warning, Span: b.NameSpan,
				Msg: fmt.Sprintf(":pluck returns the first column only; %s and those after it are never seen", row.Fields[1].Name.SQL)})
		}
		q.Row = row
		return
	}
	q.Row = u.share(b, row)
}

// overrideFields applies the annotation's result: to the row.
func (u *unit) overrideFields(b *syntax.Block, row *ir.Row) {
	for _, o := range b.Fields {
		if o.Param {
			continue
		}
		var f *ir.Field
		var have []string
		for i := range row.Fields {
			if have = append(have, row.Fields[i].Name.SQL); row.Fields[i].Name.SQL == o.Name {
				f = &row.Fields[i]
			}
		}
		if f == nil {
			u.report(diag.Diagnostic{Code: diag.UnknownColumn, Span: o.Span, Msg: "the query has no column " + o.Name,
				Hint: diag.Suggest(o.Name, have)})
			continue
		}
		f.Span, f.Doc = o.Span, o.Doc
		switch {
		case o.Null:
			f.Nullable, f.Why = true, "declared null by the annotation"
		case o.NotNull:
			// Nothing enforces it: generated code must not take a NULL for a value.
			f.Nullable, f.Declared, f.Why = false, true, "declared not null by the annotation"
		}
		if o.Type != "" && u.known(o) {
			f.Type, _ = u.session.Type(u.ctx, o.Type)
			f.Declared, f.Overflow = true, false
		}
		if o.Elems == syntax.ElemsNotNull {
			f.Type = f.Type.Full()
		}
	}
}

// share returns the row type that :result= names, or that a table's appender has with the same shape and provenance,
// or else the row itself; and lists each row type once.
func (u *unit) share(b *syntax.Block, row *ir.Row) *ir.Row {
	if name := b.Mods.Result; name != "" {
		if have, ok := u.named[name]; ok {
			if diff := difference(have, row); diff != "" {
				u.report(diag.Diagnostic{Code: diag.RowTypeMismatch, Span: b.Mods.ResultSpan,
					Msg:   fmt.Sprintf("%s cannot share row type %s: %s", b.Name, name, diff),
					Hint:  "give the two queries the same columns, or this one a :result= name of its own",
					Notes: []diag.Note{{Span: have.Span, Msg: "the row type comes from here"}}})
				return have
			}
			for i, f := range row.Fields { // what one of the two has to check is checked for both
				g := &have.Fields[i]
				g.Declared, g.Overflow = g.Declared || f.Declared, g.Overflow || f.Overflow
			}
			return have
		}
		row.Name, row.Role = ir.NewName(name), ir.NamedRow
		if u.named == nil {
			u.named = map[string]*ir.Row{}
		}
		u.named[name] = row
	} else {
		for _, a := range u.model.Appenders {
			if difference(a.Row, row) == "" {
				return a.Row
			}
		}
	}
	u.model.Rows = append(u.model.Rows, row)
	return row
}

// difference says in a few words where two rows differ in shape or provenance; "" where they are one.
func difference(a, b *ir.Row) string {
	if len(a.Fields) != len(b.Fields) {
		return fmt.Sprintf("%s has %d columns, this has %d", a.Name.SQL, len(a.Fields), len(b.Fields))
	}
	null := map[bool]string{true: "nullable", false: "not null"}
	for i, f := range a.Fields {
		g := b.Fields[i]
		switch {
		case f.Name.SQL != g.Name.SQL || f.Column != g.Column:
			return fmt.Sprintf("column %d is %s there and %s here", i+1, f.Name.SQL, g.Name.SQL)
		case !f.Type.Equal(g.Type):
			return fmt.Sprintf("%s is %s there and %s here", f.Name.SQL, f.Type.SQL, g.Type.SQL)
		case f.Nullable != g.Nullable:
			return fmt.Sprintf("%s is %s there and %s here", f.Name.SQL, null[f.Nullable], null[g.Nullable])
		case f.Source != g.Source:
			return fmt.Sprintf("%s comes from %s there and from %s here", f.Name.SQL, orExpression(f.Source), orExpression(g.Source))
		}
	}
	return ""
}

func orExpression(c ir.ColumnRef) string {
	if c.Table == "" {
		return "an expression"
	}
	return c.String()
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
