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
	m := &Many{SQL: text[0].SQL, Rows: rows, Rounds: q.Many.Rounds, Assumes: q.Many.Assumes,
		Why: fmt.Sprintf("one statement for %d rows, which come as lists; a row alone by the statement itself", rows)}
	for _, p := range q.Many.Params[:len(q.Params)] {
		m.Params = append(m.Params, p.Field)
	}
	return m
}
