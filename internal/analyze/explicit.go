package analyze

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// explicit is the statement that a program sends: with the names of the columns where the user writes a star.
func (u *unit) explicit(text syntax.Text, stmt engine.Stmt) (*engine.Explicit, error) {
	if d := u.Engine.Dialect; u.AsWritten || len(d.Stars(text.SQL)) == 0 && len(d.Inserts(text.SQL)) == 0 {
		return &engine.Explicit{}, nil
	}
	return u.session.Explicit(u.ctx, stmt)
}

// wholeRows refuses results and parameters that are rows of a table: a program knows their fields by position, and a
// migration changes them, or their order, without a word.
func (u *unit) wholeRows(b *syntax.Block, q *ir.Query, d *engine.Description) {
	if u.AsWritten {
		return
	}
	refuse := func(t ir.Type, span source.Span, does, what string) {
		for part := range t.Parts {
			if part.Struct != nil && part.Struct.Table {
				u.report(diag.Diagnostic{Code: diag.ByPosition, Span: span,
					Msg: fmt.Sprintf("the program %s the fields of %s by position: it is a row of %s", does, what,
						part.Struct.Name.SQL),
					Hint: "name the columns, or make a type that no migration changes: CREATE TYPE … AS (…), ROW(…)::that_type; " +
						"`columns: as-written` in sqg.yaml allows it"})
				return
			}
		}
	}
	for _, c := range d.Columns {
		refuse(c.Type, b.NameSpan, "reads", c.Name)
	}
	for _, p := range q.Params {
		refuse(p.Type, p.Span, "sends", "${"+p.Name.SQL+"}")
	}
}

// byPosition refuses the stars that stay.
func (u *unit) byPosition(text syntax.Text, x *engine.Explicit) {
	for _, left := range x.Left {
		msg := "sqg cannot send the columns in place of this star: "
		if left.Insert {
			msg = "sqg cannot send the columns that this INSERT stores into: "
		}
		u.report(diag.Diagnostic{Code: diag.ByPosition, Span: text.At(left.Offset), Msg: msg + left.Why,
			Hint: "name the columns, so that one which is added later changes nothing; `columns: as-written` in sqg.yaml allows it"})
	}
}
