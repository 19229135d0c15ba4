package golang

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// putOf is the function for a type; "" where there is none.
func putOf(t ir.Type) string {
	switch {
	case t.Extension != "":
		return pgxExtensions[t.Extension].put
	case t.Override != nil && t.Override.Renames():
		return pgxRenamed[t.Override.Type].put
	case t.IsJSONB():
		return "putJSONB"
	case t.IsChar():
		return "putChar"
	}
	if t.Kind == ir.Enum {
		return "putText"
	}
	return pgxKinds[t.Kind].put
}

// copied are the bulk inserts of a table: by COPY where it has a representation of all values, else as :bulk or by a
// batch.
func copied(f *file, a *plan.Appender) bodies {
	t := f.rowType(a.Row)
	switch load := a.Load.(type) {
	case *plan.Values:
		return f.inserted(a, t)
	case *plan.Listed:
		s := &method{Method: load.Method, f: f, name: called(surface.BulkInsert, tableWords(a.Name)), id: insertInto(a)}
		s.named()
		s.text()
		return bodies{surface.BulkInsert: s.forRows("bulk", ", "+s.listed(s.name, load.Bulk.Way.(*plan.Lists)))}
	}
	names := make([]string, len(t.fields))
	for i, field := range t.fields {
		names[i] = "." + field
	}
	variable := f.copyTable(tableName(a.Name), a, t.name, names)
	return bodies{
		surface.BulkInsert: fmt.Sprintf("return %s(ctx, q.db, &%s, rows)", f.need("bulkInsert"), variable),
		surface.InsertOver: fmt.Sprintf("return %s(ctx, q.db, connections, &%s, rows)", f.need("bulkInsertOver"),
			variable),
	}
}

// arguments are what is bound of a row r.
func (f *file) arguments(a *plan.Appender, t *rowType) []string {
	values := make([]string, len(t.fields))
	for i, field := range a.Row.Fields {
		values[i] = f.argument(field, "r."+t.fields[i])
	}
	return values
}

// copyTable writes the variable that says how values of a type, whose parts have names, are copied into a table.
func (f *file) copyTable(variable string, a *plan.Appender, typ string, names []string) string {
	variable = f.g.claim(variable, "the rows of "+a.Name.SQL, a.Span)
	columns, lines := make([]string, len(names)), make([]string, len(names))
	for i, field := range a.Row.Fields {
		columns[i] = quoteShort(field.Column)
		value := "r" + names[i]
		if names[i] == "" {
			value = "*r"
		}
		lines[i] = "\t\t" + f.put(field, value) + "\n"
	}
	table := oneLine(a.Name.SQL)
	f.add("var %s = %s[%s]{\n%s}", variable, f.need("copyTable"), typ, keyed("", line{"name:", quoteShort(table)},
		line{"columns:", fill("[]string{", columns, "}", "\t")}, line{"sql:", quote(a.Load.(*plan.Copy).SQL, "\t")},
		line{"encode:", "func(b *copyBuffer, r *" + typ + ") {\n" + strings.Join(lines, "") + "\t}"}))
	return variable
}

// inserted is a bulk insert by INSERT statements.
func (f *file) inserted(a *plan.Appender, t *rowType) bodies {
	load := a.Load.(*plan.Values)
	constant := f.g.claim(constantName(called(surface.BulkInsert, tableWords(a.Name))), "the appender of "+a.Name.SQL,
		a.Span)
	f.add("const %s = %s", constant, quote(load.Row, ""))
	return bodies{surface.BulkInsert: fmt.Sprintf("return %s(ctx, q.db, %s, %s, rows, func(r %s) []any {\n\t\t%s\n\t})",
		f.need("batch"),
		insertInto(a), constant, t.name, fill("return []any{", f.arguments(a, t), "}", "\t\t"))}
}

// insertInto is what errors call a bulk insert.
func insertInto(a *plan.Appender) string {
	return quoteShort("bulk insert into " + oneLine(a.Name.SQL))
}

// put is the statement that puts a field's value.
func (f *file) put(field ir.Field, value string) string {
	t, value := field.Type, f.given(field, value)
	put := putOf(t)
	if o := field.Override; o != nil {
		if o.Encode == "" || put == "" {
			return f.putCodec(t, value)
		}
		helper := "putEncoded"
		if field.Nullable {
			helper = "putEncodedOrNull"
		}
		return f.need(helper) + "(b, " + value + ", " + f.encode(o) + ", " + f.need(put) + ")"
	}
	if t.Kind == ir.Array && put == "" && putOf(*t.Elem) != "" &&
		(t.Elem.Override == nil || t.Elem.Override.Encode != "" || t.Elem.Override.Renames()) {
		put := f.putElement(*t.Elem, t.ElemNullable)
		helper := "putList"
		if field.Nullable {
			helper = "putListOrNull"
		}
		return fmt.Sprintf("%s(b, %s, %s, %s)", f.need(helper), value, f.use("pgtype."+oidName(*t.Elem)), put)
	}
	switch {
	case put == "":
		if k := f.kindOf(t); t.Nested() {
			value = f.helped(k.arg, value)
		}
		return f.putCodec(t, value)
	case !field.Nullable:
		return f.need(put) + "(b, " + value + ")"
	case f.kindOf(t).null != "":
		return f.need("put"+string(f.kindOf(t).null)+"OrNull") + "(b, " + value + ", " + f.need(put) + ")"
	}
	return f.need("putOrNull") + "(b, " + value + ", " + f.need(put) + ")"
}

// instance is a function for a type, where the compiler cannot infer it.
func (f *file) instance(put string, t ir.Type) string {
	switch put {
	case "putText", "putBytes", "putJSONB":
		return put + "[" + f.use(f.kindOf(t).typ) + "]"
	}
	return put
}

// putCodec puts a value by the driver's own codec.
func (f *file) putCodec(t ir.Type, value string) string {
	if converted(t) {
		return f.need("putCodec") + "(b, " + value + ", " + f.codec(t) + ")"
	}
	return f.need("putCodec") + "(b, " + value + ", " +
		codecs{f: f}.variable(serverName(t)+"Type", `builtin("`+serverName(t)+`")`) + ")"
}

// serverName is the server's own name of one of its types.
func serverName(t ir.Type) string {
	switch t.Kind {
	case ir.Array:
		innermost, _ := t.Innermost()
		return "_" + serverName(*innermost.Elem)
	case ir.Range, ir.Multirange:
		return t.SQL
	}
	return cmp.Or(t.OwnName(), pgxKinds[t.Kind].server, "text")
}

// oidName is the constant of pgx that has a type's number. Labels are texts: the server does not compare the number of
// a type that a schema makes.
func oidName(t ir.Type) string {
	if t.Kind == ir.Enum {
		return "TextOID"
	}
	return cmp.Or(numbers[t.OwnName()], pgxKinds[t.Kind].number)
}

// numbers are the constants of types that share a kind with another, by the server's names.
var numbers = map[string]string{"char": "QCharOID", "name": "NameOID", "bpchar": "BPCharOID", "varchar": "VarcharOID",
	"xml": "XMLOID",
	"bit": "BitOID", "jsonb": "JSONBOID"}
