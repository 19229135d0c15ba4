package analyze

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// makes is an EXEC that makes a table.
type makes struct {
	table string
	stmt  engine.Stmt
}

// makesTable notes the table that an EXEC makes, for the statements after it. One that the schema has stays what it is
// there.
func (u *unit) makesTable(b *syntax.Block, stmt engine.Stmt) {
	if b.Kind != syntax.Exec {
		return
	}
	c := engine.CreationOf(u.Engine.Dialect, stmt)
	if c == nil || slices.ContainsFunc(u.model.Tables,
		func(t *ir.Table) bool { return strings.EqualFold(t.Name.SQL, c.Name) }) {
		return
	}
	u.made = slices.DeleteFunc(u.made, func(m makes) bool { return strings.EqualFold(m.table, c.Name) })
	u.made = append(u.made, makes{c.Name, stmt})
}

// withMade has the tables there that a statement reads and that statements before it make, while it is analysed.
func (u *unit) withMade(b *syntax.Block, analyse func()) {
	if len(u.made) == 0 {
		analyse()
		return
	}
	last := -1
	own := ""
	if c := engine.CreationOf(u.Engine.Dialect,
		engine.Stmt{SQL: b.Statement(func(int) string { return "NULL" }).SQL}); c != nil {
		own = c.Name
	}
	for i, m := range u.made {
		if !strings.EqualFold(m.table, own) &&
			slices.ContainsFunc(b.Parts,
				func(p syntax.Part) bool {
					return strings.Contains(strings.ToLower(p.Text), strings.ToLower(m.table))
				}) {
			last = i
		}
	}
	if last < 0 {
		analyse()
		return
	}
	var stmts []engine.Stmt
	for _, m := range u.made[:last+1] {
		if !strings.EqualFold(m.table, own) {
			stmts = append(stmts, m.stmt)
		}
	}
	undo, err := u.session.Make(u.ctx, stmts)
	if err != nil { // the statement's own error says what it lacks
		analyse()
		return
	}
	analyse()
	if err := undo(u.ctx); err != nil {
		u.report(unread(err, u.Input))
	}
}
