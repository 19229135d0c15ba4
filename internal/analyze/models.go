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

// Named is what a table is called in the names of its types.
type Named struct {
	Table, Name string
	Span        source.Span
}

// returned is a statement that returns rows, before it is known which row type it has.
type returned struct {
	block *syntax.Block
	query *ir.Query
	own   bool      // the annotation says something of its columns
	table *ir.Table // whose rows they are; nil for none, or where that table has no row type
}

// rowTypes gives each statement and each appender its row type. Statements that return rows of a table, all columns of
// it in any order, share the table's; a narrower row, in which a condition proves a column NOT NULL, stays its own. A
// name that the user gives, a statement's or that of :result=, is never taken by a table: then statements about it have
// row types of their own.
func (u *unit) rowTypes() {
	m := &models{unit: u, rows: map[*ir.Table]*ir.Row{}, named: map[string]*ir.Row{}, types: map[string][]*ir.Table{}}
	for _, t := range u.model.Tables {
		key := typeKey(u.called[t], ir.TableRow)
		m.types[key] = append(m.types[key], t)
	}
	for i := range u.returned {
		r := &u.returned[i]
		if r.block.Mods.Result == "" && !r.own {
			r.table, _ = m.of(r.query.Row)
		}
	}
	m.refuse()
	for _, a := range u.model.Appenders {
		m.appender(a)
		u.list(a.Row)
	}
	var reordered []func()
	for _, r := range u.returned {
		row := r.query.Row
		switch name := r.block.Mods.Result; {
		case r.query.Pluck:
			continue
		case name != "":
			row = m.join(r, name)
		case r.table != nil:
			row = m.share(m.rows[r.table], row)
		}
		if own := r.query.Row; row.Role == ir.TableRow {
			if _, columns := m.source(own); columns != nil {
				reordered = append(reordered, func() { own.As(row, columns); r.query.Row = own })
			}
		}
		r.query.Row = row
		u.list(row)
	}
	rows := u.model.Rows
	u.model.Rows = nil
	for _, row := range rows {
		if row.Role == ir.QueryRow || row.Role == ir.NamedRow {
			m.compose(row, row.Name)
		}
		for r := range row.Objects {
			u.list(r)
		}
	}
	for _, reorder := range reordered { // of types that hold by now what all their statements return
		reorder()
	}
}

// list has a row type in the model once, in order of first use.
func (u *unit) list(r *ir.Row) {
	if !slices.Contains(u.model.Rows, r) {
		u.model.Rows = append(u.model.Rows, r)
	}
}

type models struct {
	*unit
	rows  map[*ir.Table]*ir.Row  // nil for a table that has none
	named map[string]*ir.Row     // of :result=, by name
	types map[string][]*ir.Table // by the name of their row type
}

// typeKey is what the names of two row types have in common that are one in some language.
func typeKey(n ir.Name, role ir.Role) string {
	return strings.Join(append(slices.Clone(n.Words), ir.NewName(role.Suffix()).Words...), " ")
}

// of is the table whose rows these are, and in which order its columns come; nil for none, and for its own order.
func (m *models) of(r *ir.Row) (of *ir.Table, columns []int) {
	t, columns := m.source(r)
	if t == nil {
		return nil, nil
	}
	model := m.model(t)
	if model == nil {
		return nil, nil
	}
	if r = ordered(r, columns); shape(model, r) != "" || wider(model, r) || wider(r, model) {
		return nil, nil
	}
	return t, columns
}

// source is the table of which a row has all columns, and which of the row's each of the table's is; nil for none, and
// for the table's own order.
func (m *models) source(r *ir.Row) (of *ir.Table, columns []int) {
	if m.NoModels {
		return nil, nil
	}
	same := func(f ir.Field, c ir.TableColumn) bool {
		computed := c.Generated && f.Source == ir.ColumnRef{} // of an expression, DuckDB's plan says
		return f.Column == c.Column && (f.Source == c.Source || computed)
	}
	for _, t := range m.unit.model.Tables {
		if len(t.Columns) != len(r.Fields) {
			continue
		}
		columns = make([]int, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = slices.IndexFunc(r.Fields, func(f ir.Field) bool { return same(f, c) })
		}
		switch {
		case slices.Contains(columns, -1):
			continue
		case slices.IsSorted(columns):
			columns = nil
		}
		return t, columns
	}
	return nil, nil
}

