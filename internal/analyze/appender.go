package analyze

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// appender adds a TABLE … :appender: the table's columns but for those that the engine fills in itself, or the subset
// that the user lists.
func (u *unit) appender(b *syntax.Block) {
	t := u.table(b)
	if t == nil {
		return
	}
	row := &ir.Row{Name: u.rowName(b, t), Role: ir.TableRow, Doc: b.Doc, Span: b.NameSpan}
	if len(b.Mods.Columns) > 0 {
		row.Fields = u.subset(b, t)
	} else {
		for _, c := range t.Columns {
			if !c.Identity && !c.Generated {
				row.Fields = append(row.Fields, c.Field)
			}
		}
	}
	if len(row.Fields) == 0 {
		u.report(diag.Diagnostic{Code: diag.UnknownColumn, Span: b.NameSpan, Msg: "table " + b.Name + " has no column that can be written"})
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
	u.model.Rows = append(u.model.Rows, row)
	u.model.Appenders = append(u.model.Appenders, &ir.Appender{Name: ir.NewName(b.Name), Doc: b.Doc, Table: t, Row: row, Span: b.NameSpan})
}

// rowName is the table's name; with its schema where the unit has an appender of another table of that name.
func (u *unit) rowName(b *syntax.Block, t *ir.Table) ir.Name {
	for _, other := range u.Blocks {
		if other.Kind != syntax.Table || other == b {
			continue
		}
		if o, _ := u.find(other.Name); o != nil && o != t && strings.EqualFold(o.Name.SQL, t.Name.SQL) {
			return ir.NewName(b.Name)
		}
	}
	return ir.NewName(t.Name.SQL)
}

// table is the table that a block names.
func (u *unit) table(b *syntax.Block) *ir.Table {
	t, known := u.find(b.Name)
	if t == nil {
		u.report(diag.Diagnostic{Code: diag.UnknownTable, Span: b.NameSpan, Msg: "there is no table " + b.Name,
			Hint: cmp.Or(diag.Suggest(b.Name, known), "tables are made in MIGRATE and BASELINE blocks")})
	}
	return t
}

// find resolves a table's name as the engine would; a spelling that differs in case is only taken where no other fits.
// known are the names that would do.
func (u *unit) find(name string) (found *ir.Table, known []string) {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		known = known[:0]
		for _, t := range u.model.Tables {
			plain, full := t.Name.SQL, t.Schema+"."+t.Name.SQL
			if same(name, full) || !t.Hidden && same(name, plain) {
				return t, nil
			}
			if t.Hidden {
				plain = full
			}
			known = append(known, plain)
		}
	}
	return nil, known
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
			u.columnError(b, diag.UnknownColumn, fmt.Sprintf("table %s has no column %s", b.Name, name), diag.Suggest(name, known))
		}
	}
	for _, c := range t.Columns {
		if !listed[c.Name.SQL] && !c.Nullable && !c.HasDefault && !c.Identity && !c.Generated {
			u.columnError(b, diag.BadModifier, fmt.Sprintf("column %s is NOT NULL, has no default and is not in the list: every insert would fail", c.Name.SQL), "add it to the list")
		}
	}
	return fields
}

func (u *unit) columnError(b *syntax.Block, code diag.Code, msg, hint string) {
	u.report(diag.Diagnostic{Code: code, Span: b.Mods.ColumnsSpan, Msg: msg, Hint: hint})
}
