package analyze

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// upsert adds the statement of TABLE … :upsert: the INSERT … ON CONFLICT of one row, with its method for many rows,
// which takes those of the appender.
func (u *unit) upsert(b *syntax.Block, a *ir.Appender) {
	failed := len(u.diags)
	key := u.upsertKey(b, a)
	set := u.upsertSet(b, a, key)
	if len(u.diags) > failed {
		return
	}
	does := ", or changes the one with the same "
	if len(set) == 0 {
		does = ", unless there is one with the same "
	}
	sql := u.upsertText(a, key, set)
	d, err := u.session.Describe(u.ctx, engine.Stmt{SQL: sql, Many: true, Finite: u.Finite, Params: named(a)})
	if err != nil {
		u.report(upsertError(b, a, err))
		return
	}
	q := u.rowsStatement(b, a, ir.NewName("upsert_"+a.Name.SQL), sql, d)
	q.Doc = []string{"Inserts a row of " + a.Name.SQL + does + strings.Join(key, ", ") + "."}
	u.many(b, q, d, b.Mods.UpsertSpan)
	if !diag.Failed(u.diags[failed:]) {
		u.model.Queries = append(u.model.Queries, q)
	}
}

// upsertKey are the columns by which :upsert finds the row that is there.
func (u *unit) upsertKey(b *syntax.Block, a *ir.Appender) []string {
	named := upsertKey(b, a.Table)
	if len(named) == 0 {
		u.report(diag.Diagnostic{Code: diag.UpsertKey, Span: b.Mods.UpsertSpan,
			Msg:  "table " + b.Name + " has no primary key",
			Hint: "name the columns of a unique index: :upsert(column, …)"})
	}
	return u.upsertColumns(b, a, "the key", named, b.Mods.UpsertSpan)
}

func upsertKey(b *syntax.Block, t *ir.Table) []string {
	if len(b.Mods.Key) > 0 {
		return b.Mods.Key
	}
	return t.Key
}

// upsertSet are the columns that :upsert sets of a row that is there.
func (u *unit) upsertSet(b *syntax.Block, a *ir.Appender, key []string) []string {
	if b.Mods.Set {
		if len(b.Mods.SetColumns) == 0 {
			u.report(diag.Diagnostic{Code: diag.BadModifier, Span: b.Mods.SetSpan, Msg: ":set names no column",
				Hint: "write :set(column, …)"})
		}
		return u.upsertColumns(b, a, ":set", b.Mods.SetColumns, b.Mods.SetSpan)
	}
	var set []string
	for _, f := range a.Row.Fields {
		if !slices.Contains(key, f.Column) {
			set = append(set, f.Column)
		}
	}
	return set
}

// upsertColumns finds columns by their names among those of the appender's row.
func (u *unit) upsertColumns(b *syntax.Block, a *ir.Appender, what string, names []string,
	span source.Span) (columns []string) {
	var known []string
	for _, f := range a.Row.Fields {
		known = append(known, f.Column)
	}
	for _, name := range names {
		at := slices.IndexFunc(known, func(c string) bool { return strings.EqualFold(c, name) })
		switch {
		case at >= 0 && slices.Contains(columns, known[at]):
			u.report(diag.Diagnostic{Code: diag.BadModifier, Span: span, Msg: "column " + name + " is listed twice"})
		case at >= 0:
			columns = append(columns, known[at])
		case slices.ContainsFunc(a.Table.Columns,
			func(c ir.TableColumn) bool { return strings.EqualFold(c.Column, name) }):
			u.report(diag.Diagnostic{Code: diag.UnknownColumn, Span: span,
				Msg: fmt.Sprintf("%s has column %s, which is not in the row of the appender", what, name),
				Hint: "list all columns of the row: :appender(" + strings.Join(append([]string{name}, known...), ", ") +
					")"})
		default:
			u.report(diag.Diagnostic{Code: diag.UnknownColumn, Span: span,
				Msg: fmt.Sprintf("table %s has no column %s", b.Name, name), Hint: diag.Suggest(name, known)})
		}
	}
	return columns
}

// upsertText is the statement for one row.
func (u *unit) upsertText(a *ir.Appender, key, set []string) string {
	quote := func(columns []string, form string) string {
		out := make([]string, len(columns))
		for i, c := range columns {
			out[i] = strings.ReplaceAll(form, "$", ir.Quote(c))
		}
		return strings.Join(out, ", ")
	}
	action := "DO NOTHING"
	if len(set) > 0 {
		action = "DO UPDATE SET " + quote(set, "$ = excluded.$")
	}
	return fmt.Sprintf("%s\nON CONFLICT (%s) %s", u.insertText(a), quote(key, "$"), action)
}

// upsertError is what the engine has against the statement, in words of the annotation.
func upsertError(b *syntax.Block, a *ir.Appender, err error) diag.Diagnostic {
	d := engineError(err, diag.UpsertKey, b.Mods.UpsertSpan, func(int) source.Span { return b.Mods.UpsertSpan })
	switch {
	case d.Code == diag.UpsertKey && len(a.Table.Key) > 0:
		d.Hint = "name the columns of a unique index; the primary key is :upsert(" + strings.Join(a.Table.Key, ", ") +
			")"
	case d.Code == diag.UpsertKey:
		d.Hint = "name the columns of a unique index, or add one in a MIGRATE"
	}
	return d
}
