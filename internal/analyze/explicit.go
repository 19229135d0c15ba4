package analyze

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// explicit is the statement that a program sends: with the names of the columns where the user writes a star.
func (u *unit) explicit(text syntax.Text, stmt engine.Stmt) (*engine.Explicit, error) {
	if d := u.Engine.Dialect; u.AsWritten || len(d.Stars(text.SQL)) == 0 && len(d.Inserts(text.SQL)) == 0 {
		return &engine.Explicit{}, nil
	}
	return u.session.Explicit(u.ctx, stmt)
}

// wholeRows reports columns that are rows of a table, of which a program knows the fields by position.
func (u *unit) wholeRows(b *syntax.Block, d *engine.Description) {
	if u.AsWritten {
		return
	}
	for _, c := range d.Columns {
		for t := range c.Type.Parts {
			if t.Struct != nil && t.Struct.Table {
				msg := fmt.Sprintf("the program reads the fields of %s by position: it is a row of %s", c.Name, t.Struct.Name.SQL)
				u.warn(diag.ByPosition, b.NameSpan, msg, "select the columns, or make a type that no migration changes: "+
					"CREATE TYPE … AS (…), ROW(…)::that_type; `columns: as-written` in sqg.yaml allows it")
				break
			}
		}
	}
}

// byPosition reports the stars that stay.
func (u *unit) byPosition(text syntax.Text, x *engine.Explicit) {
	for _, left := range x.Left {
		msg := "the program sends this star, not the columns that it stands for: "
		if left.Insert {
			msg = "the program sends this INSERT without the columns that it stores into: "
		}
		u.warn(diag.ByPosition, text.At(left.Offset), msg+left.Why,
			"name the columns, so that one which is added later changes nothing; `columns: as-written` in sqg.yaml allows it")
	}
}
