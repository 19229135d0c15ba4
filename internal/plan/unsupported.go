package plan

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

// Unsupported says that a target has no counterpart of a field's type.
func Unsupported(t *target.Target, f ir.Field) diag.Diagnostic {
	return diag.Diagnostic{Code: diag.UnsupportedType, Span: f.Span,
		Msg:  fmt.Sprintf("%s has no mapping for %s (column %s)", t.ID(), f.Type.SQL, f.Name.SQL),
		Hint: "cast it to a type that it can hold, such as text"}
}

// Unkept says which columns that queries of pages are sorted by a target's cursors cannot hold.
func (p *Program) Unkept(holds func(ir.Field) bool) (diags []diag.Diagnostic) {
	for _, m := range p.Methods {
		if m.Page == nil {
			continue
		}
		for _, k := range m.Page.Keys {
			if f := m.Row.Fields[k.Column]; !holds(f) {
				diags = append(diags, diag.Diagnostic{Code: diag.BadPage, Span: m.Span,
					Msg: fmt.Sprintf("%s is sorted by %s, which a cursor of %s does not hold", m.Name.SQL, f.Name.SQL,
						p.Target.ID()),
					Hint: "sort by a number, a text or a truth value that no override is about: select the key a second " +
						"time, by an expression, CAST(… AS TEXT) AS sorted, and sort by that"})
			}
		}
	}
	return diags
}

// cannot is a type that a target's driver fails on when the program runs, though the language has a counterpart.
type cannot struct {
	is        func(ir.Type) bool
	why, hint string
}

var cannots = map[string]cannot{
	"rust/postgres/tokio-postgres": {func(t ir.Type) bool { return t.Kind == ir.Multirange && !t.BuiltIn() },
		"the driver does not know multiranges of range types that the schema makes",
		"write it as an array of ranges: ARRAY(SELECT unnest(column)), and a parameter as range_agg(r) over " +
			"unnest(${ranges})"},
}

// checkKeys refuses an override that makes of a key what no program compares as the engine does.
func (b *builder) checkKeys(p *Program) {
	for _, r := range p.Rows {
		for _, i := range r.Keys() {
			if f := r.Fields[r.Members[i].Column]; f.Override != nil && f.Override.Decode != "" {
				b.diags = append(b.diags, diag.Diagnostic{Code: diag.BadList, Span: r.Span,
					Msg: fmt.Sprintf("%s tells which rows make one of %s, and an override decodes it: what comes of that need "+
						"not compare as the engine does", f.Name.SQL, r.Name.SQL),
					Hint: "leave the override out for this column, or have it without `decode`"})
			}
		}
	}
}

// pooled refuses a statement that needs its session for longer than a transaction, where a pooler gives it to others.
func (b *builder) pooled(q *ir.Query) {
	if b.opts.Pooler != "" && q.Kept != nil {
		b.diags = append(b.diags, diag.Diagnostic{Code: diag.NotSupported, Span: q.Span,
			Msg: fmt.Sprintf("%s needs its connection beyond the transaction, and `pooler: transaction` gives that to "+
				"others: %s", q.Name.SQL, q.Kept.What),
			Hint: q.Kept.Cure})
	}
}

// placesOf are where the columns of rows are asked for: those of a table have no place of their own.
func placesOf(p *Program) map[*ir.Field]source.Span {
	places := map[*ir.Field]source.Span{}
	of := func(r *ir.Row, at source.Span) {
		for i := range r.Fields {
			if _, known := places[&r.Fields[i]]; !known {
				places[&r.Fields[i]] = at
			}
		}
	}
	for _, m := range p.Methods {
		if m.Row != nil {
			of(m.Row.Declared(), m.Span)
		}
	}
	for _, a := range p.Appenders {
		of(a.Row, a.Span)
	}
	return places
}

// checkFields warns of what the target's driver fails on, and refuses what is text only where the config wants that.
func (b *builder) checkFields(p *Program) {
	asked := placesOf(p)
	for f := range p.Fields {
		text := (f.Type.AsText() || f.Type.Kind == ir.Other) && !f.Type.Spelled // which the config asks for
		if b.opts.Types == "exact" && f.Override == nil && text {
			d := Unsupported(b.target, *f)
			if d.Span == (source.Span{}) {
				d.Span = asked[f]
			}
			d.Hint = fmt.Sprintf("say under overrides what it becomes (`- {type: %q, as: …}`), or leave out `types: "+
				"exact`: then it is its text", f.Type.SQL)
			b.diags = append(b.diags, d)
		}
	}
	c, ok := cannots[b.target.ID()]
	if !ok {
		return
	}
	for f := range p.Fields {
		if f.Override == nil && f.Type.Holds(c.is) {
			b.diags = append(b.diags, diag.Diagnostic{Code: diag.UnsupportedType, Severity: diag.Warning, Span: f.Span,
				Msg: fmt.Sprintf("%s has the type %s, with which each call of %s fails: %s", f.Name.SQL, f.Type.SQL,
					b.target.ID(), c.why), Hint: c.hint})
		}
	}
}
