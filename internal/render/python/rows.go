package python

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/render/core"
)

// rowType is a row type with the names that the module gives it.
type rowType struct {
	row    *ir.Row
	class  string
	fields []string // attribute names
	home   *rowType // the unit's, where its module has the class and what reads and writes it; nil in that module
	tuple  string   // name of the tuple type that the driver gives; "" while nothing needs it
	reader string   // function from that tuple to the class; "" while nothing needs it
	writer string   // function from the class to the values of its columns; "" while nothing needs it
	nest   string   // function that puts rows with a list together; "" while nothing needs it
	key    string   // function of such a row's key
}

func (m *module) newRow(r *ir.Row) *rowType {
	if m.unit != nil && r.Role != ir.QueryRow {
		shared := m.unit.rowOf(r)
		m.take(shared.class, r.Span)
		return &rowType{row: r, class: shared.class, fields: shared.fields, home: shared}
	}
	if r.Typed != nil {
		of := m.rowOf(r.Typed)
		return &rowType{row: r, class: of.class, fields: of.fields}
	}
	t := &rowType{row: r, class: m.names.RowType(m.scope, pascal(r.Name, "")+r.Role.Suffix(), r)}
	t.fields = m.names.Fields(m.local().Reserve(m.rowForm().members), r.Shown(), "column", r.Name.SQL, snakeOr("column"))
	for _, part := range r.Members {
		if part.Object != nil {
			m.rowOf(part.Object.Row)
		}
	}
	return t
}

// rowForm is how row types are written.
type rowForm struct {
	decorator, base string
	made            string          // what makes a row of fields by their names, where the class does not by their order
	needs           string          // of the standard library
	imports         string          // the library that the class is of
	members         map[string]bool // of all such classes, which fields cannot be called
}

// Rows are made of values that have the fields' types already: pydantic does not look at them again, which would make
// another number of an integer in a column without a type.
var rowForms = map[string]rowForm{
	"dataclass":  {decorator: "@dataclass(slots=True)", needs: "dataclass"},
	"frozen":     {decorator: "@dataclass(frozen=True, slots=True)", needs: "dataclass"},
	"namedtuple": {base: "NamedTuple", needs: "NamedTuple", members: core.Set("count index")},
	"msgspec":    {base: "msgspec.Struct", imports: "msgspec"},
	"pydantic": {
		base: "pydantic.BaseModel, arbitrary_types_allowed=True, allow_inf_nan=True, protected_namespaces=()",
		made: ".model_construct", imports: "pydantic",
		members: core.Set("construct copy dict from_orm json model_computed_fields model_config model_construct " +
			"model_copy model_dump model_dump_json model_extra model_fields model_fields_set model_json_schema " +
			"model_parametrized_name model_post_init model_rebuild model_validate model_validate_json " +
			"model_validate_strings parse_file parse_obj parse_raw schema schema_json update_forward_refs validate"),
	},
}

func (m *module) rowForm() rowForm { return rowForms[cmp.Or(m.Options.Rows, "dataclass")] }

// makeRow is the expression for a row of these values.
func (m *module) makeRow(t *rowType, values []emit.Doc) emit.Doc {
	made := m.rowForm().made
	if made != "" {
		for i, v := range values {
			values[i] = emit.Concat(t.fields[i]+"=", v)
		}
	}
	return call(t.class+made, values...)
}

// converts reports whether a row is not made of the driver's values as they are.
func (m *module) converts(r *ir.Row) bool {
	return r.Members != nil || m.rowForm().made != "" || slices.ContainsFunc(r.Fields, m.decodes)
}

// called is what names begin with that are a row's own.
func (t *rowType) called() string {
	if t.row.Typed == nil {
		return t.class
	}
	return pascal(t.row.Name, "") + t.row.Role.Suffix()
}

func (m *module) tupleOf(t *rowType) string {
	if t.home != nil {
		return m.lent(m.unit.tupleOf(t.home))
	}
	if t.tuple == "" {
		t.tuple = m.scope.Claim(t.called() + "Tuple")
	}
	return t.tuple
}

// readRow is the expression for a row object from a tuple.
func (m *module) readRow(t *rowType, row string) emit.Doc {
	if m.converts(t.row) {
		return call(m.readerOf(t), text(row))
	}
	return call(t.class, text("*"+row))
}

func (m *module) readerOf(t *rowType) string {
	if t.home != nil {
		return m.lent(m.unit.readerOf(t.home))
	}
	if t.reader == "" {
		if t.row.Members == nil || t.row.Typed != nil {
			m.tupleOf(t)
		}
		t.reader = m.scope.Claim("_read_" + snake(ir.NewName(t.called()), "row"))
	}
	return t.reader
}

