package analyze

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// pathOf is a column's name as the members that lead to its value: author.id is the member id of the object author, and
// items[].id that of each object of the list items. A table's own column is one member, whatever its name.
func pathOf(name string, source ir.ColumnRef) []string {
	path := strings.Split(name, ".")
	for i, part := range path {
		if i < len(path)-1 {
			part = strings.TrimSuffix(part, "[]")
		}
		if part == "" || !isIdentifier(part) || name == source.Column {
			return []string{name}
		}
	}
	return path
}

// compose makes objects of the columns of a row that are called alike up to a dot. The names of their types start with
// called.
func (m *models) compose(row *ir.Row, called ir.Name) {
	paths := make([][]string, len(row.Fields))
	nested := false
	for i, f := range row.Fields {
		paths[i] = []string{f.Name.SQL}
		if strings.HasPrefix(f.Name.SQL, f.Column) { // else sqg gave it a name
			paths[i] = pathOf(f.Name.SQL, f.Source)
		}
		nested = nested || len(paths[i]) > 1
	}
	if !nested {
		return
	}
	for i, path := range paths {
		name, list := path[0], false
		if len(path) > 1 {
			name, list = strings.CutSuffix(name, "[]")
		}
		if at := slices.IndexFunc(row.Members, func(have ir.Member) bool { return have.Name.SQL == name }); at >= 0 {
			if object := row.Members[at].Object; len(path) > 1 && object != nil && object.List == list {
				object.Columns = append(object.Columns, i)
				continue
			}
			both := "a column and an object of columns"
			if row.Members[at].Object != nil && len(path) > 1 {
				both = "an object and a list"
			}
			m.report(diag.Diagnostic{Code: diag.BadObject, Span: row.Span,
				Msg:  fmt.Sprintf("%s is %s in %s", name, both, row.Name.SQL),
				Hint: "call one of them otherwise"})
			return
		}
		member := ir.Member{Name: ir.NewName(name), Column: i}
		if len(path) > 1 {
			member.Object = &ir.Object{Own: ir.NewName(called.SQL + "_" + name), Columns: []int{i}, List: list}
		}
		row.Members = append(row.Members, member)
	}
	for i := range row.Members {
		if member := &row.Members[i]; member.Object != nil {
			m.object(row, member)
		}
	}
}

// object gives an object its type, that of a table where it is a row of it, and says whether it is always there.
func (m *models) object(row *ir.Row, member *ir.Member) {
	o := member.Object
	if o.List {
		o.Witness, o.Why = teller(row, member)
	} else {
		o.Witness, o.Why = witness(row, o.Columns)
	}
	own := &ir.Row{Name: o.Own, Role: row.Role, Within: true, Span: row.Span}
	for _, at := range o.Columns {
		f := row.Fields[at]
		_, rest, _ := strings.Cut(f.Name.SQL, ".")
		f.Name, f.Column = ir.NewName(rest), rest
		f.Tells = f.Tells && at != o.Witness // which the object knows
		if o.Witness >= 0 && len(f.Sides) > 0 {
			missing := row.Fields[o.Witness].Sides
			f.Sides = slices.DeleteFunc(slices.Clone(f.Sides),
				func(side int) bool { return slices.Contains(missing, side) })
			if f.Nullable = f.Inner || len(f.Sides) > 0; !f.Nullable {
				f.Why = "not NULL where there is " + member.Name.SQL
			}
		}
		own.Fields = append(own.Fields, f)
	}
	if t, columns := m.of(own); t != nil {
		o.Row, o.Columns = m.share(m.rows[t], own), picked(o.Columns, columns)
	} else {
		o.Row = own
		m.compose(own, o.Own)
	}
	if o.Witness < 0 && !o.List && slices.ContainsFunc(o.Columns,
		func(at int) bool { return len(row.Fields[at].Sides) > 0 }) {
		m.report(diag.Diagnostic{Code: diag.Unproven, Severity: diag.Notice, Span: row.Span,
			Msg: fmt.Sprintf("%s of %s is always there, though its columns may be NULL: %s", member.Name.SQL,
				row.Name.SQL, o.Why)})
	}
}

// witness is the column that is NULL exactly where all of these are, because an outer join finds no row: it comes from
// that side, where it is NOT NULL, and the others come from there as well; -1 for none.
func witness(row *ir.Row, columns []int) (int, string) {
	always := true
	for _, at := range columns {
		f := row.Fields[at]
		always = always && len(f.Sides) == 0
		if len(f.Sides) == 0 || f.Inner {
			continue
		}
		if !slices.ContainsFunc(columns, func(other int) bool { return !within(f.Sides, row.Fields[other].Sides) }) {
			return at, fmt.Sprintf("%s is NULL where the outer join finds no row, and only there", f.Column)
		}
	}
	if always {
		return -1, "no outer join leaves it out"
	}
	return -1,
		"no column of it is NOT NULL where an outer join finds a row and NULL, as all others, where it finds none"
}

// teller is the column that tells whether there is an object of a list, as the analysis of its statement has found out.
func teller(row *ir.Row, list *ir.Member) (int, string) {
	for _, at := range list.Object.Columns {
		f := row.Fields[at]
		if path := pathOf(f.Name.SQL, f.Source); f.Tells && listOf(path[1:]) == "" {
			return at, fmt.Sprintf("%s is NULL where the outer join finds no row, and only there", f.Column)
		}
	}
	return -1, "no outer join leaves it out"
}

// within reports whether all numbers are in a list.
func within(numbers, list []int) bool {
	return !slices.ContainsFunc(numbers, func(n int) bool { return !slices.Contains(list, n) })
}

// embed gives the columns that stand for the star of an alias the names of an object's.
func (u *unit) embed(b *syntax.Block, sql string, edits []syntax.Edit) {
	for _, e := range b.Embeds {
		star := func(alias string) int {
			return slices.IndexFunc(edits, func(edit syntax.Edit) bool {
				return edit.Columns != nil && strings.EqualFold(sql[edit.Start:edit.End], alias+".*")
			})
		}
		i := star(e.Alias)
		if i < 0 {
			hint := "write it in the SELECT list"
			if star(e.Object) >= 0 {
				hint = fmt.Sprintf("the object's name comes first: embed: {%s: %s}", e.Alias, e.Object)
			}
			if u.AsWritten {
				hint = "`columns: as-written` leaves each star as it is: name the columns, as in " + e.Alias +
					`.id AS "` + e.Object + `.id"`
			}
			u.report(diag.Diagnostic{Code: diag.BadObject, Span: e.Span,
				Msg: fmt.Sprintf("%s has no %s.* to make the object %s of", b.Name, e.Alias, e.Object), Hint: hint})
			continue
		}
		edits[i].Text = objectOf(e.Object, edits[i].Columns)
	}
}

// objectOf is a list of columns that are an object's.
func objectOf(object string, columns []string) string {
	named := make([]string, len(columns))
	for i, column := range columns {
		named[i] = column + " AS " + ir.Quote(object+"."+lastName(column))
	}
	return strings.Join(named, ", ")
}

// lastName is the name behind the last dot of a column as SQL has it.
func lastName(column string) string {
	if quoted, is := strings.CutSuffix(column, `"`); is {
		at := strings.LastIndex(strings.ReplaceAll(quoted, `""`, "  "), `"`)
		return strings.ReplaceAll(quoted[at+1:], `""`, `"`)
	}
	return column[strings.LastIndex(column, ".")+1:]
}
