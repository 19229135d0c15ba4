package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// appender adds a TABLE … :appender: the table's columns but for those that the engine fills in itself, or the subset
// that the user lists. The key of :upsert is the program's to give, whatever the engine would fill in.
func (u *unit) appender(b *syntax.Block) {
	t := u.table(b.Name, b.NameSpan)
	if t == nil {
		return
	}
	name := cmp.Or(b.Alias, b.Name)
	for _, a := range u.model.Appenders {
		if a.Name.SQL == name {
			u.report(diag.Diagnostic{Code: diag.DuplicateName, Span: b.NameSpan,
				Msg: "there is an appender " + name + " already",
				Hint: "give this one a name of its own, and the table a line of its own: -- TABLE some_" + name +
					" :appender, then " + name,
				Notes: []diag.Note{{Span: a.Span, Msg: "the first one"}}})
			return
		}
	}
	row := &ir.Row{Name: u.called[t], Doc: b.Doc, Span: b.NameSpan}
	if b.Alias != "" {
		row.Name = ir.NewName(b.Alias)
	}
	if len(b.Mods.Columns) > 0 {
		row.Fields = u.subset(b, t)
	} else {
		for _, c := range t.Columns {
			if !c.Generated && (!c.Identity || b.Mods.Upsert &&
				slices.ContainsFunc(upsertKey(b, t),
					func(key string) bool { return strings.EqualFold(key, c.Column) })) {
				row.Fields = append(row.Fields, c.Field)
			}
		}
	}
	if len(row.Fields) == 0 {
		u.report(diag.Diagnostic{Code: diag.UnknownColumn, Span: b.NameSpan,
			Msg: "table " + b.Name + " has no column that can be written"})
		return
	}
	for i := range row.Fields {
		f := &row.Fields[i]
		f.Span = b.NameSpan
		if f.Type.Kind == ir.Unknown {
			u.report(diag.Diagnostic{Code: diag.UnknownType, Span: b.NameSpan,
				Msg:  fmt.Sprintf("column %s has type %s, which sqg does not know", f.Name.SQL, f.Type.SQL),
				Hint: "leave it out with :appender(column, …), or change its type"})
		}
	}
	a := &ir.Appender{Name: ir.NewName(name), Qualified: !strings.EqualFold(b.Name, t.Name.SQL), Doc: b.Doc, Table: t,
		Row: row, File: u.file(b), Span: b.NameSpan}
	u.model.Appenders = append(u.model.Appenders, a)
	switch written := u.writable(b, a); {
	case b.Mods.Upsert:
		u.upsert(b, a)
	case !written:
	case b.Mods.OneForMany:
		u.report(diag.Diagnostic{Code: diag.BadModifier, Span: b.NameSpan,
			Msg: ":bulk! of a TABLE is of no use without :upsert", Hint: "write :upsert in front of it"})
	case b.Mods.Set:
		u.report(diag.Diagnostic{Code: diag.BadModifier, Span: b.Mods.SetSpan, Msg: ":set is of no use without :upsert",
			Hint: "write :upsert in front of it"})
	}
}

// writable reports whether the engine takes the INSERT of a row: it has tables that nothing can be written to. It asks
// for more than the INSERT of what :upsert writes. Of values that travel as text, or do where the config asks for it,
// it says how the INSERT runs for many rows.
func (u *unit) writable(b *syntax.Block, a *ir.Appender) bool {
	text := func(f ir.Field) bool { return f.Type.Opaque() || f.Type.Extension != "" || f.Type.Spatial() }
	many := slices.ContainsFunc(a.Row.Fields, text)
	if b.Mods.Upsert && !many {
		return true
	}
	sql := u.insertText(a)
	d, err := u.session.Describe(u.ctx, engine.Stmt{SQL: sql, Many: many, Finite: u.Finite, Params: named(a)})
	switch {
	case err != nil && !b.Mods.Upsert:
		u.report(engineError(err, diag.StatementError, b.NameSpan, func(int) source.Span { return b.NameSpan }))
	case err == nil && many:
		a.One = u.rowsStatement(b, a, a.Name, sql, d)
		u.manyRows(b, a.One, d)
	}
	return err == nil
}

