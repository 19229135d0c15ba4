package analyze

import (
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// explicit is the statement that a program sends: with the names of the columns where the user writes a star.
func (u *unit) explicit(text syntax.Text, stmt engine.Stmt) (*engine.Explicit, error) {
	if u.AsWritten || len(u.Engine.Dialect.Stars(text.SQL)) == 0 {
		return &engine.Explicit{}, nil
	}
	return u.session.Explicit(u.ctx, stmt)
}

// byPosition reports the stars that stay.
func (u *unit) byPosition(text syntax.Text, x *engine.Explicit) {
	for _, left := range x.Left {
		u.warn(diag.ByPosition, text.At(left.Offset), "the program sends this star: "+left.Why,
			"name the columns, so that one which is added later changes no result; `columns: as-written` in sqg.yaml allows stars")
	}
}
