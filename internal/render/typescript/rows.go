package typescript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// shape of a method's rows. Where a column cannot be had by its name, or is converted or put into an object on the way,
// rows come by position.
func (g *generator) shape(m *plan.Method) shape {
	switch {
	case m.Row == nil:
		return nothing
	case m.Pluck:
		return g.driver.pluck
	}
	return g.rowShape(m.Row)
}

func (g *generator) rowShape(r *ir.Row) shape {
	switch {
	case r.Typed != nil:
		return g.rowShape(r.Typed)
	case r.Members != nil:
		return arrays
	}
	for _, f := range r.Fields {
		hidden := f.Column == "__proto__" || f.Column == g.driver.hidden || strings.Trim(f.Column, "0123456789") == ""
		if f.Name.SQL != f.Column || f.Override != nil || hidden || g.values.foreign(f) {
			return arrays
		}
	}
	return g.driver.natural
}

// cached is the private name of a method's prepared statement, "" where none is kept.
func (g *generator) cached(m *plan.Method) string {
	if _, whole := m.Literal(); !whole && !m.Optional() || g.driver.execution.keeps(g.shape(m)) == "" {
		return ""
	}
	return g.fields[m]
}

// declareRow declares a row's type.
func (g *generator) declareRow(r *ir.Row) {
	g.declared = append(g.declared, g.declareType(g.types[r], r.Doc, r.Shown(), g.rowType))
}

func (g *generator) declareType(name string, doc []string, fields []ir.Field, types func(ir.Field) []string) emit.Doc {
	lines := make([]emit.Doc, len(fields))
	for i, f := range fields {
		name := key(f.Name.SQL)
		if f.MayBeLeft() {
			name += "?"
		}
		lines[i] = emit.Concat(docs([]string{f.Doc}), typed(name+":", types(f)), ";")
	}
	if len(lines) == 0 {
		return emit.Concat(docs(doc), "export type "+name+" = Record<string, never>;")
	}
	return emit.Concat(docs(doc), "export interface "+name+" {",
		emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), lines)), emit.HardLine(), "}")
}

func naturalType(r *ir.Row) string { return pascal(r.Name) + r.Role.Suffix() }

// reader is the name of the function that reads a row of a type; "" where there is nothing to read: rows are what the
// driver gives. It is declared on first use.
func (g *generator) reader(r *ir.Row) string {
	if name, done := g.readers[r]; done {
		return name
	}
	if r.Typed != nil && g.rowShape(r) == objects { // whose columns are had by their names
		return g.reader(r.Typed)
	}
	if g.shared != nil && r.Typed == nil && !slices.Contains(g.Rows, r) {
		name := g.shared.reader(r)
		if name != "" {
			name = g.borrow(name, true)
		}
		g.readers[r] = name
		return name
	}
	name := ""
	var lines []emit.Doc
	switch g.rowShape(r) {
	case objects:
		for _, f := range r.Fields {
			if !g.values.checked(f) {
				continue
			}
			value := member("row", f.Name.SQL)
			check := g.values.read(f, value)
			if g.values.converts(f) {
				check = emit.Concat(value+" = ", check)
			}
			lines = append(lines, emit.Concat(check, ";"))
		}
		if len(lines) > 0 {
			lines = append([]emit.Doc{emit.Group("const row =", emit.Indent(emit.Line(), "value as "+g.types[r]+";"))},
				append(lines, emit.Text("return row;"))...)
		}
	case arrays:
		lines = []emit.Doc{emit.Text("const row = value as unknown[];"),
			emit.Concat("return ", g.composed(r, r, nil), ";")}
	}
	if len(lines) > 0 {
		of := g.types[r]
		if r.Typed != nil {
			of = naturalType(r)
		}
		name = g.module.Claim("read" + of)
		g.after = append(g.after, function(g.exporting()+"function "+name, []emit.Doc{emit.Text("value: unknown")},
			g.types[r], lines...))
	}
	g.readers[r] = name
	return name
}

// composed is the object literal of a row's members. Columns are those of the row that comes from the driver which the
// row's own are, nil where it is that row.
func (g *generator) composed(whole, r *ir.Row, columns []int) emit.Doc {
	parts := r.Parts()
	members := make([]emit.Doc, len(parts))
	for i, f := range r.Shown() {
		if o := parts[i].Object; o != nil {
			o = o.In(columns)
			value := g.composed(whole, o.Row, o.Columns)
			if o.List {
				members[i] = property(f, o.Witness >= 0, listed(o, value))
				continue
			}
			members[i] = property(f, f.Nullable, unlessNull(f, position(o.Witness), value))
			continue
		}
		at, column := parts[i].Column, f
		if columns != nil {
			at = columns[at]
			column = whole.Fields[at]
			column.Nullable = f.Nullable
		}
		members[i] = property(f, g.values.conditional(column), g.values.read(column, position(at)))
	}
	return object(members...)
}

// listed is the list of an object that a row has, or has not.
func listed(o *ir.Object, value emit.Doc) emit.Doc {
	value = emit.Concat("[", emit.Indent(emit.HardLine(), value, ","), emit.HardLine(), "]")
	if o.Witness < 0 {
		return value
	}
	return emit.Group(position(o.Witness)+" === null",
		emit.Indent(emit.Line(), "? []", emit.Line(), ": ", emit.Indent(value)))
}

// position is the expression of a column's value in a row that comes by position.
func position(column int) string { return fmt.Sprintf("row[%d]", column) }

// property of an object literal; __proto__ as it stands would set the object's prototype.
func property(f ir.Field, conditional bool, value emit.Doc) emit.Doc {
	k := key(f.Name.SQL)
	if k == "__proto__" {
		k = `["__proto__"]`
	}
	if conditional {
		return emit.Group(k+":", emit.Indent(emit.Line(), value, ",")) // a condition starts on a line of its own
	}
	return emit.Concat(k+":", emit.Fluid(value), ",")
}

// onlyValue is the expression of the value of a row called row, where a single method has it and it is a short one.
func (g *generator) onlyValue(m *plan.Method) emit.Doc {
	f := m.Row.Fields[0]
	if m.Result != ir.One || m.Bulk != nil || g.driver.cast != "" || g.values.conditional(f) {
		return nil
	}
	value := "row[0]"
	if g.driver.pluck == values {
		if value = "row"; !g.values.checked(f) && f.Override == nil {
			return nil
		}
	}
	d := g.values.read(f, value)
	switch text := emit.Print(d, 1000, ""); {
	case len(text) > 60:
		return nil
	case !strings.HasSuffix(text, ")") && !m.Required():
		return emit.Text("(" + text + ")") // a cast
	}
	return d
}

// plucked is the reader of a plucked column.
func (g *generator) plucked(m *plan.Method, method string) string {
	f := m.Row.Fields[0]
	value := "value"
	if g.driver.pluck == arrays {
		value = "(value as unknown[])[0]"
	} else if !g.values.checked(f) && f.Override == nil {
		return ""
	}
	name := g.module.Claim("read" + capital(method))
	g.after = append(g.after, function("function "+name, []emit.Doc{emit.Text("value: unknown")},
		strings.Join(g.rowType(f), " | "), emit.Concat("return ", g.values.read(f, value), ";")))
	return name
}