// ordered is a row with its columns in the order that source says.
func ordered(r *ir.Row, columns []int) *ir.Row {
	o := *r
	o.Fields = picked(r.Fields, columns)
	return &o
}

// picked is a list with its elements in an order; nil is its own.
func picked[T any](list []T, order []int) []T {
	if order == nil {
		return list
	}
	out := make([]T, len(order))
	for i, at := range order {
		out[i] = list[at]
	}
	return out
}

// model is the row type of a table: what the engine says of a SELECT of its columns.
func (m *models) model(t *ir.Table) *ir.Row {
	if r, known := m.rows[t]; known {
		return r
	}
	m.rows[t] = nil
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = ir.Quote(c.Column)
	}
	sql := fmt.Sprintf("SELECT %s FROM %s.%s", strings.Join(columns, ", "), ir.Quote(t.Schema), ir.Quote(t.Name.SQL))
	if d, err := m.session.Describe(m.ctx, engine.Stmt{SQL: sql, Finite: m.Finite}); err == nil {
		m.rows[t] = &ir.Row{Name: m.called[t], Role: ir.TableRow,
			Fields: fields(d.Columns, fieldNames(d.Columns, sql, m.Engine.Placeholder, nil), source.Span{})}
	}
	return m.rows[t]
}

// nameTables says what tables are called in the names of their types: as the config does, else with their schema where
// another table has the same name.
func (u *unit) nameTables() {
	u.called = map[*ir.Table]ir.Name{}
	alike := map[string]int{}
	for _, t := range u.model.Tables {
		alike[strings.ToLower(t.Name.SQL)]++
	}
	for _, t := range u.model.Tables {
		if u.called[t] = t.Name; alike[strings.ToLower(t.Name.SQL)] > 1 && t.Schema != u.Engine.Schema {
			u.called[t] = ir.NewName(t.Schema + "." + t.Name.SQL)
		}
	}
	for _, r := range u.Rename {
		if t := u.table(r.Table, r.Span); t != nil {
			u.called[t] = ir.NewName(r.Name)
		}
	}
}

// refuse takes the row type from tables that would share its name: with another table, with a statement that returns
// other rows, or with a :result= that its rows do not fit. Statements about such a table keep row types of their own,
// whose names may be those of further tables.
func (m *models) refuse() {
	for _, same := range m.types {
		for _, t := range same {
			if len(same) > 1 {
				m.take(t)
			}
		}
	}
	for again := true; again; {
		again = false
		for i := range m.returned {
			r := &m.returned[i]
			key := typeKey(r.query.Row.Name, ir.QueryRow)
			switch name := r.block.Mods.Result; {
			case r.query.Pluck || r.table != nil:
				continue
			case name != "":
				key = typeKey(ir.NewName(name), ir.NamedRow)
			}
			for _, t := range m.types[key] {
				if !m.fits(t, r) {
					again = m.take(t) || again
				}
			}
		}
	}
}

// fits reports whether a statement's rows are a table's where :result= names the table's row type: it may prove more.
func (m *models) fits(t *ir.Table, r *returned) bool {
	of, columns := m.source(r.query.Row)
	if r.block.Mods.Result == "" || of != t {
		return false
	}
	model, row := m.model(t), ordered(r.query.Row, columns)
	return model != nil && shape(model, row) == "" && !wider(row, model)
}

// take takes the row type from a table, and reports whether a statement had it.
func (m *models) take(t *ir.Table) (had bool) {
	if have, known := m.rows[t]; known && have == nil {
		return false
	}
	m.rows[t] = nil
	for i := range m.returned {
		if r := &m.returned[i]; r.table == t {
			r.table, had = nil, true
		}
	}
	return had
}

// appender gives an appender its table's row type where its row has all columns of the table, and else one of its own.
func (m *models) appender(a *ir.Appender) {
	row := a.Row
	t, columns := m.of(row)
	if t == nil || columns != nil {
		row.Role = ir.InsertRow
		return
	}
	a.Row = m.rows[t]
	a.Row.Doc, a.Row.Span = row.Doc, row.Span
	for _, q := range append(slices.Clone(m.unit.model.Queries), a.One) {
		if q != nil && q.Rows == row {
			q.Rows = a.Row
		}
	}
}

