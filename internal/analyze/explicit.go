package analyze

import (
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
