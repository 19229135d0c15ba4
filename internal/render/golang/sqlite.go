package golang

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// overSQL is a driver of SQLite behind database/sql, of which generated code names nothing.
func overSQL(id, times string) *driver {
	return &driver{
		prelude: prelude(id, "sqlite", "sqlite_made", "sqlite_decimal", "sqlite_google", "bound", "values", "sql", "sqlite_sql",
			"sql_transaction", "sqlite_transaction", "conflict", "sql_prepared", "sqlite_insert", times),
		renamed:  map[string]kind{"uuid.UUID": {typ: "uuid.UUID", into: "googleUUID", arg: "bindGoogleUUID"}},
		imports:  standard(nil),
		handles:  "a database, a connection or a transaction",
		tx:       "*sql.Tx",
		row:      "*record",
		kinds:    sqliteKinds,
		shapes:   func(f *file) ir.Shapes[kind] { return sqliteShapes{f: f} },
		within:   elementBound,
		scan:     scanRecord,
		argument: bindValue,
		appender: insertArgs,
	}
}

// zombiezen is SQLite by a driver that is no database/sql's.
func zombiezen() *driver {
	d := overSQL("go/sqlite/zombiezen", "sqlite_exact")
	d.prelude = prelude("go/sqlite/zombiezen", "sqlite", "sqlite_made", "sqlite_decimal", "sqlite_google", "bound", "values",
		"sqlite_zombiezen", "zombiezen_transaction", "conflict", "sqlite_exact")
	d.handles, d.tx = "a connection", ""
	d.enforced = map[ir.Kind]string{ir.Int64: "ColumnInt64", ir.Float64: "ColumnFloat", ir.Text: "ColumnText"}
	d.appender = func(f *file, a *plan.Appender) bodies {
		variable := f.values(a, a.Load.(*plan.Values))
		return f.inserter(a, "bulkInsert", variable, "b *"+f.need("binder"), "", f.binds(a))
	}
	return d
}

// direct are the binder's methods for kinds that need no function; its value takes any other.
var direct = map[ir.Kind]string{ir.Int64: "putInteger", ir.Text: "putText", ir.Bool: "putBoolean"}

// binds are the lines that bind a row value by value.
func (f *file) binds(a *plan.Appender) string {
	var b strings.Builder
	fields := f.rowType(a.Row).fields
	for i, field := range a.Row.Fields {
		method := direct[field.Type.Kind]
		if method == "" || field.Nullable || field.Override != nil {
			method = "value"
		}
		fmt.Fprintf(&b, "\t\tb.%s(%s)\n", f.need(method), f.argument(field, "r."+fields[i]))
	}
	return strings.TrimSpace(b.String())
}

// sqliteKinds: into is the method of the prelude's record that reads one, arg the function that binds one.
var sqliteKinds = map[ir.Kind]kind{
	ir.Any:         {typ: "any", null: something, into: "anything", arg: "bindAny"},
	ir.Bool:        {typ: "bool", into: "boolean"},
	ir.Int64:       {typ: "int64", into: "integer"},
	ir.Float64:     {typ: "float64", into: "real", arg: "bindReal"},
	ir.Decimal:     {typ: "string", into: "decimal", arg: "bindDecimal"},
	ir.Text:        {typ: "string", into: "text"},
	ir.Blob:        {typ: "[]byte", null: slice, into: "blob", arg: "bindBlob"},
	ir.Date:        {typ: "time.Time", into: "date", arg: "bindDate"},
	ir.Time:        {typ: "time.Time", into: "clock", arg: "bindClock"},
	ir.Timestamp:   {typ: "time.Time", into: "timestamp", arg: "bindTimestamp"},
	ir.TimestampTZ: {typ: "time.Time", into: "instant", arg: "bindInstant"},
	ir.UUID:        {typ: "[16]byte", into: "uuid", arg: "bindUUID"},
	ir.JSON:        {typ: "json.RawMessage", null: slice, into: "jsonText", arg: "bindJSON"},
}

// sqliteShapes: SQLite has scalars only. Lists and objects are JSON.
type sqliteShapes struct {
	f *file
	ir.NoMaps[kind]
	ir.NoUnions[kind]
	ir.NoRanges[kind]
}

func (sqliteShapes) Scalar(t ir.Type) kind { return sqliteKinds[t.Kind] }
func (sqliteShapes) Enum(ir.Type) kind     { panic("SQLite has no enums") }
func (s sqliteShapes) Record(t ir.Type) kind {
	return kind{typ: s.f.structType(t.Struct)}
}

func (s sqliteShapes) List(t ir.Type) kind {
	typ, bind := s.f.elem(*t.Elem, t.ElemNullable), s.f.kindOf(*t.Elem).arg
	if bind == "" {
		bind = "same[" + typ + "]"
	}
	return kind{typ: "[]" + typ, null: slice, arg: "bindList(" + bind + ")"}
}

