package rust

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// rowType is a row type of queries and tables.
type rowType struct {
	home             *file
	name             string
	declared, reader bool     // these stand in the file
	fields           []string // by member
}

// declared is a row's type, which is declared on first use.
func (f *file) declared(r *ir.Row) *rowType {
	g, r := f.g, r.Declared()
	t := g.rows[r]
	if t == nil {
		home := g.home(f, r)
		t = &rowType{home: home, name: g.names.RowType(home.scope, camel(r.Name, "Query")+r.Role.Suffix(), r)}
		g.rows[r] = t
	}
	if t.declared {
		return t
	}
	t.declared = true
	members := r.Shown()
	t.fields = g.names.Fields(fieldScope(), members, "column", r.Name.SQL, snakeOr("column"))
	doc := docText(r.Doc, "")
	if doc == "" {
		doc = "/// " + describe("A"+strings.TrimPrefix(r.Role.Is(), "a"), r.Name) + ".\n"
	}
	text := t.home.structText(t.name, t.fields, members)
	t.home.parts = append(t.home.parts, doc+text)
	return t
}

// rowName is how a file calls a row's type.
func (f *file) rowName(r *ir.Row) string {
	t := f.declared(r)
	return f.in(t.home, t.name)
}

// rowType is the type of rows that statements return or take, with what reads one.
func (f *file) rowType(r *ir.Row) *rowType {
	t := f.declared(r)
	if t.reader {
		return t
	}
	t.reader = true
	row := "row"
	if len(t.fields) == 0 {
		row = "_"
	}
	t.home.add("impl %s {\n    pub(super) fn read(%s: &sqg::Row) -> sqg::Result<Self> {\n        Ok(%s)\n    }\n}",
		t.name, row, t.home.made("Self", r, columnsOf(r), -1, "        "))
	t.home.puts(r)
	return t
}

// columnsOf are the columns of a whole row.
func columnsOf(r *ir.Row) []int {
	all := make([]int, len(r.Fields))
	for i := range all {
		all[i] = i
	}
	return all
}

// puts says how rows with a list are put together, and those of the list.
func (f *file) puts(r *ir.Row) {
	list := r.List()
	if list == nil {
		return
	}
	t, shown := f.declared(r), r.Shown()
	var types, values []string
	for _, i := range r.Keys() {
		value := "self." + t.fields[i]
		if f.kindOf(shown[i].Type).borrowed != "" {
			value += ".clone()"
		}
		types, values = append(types, f.typeOf(shown[i])), append(values, value)
	}
	typ, value := types[0], values[0]
	if len(types) > 1 {
		typ, value = "("+strings.Join(types, ", ")+")", "("+strings.Join(values, ", ")+")"
	}
	at := t.fields[r.ListAt()]
	text := "impl sqg::Nested for " + t.name + " {\n    type Key = " + typ +
		";\n\n    fn key(&self) -> Self::Key {\n        " + value +
		"\n    }\n\n    fn add(&mut self, other: Self) {\n        self." + at + ".extend(other." + at + ");\n    }\n"
	if list.Row.List() != nil {
		text += "\n    fn nest(mut self) -> Self {\n        self." + at + " = sqg::nested(self." + at +
			");\n        self\n    }\n"
	}
	f.add("%s}", text)
	f.puts(list.Row)
}

// made is a value of a row's type, whose fields are those columns; the one that is found is in value already.
func (f *file) made(name string, r *ir.Row, columns []int, found int, indent string) string {
	names, places := f.declared(r).fields, make([]string, len(r.Parts()))
	for i, m := range r.Parts() {
		var value string
		field, at := r.Fields[m.Column], columns[m.Column]
		switch {
		case m.Object != nil:
			value = f.object(m.Object.In(columns), found, indent+"    ")
		case at != found:
			value = f.column(field, at)
		case field.Nullable:
			value = "Some(value)"
		default:
			value = "value"
		}
		places[i] = names[i] + ": " + value
		if names[i] == value {
			places[i] = value
		}
	}
	return literal(name, places, indent)
}

// object is an object of columns of the row: None where its witness is.
func (f *file) object(o *ir.Object, found int, indent string) string {
	name := f.rowName(o.Row)
	if o.Witness < 0 {
		made := f.made(name, o.Row, o.Columns, found, indent)
		if o.List {
			return "vec![" + made + "]"
		}
		return made
	}
	witness := o.Row.Fields[slices.Index(o.Columns, o.Witness)]
	witness.Nullable = true
	made := f.made(name, o.Row, o.Columns, o.Witness, indent+"    ")
	f.mapped = f.mapped || !strings.Contains(made, "?")
	in := "\n" + indent
	some, none := "Some("+made+")", "None"
	if o.List {
		some, none = "vec!["+made+"]", "vec![]"
	}
	arms := in + "    Some(value) => " + some + "," + in + "    None => " + none + "," + in
	return "match " + f.column(witness, o.Witness) + " {" + arms + "}"
}
