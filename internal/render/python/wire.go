package python

import (
	"strconv"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// wire is psycopg: types that it does not know arrive as bytes, and whatever is made of others is sent as bytes.
type wire struct {
	ir.NoUnions[form]
	m *module
}

func psycopgForms(m *module) ir.Shapes[form] { return wire{m: m} }

func (w wire) Scalar(t ir.Type) form {
	f := w.m.scalar(t)
	if !t.BuiltIn() { // a type of an extension
		f.Stored, f.Read = constantly("bytes"), w.raw(t)
	}
	if w.m.kind(t).Bound {
		f.Bind = w.sent(t)
	}
	return f
}

func (w wire) Enum(t ir.Type) form {
	return form{Stored: constantly("bytes"), Read: w.m.labelReader(t, "bytes"), Bind: labelValue}
}

func (w wire) Map(t ir.Type) form { return w.m.hstoreForm(w.List(t.Plain())) }

func (w wire) List(t ir.Type) form {
	if t.Extension != "" {
		return w.List(t.Plain())
	}
	if texts := extensions[t.Elem.Extension].texts; texts != "" {
		return w.m.textsForm(w.List(t.Plain()), texts)
	}
	f := form{Stored: constantly("bytes"), Read: w.array(t), Bind: w.sent(t)}
	if t.BuiltIn() {
		w.m.use("Any")
		f.Stored = constantly("list[Any]")
	}
	return f
}

func (w wire) Record(t ir.Type) form {
	bytes, read := constantly("bytes"), w.raw
	if t.Struct.Anonymous { // lists of labels come as texts
		read = func(t ir.Type) convert {
			if t.Kind == ir.Array && t.Elem.Kind == ir.Enum {
				return w.labels(t)
			}
			return w.raw(t)
		}
	}
	return form{Stored: bytes, Bind: w.sent(t), Read: w.m.reader(t, "data", bytes, func() []emit.Doc {
		return w.m.ofFields(t, "data", read, func(t ir.Type) string { return itoa(int(t.PartOID())) })
	})}
}

// labels reads a list of labels from one of texts, of which psycopg has made str.
func (w wire) labels(t ir.Type) convert {
	return func(value emit.Doc, column string) emit.Doc {
		w.m.helpers["_elements"] = true
		return eachElement(call("_elements", value, text(column)), t.ElemNullable,
			w.m.form(*t.Elem).Read(text("value.encode()"), column))
	}
}

// ofFields makes a composite value of what the driver gives, if that has the fields of these types.
func (m *module) ofFields(t ir.Type, given string, read func(t ir.Type) convert,
	typeOf func(t ir.Type) string) []emit.Doc {
	m.helpers["_fields"] = true
	made := m.madeOf(t.Struct, func(i int) string { return "fields[" + itoa(i) + "]" }, read)
	types := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		types[i] = text(typeOf(f.Type))
	}
	split := call("_fields", text(given), tuple(types), text("column"))
	return append([]emit.Doc{emit.Concat("fields = ", split)}, returns(made)...)
}

func (w wire) Range(t ir.Type) form {
	if t.BuiltIn() {
		plain := t
		plain.Elem = plain.Elem.Plainly()
		return form{Stored: func() string { return w.m.typeName(plain) }, Bind: w.sent(t),
			Read: w.m.bounds(t, w.m.form(*t.Elem).Read)}
	}
	bytes := constantly("bytes")
	return form{Stored: bytes, Bind: w.sent(t), Read: w.m.reader(t, "data", bytes, func() []emit.Doc {
		helper := map[ir.Kind]string{ir.Range: "_read_range", ir.Multirange: "_read_multirange"}[t.Kind]
		w.m.helpers[helper] = true
		return returns(call(helper, text("data"),
			emit.Concat("lambda bound: ", w.raw(*t.Elem)(text("bound"), "column"))))
	})}
}

// bounds has the bounds of a range, or of the ranges of a multirange, made by what reads or binds a value of the
// user's; nil where that is nothing.
func (m *module) bounds(t ir.Type, made convert) convert {
	if made == nil || t.Elem.Override == nil {
		return nil
	}
	return func(value emit.Doc, name string) emit.Doc {
		m.helpers["_range_by"] = true
		each := func(value emit.Doc) emit.Doc {
			return call("_range_by", value, emit.Concat("lambda bound: ", made(text("bound"), name)))
		}
		if t.Kind == ir.Range {
			return each(value)
		}
		list := brackets("[", []emit.Doc{emit.Group(each(text("ranges")), emit.Line(), "for ranges in ", value)}, "]")
		if m.driver.Multirange == "Multirange[%s]" {
			return call("Multirange", list)
		}
		return list
	}
}

// native reports whether psycopg makes the value itself.
func (wire) native(t ir.Type) bool {
	return t.BuiltIn() && (t.IsScalar() || t.Kind == ir.Range || t.Kind == ir.Multirange)
}

// raw reads a value in binary format. Of an array psycopg may have made a list.
func (w wire) raw(t ir.Type) convert {
	if o := t.Override; o != nil {
		if t.Override = nil; o.Decode == "" {
			return w.raw(t)
		}
		return w.m.decodedBy(t, o, w.raw(t))
	}
	if !t.IsScalar() && !w.native(t) {
		return w.m.form(t).Read
	}
	return func(value emit.Doc, column string) emit.Doc {
		w.m.helpers["_LOADERS"] = true
		oid := t.OID
		if oid == 0 {
			oid = ir.OIDText // a type of an extension that is text
		}
		return w.m.apply(w.m.kind(t).Decode, call("_LOADERS["+strconv.Itoa(int(oid))+"]", value), column)
	}
}

func (w wire) array(t ir.Type) convert {
	data := constantly("bytes | list[Any]")
	if t.Nested() {
		return w.m.reader(t, "data", data, func() []emit.Doc {
			w.m.helpers["_lists"] = true
			lists := call("_lists", text("data"), text("column"))
			return returns(eachElement(lists, false, w.array(*t.Elem)(text("value"), "column")))
		})
	}
	elem := *t.Elem
	read := w.raw(elem)
	if w.native(elem) && elem.Domain == nil { // psycopg has read the elements
		read = w.m.form(elem).Read
	}
	elements := func(value emit.Doc, column string) emit.Doc {
		w.m.helpers["_elements"] = true
		return call("_elements", value, text(column))
	}
	if read == nil {
		return elements
	}
	return w.m.reader(t, "data", data, func() []emit.Doc {
		return returns(eachElement(elements(text("data"), "column"), t.ElemNullable, read(text("value"), "column")))
	})
}

// sent binds a value in binary format.
func (w wire) sent(t ir.Type) convert {
	return func(value emit.Doc, name string) emit.Doc {
		w.m.helpers["_binary"] = true
		return call("_binary", text(w.m.packer(t)), value, text(name))
	}
}
