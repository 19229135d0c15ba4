package golang

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// Lists and objects of SQLite are JSON. Each is read by a function of a record, a place in it and the column's name, as
// the record's own methods are.

// readIn is the function that reads a value of a type.
func (f *file) readIn(t ir.Type, nullable bool) string {
	k, read := f.kindOf(t), ""
	if o := t.Override; o != nil && k.into == "" {
		t.Override = nil
		base := f.kindOf(t)
		read = f.readIn(t, false)
		switch {
		case o.Decode != "":
			read = f.need("decodedIn") + "(" + read + ", " + f.decode(o) + ")"
		case o.Type != base.typ:
			read = fmt.Sprintf("func(r *record, i int, column string) %s { return %s(%s(r, i, column)) }", o.Type, o.Type,
				read)
		}
	} else if t.Kind == ir.Array {
		read = f.need("listOf") + "(" + f.readIn(*t.Elem, t.ElemNullable) + ")"
	} else if t.Kind == ir.Struct {
		read = f.objectFunction(t.Struct, k.typ)
	} else {
		read = "(*record)." + f.need(k.into)
	}
	if !nullable {
		return read
	}
	return f.need(map[bool]string{true: "nullIn", false: "nilIn"}[k.null == ""]) + "(" + read + ")"
}

// objectFunction is the function that reads an object, which is written on first use.
func (f *file) objectFunction(s *ir.StructType, typ string) (name string) {
	g := f.g
	name = "read" + typ
	if g.partsOf[name] {
		return name
	}
	g.partsOf[name] = true
	in, keys := g.shared, make([]string, len(s.Fields))
	names := g.names.Fields(newScope(), s.Fields, "field", s.Name.SQL, exportedOr("Field"))
	var reads strings.Builder
	for i, field := range s.Fields {
		keys[i] = quoteShort(field.Column)
		value := in.readIn(field.Type, field.Nullable) + "(fields, " + itoa(i) + ", column)"
		if method, own := strings.CutPrefix(value, "(*record)."); own {
			value = "fields." + strings.Replace(method, "fields, ", "", 1)
		}
		fmt.Fprintf(&reads, "\to.%s = %s\n", names[i], value)
	}
	in.need("object")
	in.add("func %s(r *record, i int, column string) (o %s) {\n\t%s\n%s\tr.%s(fields)\n\treturn o\n}", name, typ,
		fill("fields := r.object(", append([]string{"i", "column"}, keys...), ")", "\t"), reads.String(), in.need("within"))
	return name
}
