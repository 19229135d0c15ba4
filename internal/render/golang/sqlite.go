package golang

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// overSQL is a driver of SQLite behind database/sql, of which generated code names nothing.
func overSQL(id, times string) *driver {
	return &driver{
		prelude:  prelude(id, "sqlite", "sqlite_sql", "sql_prepared", times),
		imports:  standard(nil),
		handles:  "a database, a connection or a transaction",
		tx:       "*sql.Tx",
		prepares: true,
		row:      "*record",
		kinds:    sqliteKinds,
		shapes:   func(*file) ir.Shapes[kind] { return sqliteShapes{} },
		scan:     scanRecord,
		argument: bindSQLite,
		appender: insertArgs,
	}
}

// zombiezen is SQLite by a driver that is no database/sql's.
func zombiezen() *driver {
	d := overSQL("go/sqlite/zombiezen", "sqlite_exact")
	d.prelude = prelude("go/sqlite/zombiezen", "sqlite", "sqlite_zombiezen", "sqlite_exact")
	d.handles, d.tx, d.prepares = "a connection", "", false
	d.appender = func(f *file, a *plan.Appender) { f.insertValues(a, "b *"+f.need("binder"), "", f.binds(a)) }
	return d
}

// direct are the binder's methods for kinds that need no function; its value takes any other.
var direct = map[ir.Kind]string{ir.Int64: "integer", ir.Text: "text", ir.Bool: "boolean"}

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
	ir.Any:         {typ: "any", null: true, into: "anything", arg: "bindAny"},
	ir.Bool:        {typ: "bool", into: "boolean"},
	ir.Int64:       {typ: "int64", into: "integer"},
	ir.Float64:     {typ: "float64", into: "real", arg: "bindReal"},
	ir.Decimal:     {typ: "string", into: "decimal", arg: "bindDecimal"},
	ir.Text:        {typ: "string", into: "text"},
	ir.Blob:        {typ: "[]byte", null: true, into: "blob", arg: "bindBlob"},
	ir.Date:        {typ: "time.Time", into: "date", arg: "bindDate"},
	ir.Time:        {typ: "time.Time", into: "clock", arg: "bindClock"},
	ir.Timestamp:   {typ: "time.Time", into: "timestamp", arg: "bindTimestamp"},
	ir.TimestampTZ: {typ: "time.Time", into: "instant", arg: "bindInstant"},
	ir.UUID:        {typ: "[16]byte", into: "uuid", arg: "bindUUID"},
	ir.JSON:        {typ: "json.RawMessage", null: true, into: "jsonText", arg: "bindJSON"},
}

// sqliteShapes: SQLite has scalars only.
type sqliteShapes struct {
	ir.NoMaps[kind]
	ir.NoUnions[kind]
	ir.NoRanges[kind]
}

func (sqliteShapes) Scalar(t ir.Type) kind { return sqliteKinds[t.Kind] }
func (sqliteShapes) Enum(ir.Type) kind     { panic("SQLite has no enums") }
func (sqliteShapes) Record(ir.Type) kind   { panic("SQLite has no composite types") }
func (sqliteShapes) List(ir.Type) kind     { panic("SQLite has no lists") }

// scanRecord reads a row value by value. The first misfit is the row's error.
func scanRecord(f *file, fields []ir.Field, places []string, result string) string {
	var b strings.Builder
	for i, field := range fields {
		k, column := f.kindOf(field.Type), quoteShort(columnName(field))
		value := fmt.Sprintf("row.%s(%d, %s)", f.need(k.into), i, column)
		wrap := ""
		if field.Nullable {
			wrap = map[bool]string{true: "orNil", false: "orNull"}[k.null]
			value = fmt.Sprintf("%s(row, row.%s, %d, %s)", f.need(wrap), k.into, i, column)
		}
		if o := field.Override; o != nil && o.Decode != "" {
			helper := map[string]string{"": "decode", "orNull": "decodeNull", "orNil": "decodeNil"}[wrap]
			fmt.Fprintf(&b, "\tif %s, err = %s(%s, %s, %s); err != nil {\n\t\treturn %s, err\n\t}\n", places[i], f.need(helper), column, o.Decode, value, result)
			continue
		}
		if o := field.Override; o != nil && !field.Nullable {
			value = f.typeOf(field) + "(" + value + ")"
		}
		fmt.Fprintf(&b, "\t%s = %s\n", places[i], value)
	}
	return b.String() + "\treturn " + result + ", row.err"
}

// bindSQLite is what is bound for a value.
func bindSQLite(f *file, field ir.Field, value string) string {
	k := f.kindOf(field.Type)
	bind, own := k.arg, k.null
	if o := field.Override; o != nil {
		own = isNil(o.Type)
		if o.Encode != "" {
			if bind == "" {
				bind = "same[" + k.typ + "]"
			}
			bind = fmt.Sprintf("%s(%s, %s)", f.need("encoded"), o.Encode, f.helped(bind, ""))
		} else if bind != "" {
			value = k.typ + "(" + value + ")"
		}
	}
	switch {
	case bind == "":
		return value
	case field.Nullable && k.typ == "any":
		return f.helped(bind+"(%s)", value)
	case field.Nullable && own:
		return fmt.Sprintf("%s(%s, %s)", f.need("boundNil"), f.helped(bind, ""), value)
	case field.Nullable:
		return fmt.Sprintf("%s(%s, %s)", f.need("bound"), f.helped(bind, ""), value)
	}
	return f.helped(bind+"(%s)", value)
}

// insertArgs writes a bulk insert whose rows become arguments of database/sql.
func insertArgs(f *file, a *plan.Appender) {
	args, fields := []string{"args"}, f.rowType(a.Row).fields
	for i, field := range a.Row.Fields {
		args = append(args, f.argument(field, "r."+fields[i]))
	}
	f.insertValues(a, "args []any", " []any", fill("return append(", args, ")", "\t\t"))
}

// insertValues writes a bulk insert by INSERT of several rows. A function with this parameter, besides the row, this
// result and this body binds one.
func (f *file) insertValues(a *plan.Appender, param, result, body string) {
	t, name := f.rowType(a.Row), bulkName(a.Name)
	columns := make([]string, len(t.fields))
	for i, field := range a.Row.Fields {
		columns[i] = quoteShort(field.Column)
	}
	load := a.Load.(*plan.Values)
	variable := f.g.claim(tableName(a.Name), "the appender of "+a.Name.SQL, a.Span)
	f.need("values")
	lines := []line{{"row:", quoteLine(load.Row) + ","}, {"next:", quoteLine(load.Next) + ","}, {"chunk:", itoa(load.Chunk) + ","}}
	last := line{"columns:", fill("[]string{", columns, "},", "\t")}
	if !strings.Contains(last[1], "\n") {
		f.add("var %s = values{\n%s}", variable, table(append(lines, last)))
	} else { // gofmt aligns no value of several lines with others
		f.add("var %s = values{\n%s\t%s\n}", variable, table(lines), strings.Join(last, " "))
	}
	f.add(`// %s inserts rows into the table %s, all or none, and returns how many.
func (q *%s) %s(ctx context.Context, rows %s[%s]) (int64, error) {
	return %s(ctx, q.db, %s, %s, rows, func(%s, r %s)%s {
		%s
	})
}`, name, strings.Join(strings.Fields(a.Name.SQL), " "), f.typ, name, f.use("iter.Seq"), t.name, f.need("bulkInsert"), quoteShort(a.Table.Name.SQL),
		variable, param, t.name, result, body)
}
