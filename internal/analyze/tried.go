package analyze

import (
	"context"
	"errors"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Tried is a statement that can be run on the rows of TESTDATA.
type Tried struct {
	Unit, Engine string
	Stmt         engine.Stmt
	Is           *engine.Description
	Run          func(context.Context, engine.Trial) (*engine.Rows, error)
	Stages       []Stage  // the common table expressions that it begins with
	From         []string // those that it reads itself
}

// Stage is a common table expression. Rows and Count make statements that return its rows, and how many there are.
type Stage struct {
	syntax.Stage
	Rows, Count func() (Tried, error)
}

func (u *unit) tried(stmt engine.Stmt, d *engine.Description) Tried {
	return Tried{Unit: u.Name.SQL, Engine: u.Engine.Name, Stmt: stmt, Is: d,
		Run: func(ctx context.Context, t engine.Trial) (*engine.Rows, error) { return u.session.Run(ctx, stmt, d, t) }}
}

// stages are those of a statement, as its user has written it, and what the statement reads of them.
func (u *unit) stages(b *syntax.Block, g given) (list []Stage, read []string) {
	text := g.textOf(b)
	found, main, read := u.Engine.Dialect.Stages(text.SQL)
	instead := func(sql string) func() (Tried, error) {
		cut := b.Edited(text, u.Engine.Dialect, []syntax.Edit{{Start: main, End: len(text.SQL), Text: sql}})
		cut.Mods.Bulk = false
		return func() (Tried, error) { return u.cut(cut.Variant(func(int) bool { return true })) }
	}
	for _, s := range found {
		list = append(list, Stage{s, instead("SELECT * FROM " + s.Name), instead("SELECT count(*) AS n FROM " + s.Name)})
	}
	return list, read
}

// cut describes a statement whose end was cut off: what there is to say of it as one of the user's is not reported.
func (u *unit) cut(b *syntax.Block) (Tried, error) {
	before := len(u.diags)
	g, is := u.given(b)
	u.diags = u.diags[:before]
	if !is {
		return Tried{}, errors.New("the statement has a list in the place of another")
	}
	d, err := u.session.Describe(u.ctx, g.stmt)
	return u.tried(g.stmt, d), err
}