// rowsStatement is a statement for one row of an appender.
func (u *unit) rowsStatement(b *syntax.Block, a *ir.Appender, name ir.Name, sql string,
	d *engine.Description) *ir.Query {
	q := &ir.Query{Name: name, File: a.File, Span: b.NameSpan, Rows: a.Row, SQL: u.numbered(sql), Counts: d.Counts}
	for i, f := range a.Row.Fields {
		q.Params = append(q.Params, ir.Param{Field: f, Stated: d.Params[i].Stated})
	}
	return q
}

// insertText is the statement for one row.
func (u *unit) insertText(a *ir.Appender) string {
	marks := make([]string, len(a.Row.Fields))
	for i := range marks {
		marks[i] = u.Engine.Placeholder(i + 1)
	}
	return fmt.Sprintf("%s\nVALUES (%s)", a.Insert(), strings.Join(marks, ", "))
}

// named are the parameters of that statement, called like the columns.
func named(a *ir.Appender) []engine.ParamHint {
	hints := make([]engine.ParamHint, len(a.Row.Fields))
	for i, f := range a.Row.Fields {
		hints[i].Name = f.Name.SQL
	}
	return hints
}

// table is the table of a name that the user gives, as the engine would resolve it; a spelling that differs in case is
// only taken where no other fits.
func (u *unit) table(name string, at source.Span) *ir.Table {
	var known []string
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		known = known[:0]
		for _, t := range u.model.Tables {
			plain, full := t.Name.SQL, t.Schema+"."+t.Name.SQL
			if same(name, full) || !t.Hidden && same(name, plain) {
				return t
			}
			if t.Hidden {
				plain = full
			}
			known = append(known, plain)
		}
	}
	u.report(diag.Diagnostic{Code: diag.UnknownTable, Span: at, Msg: "there is no table " + name,
		Hint: cmp.Or(diag.Suggest(name, known), "tables are made in MIGRATE and BASELINE blocks")})
	return nil
}

// subset is the columns of :appender(a, b, c), in the user's order.
func (u *unit) subset(b *syntax.Block, t *ir.Table) []ir.Field {
	var fields []ir.Field
	var known []string
	for _, c := range t.Columns {
		known = append(known, c.Name.SQL)
	}
	listed := map[string]bool{}
	for _, name := range b.Mods.Columns {
		found := false
		for _, c := range t.Columns {
			if !strings.EqualFold(c.Name.SQL, name) {
				continue
			}
			found = true
			switch {
			case listed[c.Name.SQL]:
				u.columnError(b, diag.BadModifier, "column "+name+" is listed twice", "")
			case c.Generated:
				u.columnError(b, diag.BadModifier, "column "+name+" is generated and cannot be written", "leave it out")
			default:
				fields = append(fields, c.Field)
			}
			listed[c.Name.SQL] = true
		}
		if !found {
			u.columnError(b, diag.UnknownColumn, fmt.Sprintf("table %s has no column %s", b.Name, name),
				diag.Suggest(name, known))
		}
	}
	for _, c := range t.Columns {
		if !listed[c.Name.SQL] && !c.Nullable && !c.HasDefault && !c.Identity && !c.Generated {
			u.columnError(b, diag.BadModifier,
				fmt.Sprintf("column %s is NOT NULL, has no default and is not in the list: every insert would fail",
					c.Name.SQL), "add it to the list")
		}
	}
	return fields
}

func (u *unit) columnError(b *syntax.Block, code diag.Code, msg, hint string) {
	u.report(diag.Diagnostic{Code: code, Span: b.Mods.ColumnsSpan, Msg: msg, Hint: hint})
}