func (m *module) writerOf(t *rowType) string {
	if t.home != nil {
		return m.lent(m.unit.writerOf(t.home))
	}
	if t.writer == "" {
		t.writer = m.scope.Claim("_write_" + snake(ir.NewName(t.class), "row"))
	}
	return t.writer
}

// rowDocs prints the row types that are used, with the tuple types they are read from, and their conversions.
func (m *module) rowDocs() (types, conversions []emit.Doc) {
	rows := slices.Clone(m.home().Rows)
	for _, method := range m.Methods {
		if method.Row != nil && method.Row.Typed != nil {
			rows = append(rows, method.Row)
		}
	}
	for _, r := range rows {
		t := m.rows[r]
		if t == nil {
			continue
		}
		if t.home == nil && r.Typed == nil {
			types = append(types, m.rowClass(t))
		}
		if t.tuple != "" {
			stored := make([]emit.Doc, len(r.Fields))
			for i, f := range r.Fields {
				stored[i] = text(m.stored(f))
			}
			types = append(types, brackets(t.tuple+" = tuple[", stored, "]"))
		}
		if t.reader != "" {
			given := t.tuple
			if r.Members != nil && r.Typed == nil { // what is not NULL in an object may be so where there is none
				m.use("Any")
				given = "tuple[Any, ...]"
			}
			conversions = append(conversions, block(def(t.reader, []emit.Doc{text("row: " + given)}, t.class),
				returns(m.makeRow(t, m.partsOf(r, r, nil)))...))
		}
		if t.nest != "" {
			conversions = append(conversions, m.nestDocs(t)...)
		}
		if t.writer != "" {
			values := make([]emit.Doc, len(r.Fields))
			for i, f := range r.Fields {
				values[i] = m.encode(f, "row."+t.fields[i], true)
			}
			conversions = append(conversions, block(def(t.writer, []emit.Doc{text("row: " + t.class)},
				"tuple[object, ...]"),
				returns(tuple(values))...))
		}
	}
	return types, conversions
}

// partsOf are the expressions for what a row is made of, or an object whose columns are these of the row.
func (m *module) partsOf(row, of *ir.Row, columns []int) []emit.Doc {
	value := func(column int) string { return "row[" + itoa(column) + "]" }
	parts := of.Parts()
	out := make([]emit.Doc, len(parts))
	for i, part := range parts {
		if part.Object != nil {
			o := part.Object.In(columns)
			made := m.makeRow(m.rowOf(o.Row), m.partsOf(row, o.Row, o.Columns))
			if o.List {
				out[i] = listed(o, value(o.Witness), made)
				continue
			}
			out[i] = unlessNone(ir.Field{Nullable: o.Witness >= 0}, value(o.Witness), made, true)
			continue
		}
		column := part.Column
		if columns != nil {
			column = columns[column]
		}
		f := row.Fields[column]
		f.Nullable = of.Fields[part.Column].Nullable
		out[i] = m.decode(f, value(column))
	}
	return out
}

// listed is the list of an object that a row has, or has not.
func listed(o *ir.Object, witness string, made emit.Doc) emit.Doc {
	list := brackets("[", []emit.Doc{made}, "]")
	if o.Witness < 0 {
		return list
	}
	return parenthesized(emit.Concat("[]", emit.Line(), "if "+witness+" is None", emit.Line(), "else ", list))
}

func (m *module) rowClass(t *rowType) emit.Doc {
	form := m.rowForm()
	head := text("class " + t.class + ":")
	if form.base != "" {
		bases := strings.Split(form.base, ", ")
		docs := make([]emit.Doc, len(bases))
		for i, b := range bases {
			docs[i] = text(b)
		}
		head = brackets("class "+t.class+"(", docs, "):")
	}
	if form.imports != "" {
		m.third.lines["import "+form.imports] = true
	}
	m.use(form.needs)
	var body []emit.Doc
	if d := docstring(t.row.Doc); d != nil {
		body = append(body, lines(d), text(""))
	}
	for i, f := range t.row.Shown() {
		body = append(body, annotated(t.fields[i], m.typeOf(f), true))
		if d := docstring([]string{f.Doc}); d != nil {
			body = append(body, lines(d))
		}
	}
	class := block(head, body...)
	if form.decorator == "" {
		return class
	}
	return stack(text(form.decorator), class)
}