// join is the row type that :result= names.
func (m *models) join(r returned, name string) *ir.Row {
	row := r.query.Row
	have := m.named[name]
	if have == nil {
		for _, t := range m.types[typeKey(ir.NewName(name), ir.NamedRow)] {
			if m.fits(t, &r) {
				return m.share(m.rows[t], row)
			}
		}
		row.Name, row.Role = ir.NewName(name), ir.NamedRow
		m.named[name] = row
		return row
	}
	if diff := shape(have, row); diff != "" {
		m.report(diag.Diagnostic{Code: diag.RowTypeMismatch, Span: r.block.Mods.ResultSpan,
			Msg:   fmt.Sprintf("%s cannot share row type %s: %s", r.block.Name, name, diff),
			Hint:  "give the two queries the same columns, or this one a :result= name of its own",
			Notes: []diag.Note{{Span: have.Span, Msg: "the row type comes from here"}}})
		return have
	}
	return m.share(have, row)
}

// share has a row type hold what a statement returns, too.
func (m *models) share(have, row *ir.Row) *ir.Row {
	if have.Role == ir.TableRow {
		_, columns := m.source(row)
		row = ordered(row, columns)
	}
	if have.Span.File == nil {
		have.Span = row.Span
	}
	widen(have, row)
	return have
}

// widen has a row hold what another of its shape does, too: NULL where one of the two has it, and what one has to check
// is checked for both.
func widen(have, row *ir.Row) {
	sides := 0 // each statement numbers those of its own
	for _, f := range have.Fields {
		if n := len(f.Sides); n > 0 {
			sides = max(sides, f.Sides[n-1])
		}
	}
	// Of a column that may be NULL and comes from no side, nobody knows when it is.
	anywhere := func(f ir.Field) bool { return f.Inner || f.Nullable && len(f.Sides) == 0 }
	for i, f := range row.Fields {
		g := &have.Fields[i]
		g.Inner = anywhere(*g) || anywhere(f)
		g.Key, g.Tells = g.Key || f.Key, g.Tells || f.Tells
		g.Declared, g.Overflow = g.Declared || f.Declared, g.Overflow || f.Overflow
		if g.Type = g.Type.Join(f.Type); f.Nullable && !g.Nullable {
			g.Nullable, g.Why = true, f.Why
		}
		for _, side := range f.Sides {
			g.Sides = append(slices.Clip(g.Sides), sides+side)
		}
	}
}

// wider reports whether a row has NULL where another of its shape has not.
func wider(a, b *ir.Row) bool {
	for i, f := range a.Fields {
		if g := b.Fields[i]; f.Nullable && !g.Nullable || !g.Type.Join(f.Type).Equal(g.Type) {
			return true
		}
	}
	return false
}

// shape says in a few words where two rows differ in shape or provenance; "" where they do not.
func shape(a, b *ir.Row) string {
	if len(a.Fields) != len(b.Fields) {
		return fmt.Sprintf("%s has %d columns, this has %d", a.Name.SQL, len(a.Fields), len(b.Fields))
	}
	for i, f := range a.Fields {
		g := b.Fields[i]
		switch {
		case f.Name.SQL != g.Name.SQL || f.Column != g.Column:
			return fmt.Sprintf("column %d is %s there and %s here", i+1, f.Name.SQL, g.Name.SQL)
		case !f.Type.Full().Equal(g.Type.Full()):
			return fmt.Sprintf("%s is %s there and %s here", f.Name.SQL, f.Type.SQL, g.Type.SQL)
		case f.Source != g.Source:
			return fmt.Sprintf("%s comes from %s there and from %s here", f.Name.SQL, orExpression(f.Source),
				orExpression(g.Source))
		case f.Key != g.Key || f.Tells != g.Tells:
			return fmt.Sprintf("%s tells what has a list from others in one of them alone", f.Name.SQL)
		}
	}
	return ""
}

func orExpression(c ir.ColumnRef) string {
	if c.Table == "" {
		return "an expression"
	}
	return c.String()
}
