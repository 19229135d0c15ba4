package analyze

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// many adds to a statement of :bulk how it runs for many rows. Where each is run by itself, a user who demands one
// statement is refused, and one who may expect it is told. at is what asks for many rows.
func (u *unit) many(b *syntax.Block, q *ir.Query, d *engine.Description, at source.Span) {
	u.manyRows(b, q, d)
	if q.Many == nil {
		return
	}
	if q.Many.SQL != nil || q.Many.From != nil || q.Many.Staged != nil {
		q.Many.One = b.Mods.OneForMany
		return
	}
	hint := ""
	if d.Set != nil {
		hint = d.Set.Hint
	}
	switch {
	case b.Mods.OneForMany:
		u.report(diag.Diagnostic{Code: diag.Unlike, Span: at,
			Msg:  "one statement cannot take many rows of " + q.Name.SQL + ": " + q.Many.Each,
			Hint: cmp.Or(hint, "without :bulk! each row is run by itself, all or none")})
	case d.Set != nil && d.Set.Slower:
		u.report(diag.Diagnostic{Code: diag.Unlike, Severity: diag.Notice, Span: at,
			Msg: "each row of " + q.Name.SQL + " is run by itself: " + q.Many.Each, Hint: hint})
	}
}

// manyRows adds how a statement runs for many rows.
func (u *unit) manyRows(b *syntax.Block, q *ir.Query, d *engine.Description) {
	each := " runs a prepared statement for each row, in one transaction"
	switch lookup := b.Kind == syntax.Query; {
	case lookup && d.Counts && (d.Set == nil || !d.Set.Atomic):
		q.Many = eachOf(u.Engine.Title+each, true)
		return
	case lookup:
		each = " runs a prepared query for each row"
	case !d.Counts:
		u.report(diag.Diagnostic{Code: diag.Unlike, Span: b.Span,
			Msg:  ":bulk of an EXEC is for INSERT, UPDATE and DELETE of a table, and " + b.Name + " is none",
			Hint: "remove :bulk"})
		return
	}
	if d.Set == nil {
		q.Many = eachOf(u.Engine.Title+each, false)
		return
	}
	q.Many = &ir.Many{ManyOf: d.Set.Cut(u.numbered)}
	if d.Set.SQL == "" {
		if d.Set.Staged != nil {
			q.Many.Params = append(slices.Clone(q.Params), ir.Param{Field: round(b, ir.BigInt)})
		}
		return
	}
	hints := make([]engine.ParamHint, len(d.Params), len(d.Params)+1)
	if d.Set.Rounds > 0 {
		hints = append(hints, engine.ParamHint{})
	}
	set, err := u.session.Describe(u.ctx, engine.Stmt{SQL: d.Set.SQL, Params: hints})
	if err != nil {
		u.report(engineError(err, diag.Unlike, b.Span, func(int) source.Span { return b.Span }))
		q.Many = eachOf(u.Engine.Title+each, d.Set.Atomic)
		return
	}
	for i, p := range set.Params {
		m := ir.Param{Field: round(b, p.Type)}
		if i < len(q.Params) {
			own := q.Params[i]
			m.Name, m.Column, m.Type.ElemNullable, m.Type.Elem = own.Name, own.Column, own.Nullable, &own.Type
		}
		q.Many.Params = append(q.Many.Params, m)
	}
}

// round is the parameter of a statement for many rows that says which of them it takes.
func round(b *syntax.Block, t ir.Type) ir.Field {
	return ir.Field{Name: ir.NewName("round"), Column: "round", Type: t, Why: "a parameter", Span: b.NameSpan}
}

// eachOf runs each row by itself, and says why.
func eachOf(why string, atomic bool) *ir.Many {
	return &ir.Many{ManyOf: ir.ManyOf[[]ir.Part]{Each: why, Atomic: atomic}}
}

// numbered cuts a statement, if there is one, at its numbered placeholders.
func (u *unit) numbered(sql string) (parts []ir.Part) {
	if sql == "" {
		return nil
	}
	literal := func(text string) {
		parts = append(parts, ir.Part{Text: text, Param: -1, Questions: u.Engine.Dialect.Questions(text)})
	}
	end := 0
	for _, at := range u.Engine.Dialect.Marks(sql) {
		n, _ := strconv.Atoi(strings.TrimPrefix(sql[at[0]:at[1]], u.Engine.Mark))
		literal(sql[end:at[0]])
		parts = append(parts, ir.Part{Param: n - 1})
		end = at[1]
	}
	literal(sql[end:])
	return parts
}
