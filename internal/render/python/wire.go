package python

import (
	"strconv"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// wire is psycopg: types that it does not know arrive as bytes, and whatever is made of others is sent as bytes.
type wire struct{}

func (wire) rangeType(m *module, t ir.Type) string {
	if t.Kind == ir.Multirange {
		return m.generic("Multirange", *t.Elem)
	}
	return m.generic("Range", *t.Elem)
}

// native reports whether psycopg makes the value itself.
func (wire) native(t ir.Type) bool {
	switch t.Kind {
	case ir.Range, ir.Multirange:
		return t.OID != 0
	}
	return !isNamed(t) && t.OID != 0
}

func (wire) foreign(t ir.Type) bool { return t.OID == 0 && t.Kind != ir.Other }

// asText reports whether a value can be read where the whole row has come as text.
func (wire) asText(m *module, t ir.Type) bool {
	return t.Kind == ir.Enum || t.Kind == ir.Other || t.Kind == ir.JSON || !isNamed(t) && !m.reads(t)
}

func (w wire) reads(_ *module, t ir.Type) bool {
	return isNamed(t) && !(t.Kind == ir.Range || t.Kind == ir.Multirange) || !w.native(t)
}

func (w wire) stored(m *module, t ir.Type) string {
	switch {
	case t.Kind == ir.Array && t.OID != 0:
		m.use("Any")
		return "list[Any]"
	case w.native(t):
		return m.typeName(t)
	}
	return "bytes"
}

// read converts what psycopg gave for a column.
func (w wire) read(m *module, t ir.Type, value emit.Doc, column string) emit.Doc {
	if w.native(t) && isNamed(t) {
		return value
	}
	return w.readRaw(m, t, value, column)
}

// readRaw converts a value in binary format. Of an array psycopg may have made a list.
func (w wire) readRaw(m *module, t ir.Type, value emit.Doc, column string) emit.Doc {
	switch {
	case t.Kind == ir.Enum:
		return call(m.labelReader(t, "bytes", "member.value.encode()"), value, text(column))
	case t.Kind == ir.Struct:
		return call(m.reader(t, "data: bytes", func() []emit.Doc { return w.composite(m, t) }), value, text(column))
	case t.Kind == ir.Array:
		return w.array(m, t, value, column)
	case t.Kind == ir.Range && t.OID == 0, t.Kind == ir.Multirange && t.OID == 0:
		return call(m.reader(t, "data: bytes", func() []emit.Doc {
			helper := map[ir.Kind]string{ir.Range: "_read_range", ir.Multirange: "_read_multirange"}[t.Kind]
			m.helpers[helper] = true
			return returns(call(helper, text("data"), emit.Concat("lambda bound: ", w.readRaw(m, *t.Elem, text("bound"), "column"))))
		}), value, text(column))
	}
	m.helpers["_load"] = true
	oid := t.OID
	if oid == 0 {
		oid = ir.OIDText // a type of an extension that is text
	}
	return m.apply(m.kind(t).Decode, call("_load", text(strconv.Itoa(int(oid))), value), column)
}

func (w wire) array(m *module, t ir.Type, value emit.Doc, column string) emit.Doc {
	if t.Nested() {
		m.use("Any")
		m.helpers["_lists"] = true
		return call(m.reader(t, "data: bytes | list[Any]", func() []emit.Doc {
			return returns(eachElement(call("_lists", text("data"), text("column")), false, w.array(m, *t.Elem, text("value"), "column")))
		}), value, text(column))
	}
	m.helpers["_elements"] = true
	elem := *t.Elem
	loaded := w.native(elem) && elem.Domain == nil // psycopg has read the elements
	if loaded && (isNamed(elem) || m.kind(elem).Decode == "") {
		return call("_elements", value, text(column))
	}
	m.use("Any")
	return call(m.reader(t, "data: bytes | list[Any]", func() []emit.Doc {
		item := m.apply(m.kind(elem).Decode, text("value"), "column")
		if !loaded {
			item = w.readRaw(m, elem, text("value"), "column")
		}
		return returns(eachElement(call("_elements", text("data"), text("column")), t.ElemNullable, item))
	}), value, text(column))
}

func (w wire) composite(m *module, t ir.Type) []emit.Doc {
	m.helpers["_fields"] = true
	c := m.structOf(t.Struct)
	fields := make([]emit.Doc, len(t.Struct.Fields))
	for i, f := range t.Struct.Fields {
		value := "fields[" + itoa(i) + "]"
		fields[i] = unlessNone(f, value, w.readRaw(m, f.Type, text(value), "column"), true)
	}
	split := call("_fields", text("data"), text(itoa(len(fields))), text("column"))
	return append([]emit.Doc{emit.Concat("fields = ", split)}, returns(call(c.class, fields...))...)
}

func (wire) binds(m *module, t ir.Type) bool { return isNamed(t) || m.kind(t).Bound }

// bind sends a value in binary format.
func (w wire) bind(m *module, t ir.Type, value emit.Doc, name string) emit.Doc {
	if t.Kind == ir.Enum {
		return emit.Concat(value, ".value")
	}
	m.helpers["_binary"] = true
	return call("_binary", text(m.packer(t)), value, text(name))
}
