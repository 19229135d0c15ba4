package analyze

import (
	"cmp"
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
	if q.Many.SQL != nil || q.Many.From != nil {
		q.Many.One = b.Mods.OneForMany
		return
	}
	hint := ""
	if d.Set != nil {
		hint = d.Set.Hint
	}
	switch {
	case b.Mods.OneForMany:
		u.report(diag.Diagnostic{Code: diag.Unlike, Span: at, Msg: "one statement cannot take many rows of " + q.Name.SQL + ": " + q.Many.Each,
			Hint: cmp.Or(hint, "without :bulk! each row is run by itself, all or none")})
	case d.Set != nil && d.Set.Slower:
		u.report(diag.Diagnostic{Code: diag.Unlike, Severity: diag.Notice, Span: at, Msg: "each row of " + q.Name.SQL + " is run by itself: " + q.Many.Each, Hint: hint})
	}
}

// manyRows adds how a statement runs for many rows.
func (u *unit) manyRows(b *syntax.Block, q *ir.Query, d *engine.Description) {
	each := " runs a prepared statement for each row, in one transaction"
	switch lookup := b.Kind == syntax.Query; {
	case lookup && d.Counts && (d.Set == nil || !d.Set.Atomic):
		q.Many = &ir.Many{Each: u.Engine.Title + each, Atomic: true}
		return
	case lookup:
		each = " runs a prepared query for each row"
	case !d.Counts:
		u.report(diag.Diagnostic{Code: diag.Unlike, Span: b.Span, Msg: ":bulk of an EXEC is for INSERT, UPDATE and DELETE of a table, and " + b.Name + " is none", Hint: "remove :bulk"})
		return
	}
	atomic := d.Set != nil && d.Set.Atomic
	q.Many = &ir.Many{Each: u.Engine.Title + each, Atomic: atomic}
	if d.Set == nil {
		return
	}
	if d.Set.Each != "" {
		q.Many.Each, q.Many.Key, q.Many.Assumes = d.Set.Each, indexes(d.Set.Key), d.Set.Assumes
		return
	}
	var from *ir.From
	if f := d.Set.From; f != nil {
		from = &ir.From{Before: f.Before, After: f.After, Columns: f.Columns, Number: f.Number, Ordered: f.Ordered, Key: indexes(f.Key)}
		if f.Last != nil {
			from.Last = &ir.Last{Needed: indexes(f.Last.Needed)}
		}
	}
	if d.Set.SQL == "" {
		q.Many = &ir.Many{From: from, Assumes: d.Set.Assumes}
		return
	}
	hints := make([]engine.ParamHint, len(d.Params), len(d.Params)+1)
	if d.Set.Rounds > 0 {
		hints = append(hints, engine.ParamHint{})
	}
	set, err := u.session.Describe(u.ctx, engine.Stmt{SQL: d.Set.SQL, Params: hints})
	if err != nil {
		u.report(engineError(err, diag.Unlike, b.Span, func(int) source.Span { return b.Span }))
		return
	}
	q.Many = &ir.Many{SQL: u.numbered(d.Set.SQL), Once: d.Set.Once, Rounds: d.Set.Rounds, Atomic: atomic, Apart: d.Set.Apart, Listed: d.Set.Listed, From: from, Assumes: d.Set.Assumes}
	if d.Set.Plain != "" {
		q.Many.Plain = u.numbered(d.Set.Plain)
	}
	if d.Set.Distinct != "" {
		q.Many.Distinct, q.Many.Key = u.numbered(d.Set.Distinct), indexes(d.Set.Key)
	}
	if d.Set.Keyed != "" {
		q.Many.Keyed = u.numbered(d.Set.Keyed)
	}
	if d.Set.Own != "" {
		q.Many.Own, q.Many.OwnAt = u.numbered(d.Set.Own), d.Set.OwnAt
	}
	if t := d.Set.Staged; t != nil {
		q.Many.Staged = &ir.Staged{Schema: t.Schema, Table: t.Table, Create: t.Create, Drop: t.Drop, Into: t.Into, SQL: u.numbered(t.SQL)}
	}
	for i, p := range set.Params {
		m := ir.Param{Field: ir.Field{Name: ir.NewName("round"), Column: "round", Type: p.Type, Why: p.Why, Span: b.NameSpan}}
		if i < len(q.Params) {
			own := q.Params[i]
			m.Name, m.Column, m.Type.ElemNullable, m.Type.Elem = own.Name, own.Column, own.Nullable, &own.Type
		}
		q.Many.Params = append(q.Many.Params, m)
	}
}

// indexes of numbered parameters.
func indexes(numbers []int) (list []int) {
	for _, n := range numbers {
		list = append(list, n-1)
	}
	return list
}

// numbered cuts a statement at its numbered placeholders.
func (u *unit) numbered(sql string) (parts []ir.Part) {
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
