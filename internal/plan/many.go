package plan

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
)

// many plans a method of :bulk. A generator without says so.
func (b *builder) many(q *ir.Query) *Many {
	rows := b.target.Bulk.Many
	if rows == 0 {
		b.diags = append(b.diags, diag.Diagnostic{Code: diag.NotSupported, Span: q.Span, Msg: b.target.ID() + " has no :bulk yet",
			Hint: "use :batch, which runs the statement for each row"})
	}
	if q.Many.SQL == nil {
		return &Many{Why: q.Many.Each}
	}
	for _, p := range q.Params {
		if p.Override != nil {
			return &Many{Why: "each row by itself: " + p.Name.SQL + " has a type of the program's, which a list is not made of"}
		}
	}
	text, _ := b.text(&ir.Query{SQL: q.Many.SQL, Params: q.Many.Params})
	m := &Many{SQL: text[0].SQL, Few: b.target.Bulk.Few, Rows: rows, Rounds: q.Many.Rounds, Assumes: q.Many.Assumes,
		Why: fmt.Sprintf("one statement for %d rows, which come as lists; fewer than %d by the statement itself", rows, b.target.Bulk.Few)}
	for _, p := range q.Many.Params[:len(q.Params)] {
		m.Params = append(m.Params, p.Field)
	}
	if m.Staged = b.staged(q); m.Staged != nil {
		m.Rows = m.Staged.Rows
		m.Why = fmt.Sprintf("from %d rows on one statement, which has them as lists; from %d rows on by COPY through a temporary table, %d at a time", m.Few,
			m.Staged.From, m.Staged.Rows)
	}
	return m
}

// The crossovers of :bulk, which are those of the server: docs/language.md has what was measured.
const (
	stagedFrom = 2000
	stagedRows = 100_000
)

// staged brings rows into a table by COPY, where that has a representation of all values.
func (b *builder) staged(q *ir.Query) *Staged {
	t := q.Many.Staged
	if t == nil || !b.target.Bulk.Stages {
		return nil
	}
	row := &ir.Row{Fields: ir.ParamFields(q.Params)}
	load, _ := b.copied(row, Values{}, "COPY "+t.Into+" FROM STDIN (FORMAT binary)")
	if _, ok := load.(*Copy); !ok {
		return nil
	}
	text, _ := b.text(&ir.Query{SQL: t.SQL, Params: q.Many.Params[len(q.Params):]})
	return &Staged{From: stagedFrom, Rows: stagedRows, Create: t.Create, Drop: t.Drop, SQL: text[0].SQL,
		Load: &Appender{Appender: &ir.Appender{Name: q.Name, Table: &ir.Table{Schema: t.Schema, Name: ir.NewName(t.Table)}, Row: row, Span: q.Span}, Load: load, Qualified: true}}
}
