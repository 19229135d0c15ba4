package analyze

import (
	"fmt"
	"slices"
	"sort"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// result builds the query's row, before it is known which row type that is. apart is what to do about two columns of
// one name.
func (u *unit) result(b *syntax.Block, q *ir.Query, d *engine.Description, sql, apart string) {
	names := fieldNames(d.Columns, sql, u.Engine.Placeholder, q.Params)
	row := &ir.Row{Name: q.Name, Role: ir.QueryRow, Fields: fields(d.Columns, names, b.NameSpan), Span: b.NameSpan}
	for i, c := range d.Columns {
		if c.Name != names[i].SQL {
			renamed := diag.Rename(b.NameSpan, fmt.Sprintf("column %q of %s", c.Name, b.Name), names[i].SQL)
			if slices.ContainsFunc(d.Columns[:i], func(other engine.Column) bool { return other.Name == c.Name }) {
				renamed.Hint = apart
			}
			u.report(renamed)
		}
	}
	u.overrideFields(b, row)
	for _, f := range row.Fields {
		if f.Type.Kind == ir.Unknown {
			u.report(diag.Diagnostic{Code: diag.UnknownType, Span: b.NameSpan,
				Msg:  fmt.Sprintf("the type of column %s is not known", f.Name.SQL),
				Hint: fmt.Sprintf("cast it, or declare it in the annotation (result: {%s: …})", f.Name.SQL)})
		}
	}
	if b.Mods.Pluck {
		if len(row.Fields) > 1 {
			u.report(diag.Diagnostic{Code: diag.PluckColumns, Severity: diag.Warning, Span: b.NameSpan,
				Msg: fmt.Sprintf(":pluck returns the first column only; %s and those after it are never seen",
					row.Fields[1].Name.SQL)})
		}
	}
	q.Row = row
}

// fields are those of a row with columns of these names.
func fields(columns []engine.Column, names []ir.Name, span source.Span) []ir.Field {
	out := make([]ir.Field, len(columns))
	for i, c := range columns {
		out[i] = ir.Field{Name: names[i], Column: c.Name, Type: c.Type, Nullable: c.Nullable, Why: c.Why,
			Source: c.Source, Declared: c.Declared,
			Overflow: c.Overflow, Sides: c.Sides, Inner: c.Inner, Span: span}
	}
	return out
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
			f.Nullable, f.Inner, f.Why = true, true, "declared null by the annotation"
		case o.NotNull:
			// Nothing enforces it: generated code must not take a NULL for a value.
			f.Nullable, f.Inner, f.Declared, f.Why = false, false, true, "declared not null by the annotation"
			if len(pathOf(f.Name.SQL, f.Source)) > 1 { // of an object, which may be missing all the same
				f.Nullable = len(f.Sides) > 0
			}
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

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