// scanRecord reads a row value by value, and checks what SQLite does not enforce. The first misfit is the row's error.
func scanRecord(f *file, cells []cell, result string) string {
	present := func(column int) string { return "!row." + f.need("null") + "(" + itoa(column) + ")" }
	return filled(cells, present, func(c cell) string {
		i, field := c.column, c.field
		k, o, column := f.kindOf(field.Type), field.Override, quoteShort(columnName(field))
		own := ""
		if o == nil && !field.Declared && !field.Nullable {
			own = f.g.driver.enforced[field.Type.Kind]
		}
		if own == "" && !field.Type.Composed() {
			f.need(k.into)
		}
		read := "row." + k.into
		if o == nil && field.Type.Composed() {
			return f.assigned(c, fmt.Sprintf("%s(row, %d, %s)", f.readIn(field.Type, field.Nullable), i, column), result)
		}
		if o != nil && o.Decode == "" && o.Type != k.typ {
			read = fmt.Sprintf("func(i int, column string) %s { return %s(%s(i, column)) }", o.Type, o.Type, read)
		}
		value := fmt.Sprintf("%s(%d, %s)", read, i, column)
		switch {
		case own != "":
			value = fmt.Sprintf("row.%s(%d)", own, i)
		case !field.Nullable && o != nil && o.Decode == "":
			value = fmt.Sprintf("%s(row.%s(%d, %s))", o.Type, k.into, i, column)
		case field.Nullable:
			value = fmt.Sprintf("%s(row, %s, %d, %s)",
				f.need(map[bool]string{true: "orNil", false: "orNull"}[f.ownNil(field)]), read, i, column)
		}
		return f.assigned(c, value, result)
	}) + "\treturn " + result + ", row.err"
}

// ownNil reports whether nil of what is read for a field is NULL.
func (f *file) ownNil(field ir.Field) bool {
	if o := field.Override; o != nil && o.Decode == "" {
		return formOf(o.Type) != ""
	}
	return f.kindOf(field.Type).null != ""
}

// bindValue is what is bound for a value by the function of its kind.
func bindValue(f *file, field ir.Field, value string) string {
	k, o := f.kindOf(field.Type), field.Override
	bind, own := k.arg, k.null
	if bind != "" {
		bind = f.helped(bind, "")
	}
	if o != nil {
		if own = formOf(o.Type); o.Encode == "" && !field.Nullable {
			value = k.typ + "(" + value + ")"
		} else {
			bind = f.boundBy(k, o)
		}
	}
	switch {
	case bind == "":
		return value
	case !field.Nullable || k.null == something:
		return bind + "(" + value + ")"
	}
	return fmt.Sprintf("%s(%s, %s)", f.need("bound"+string(own)), bind, value)
}

// insertArgs writes a bulk insert whose rows become arguments of database/sql.
func insertArgs(f *file, a *plan.Appender) bodies {
	args, fields := []string{"args"}, f.rowType(a.Row).fields
	for i, field := range a.Row.Fields {
		args = append(args, f.argument(field, "r."+fields[i]))
	}
	variable := f.values(a, a.Load.(*plan.Values))
	return f.inserter(a, "bulkInsert", variable, "args []any", " []any", fill("return append(", args, ")", "\t\t"))
}

// values declares how a table's rows go by INSERT of several rows.
func (f *file) values(a *plan.Appender, load *plan.Values) (variable string) {
	return f.valuesOf(tableName(a.Name), a, load)
}

func (f *file) valuesOf(variable string, a *plan.Appender, load *plan.Values) string {
	columns := make([]string, len(a.Row.Fields))
	for i, field := range a.Row.Fields {
		columns[i] = quoteShort(field.Column)
	}
	variable = f.g.claim(variable, "the appender of "+a.Name.SQL, a.Span)
	f.need("values")
	lines := []line{{"row:", quoteLine(load.Row) + ","}, {"next:", quoteLine(load.Next) + ","},
		{"chunk:", itoa(load.Chunk) + ","}}
	last := line{"columns:", fill("[]string{", columns, "},", "\t")}
	if !strings.Contains(last[1], "\n") {
		f.add("var %s = values{\n%s}", variable, table(append(lines, last)))
	} else { // gofmt aligns no value of several lines with others
		f.add("var %s = values{\n%s\t%s\n}", variable, table(lines), strings.Join(last, " "))
	}
	return variable
}

// inserter is the body of a bulk insert. A function with this parameter, besides the row, this result and this body
// binds one.
func (f *file) inserter(a *plan.Appender, helper, variable, param, result, body string) bodies {
	return bodies{surface.BulkInsert: fmt.Sprintf("return %s(ctx, q.db, %s, %s, rows, func(%s, r %s)%s {\n\t\t%s\n\t})",
		f.need(helper), quoteShort(a.Table.Name.SQL), variable, param, f.rowType(a.Row).name, result, body)}
}
