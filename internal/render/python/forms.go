package python

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
)

// convert is the expression that makes one side's value of the other's; nil where they are the same. Messages call the
// value by its name.
type convert func(value emit.Doc, name string) emit.Doc

func (c convert) of(value emit.Doc, name string) emit.Doc {
	if c == nil {
		return value
	}
	return c(value, name)
}

// form is how a driver gives and takes values of a type.
type form struct {
	Stored func() string // the type of what it gives
	Read   convert       // from that to the user's value
	Bind   convert       // from the user's value to what it takes
}

// form of a type with the module's driver.
func (m *module) form(t ir.Type) form {
	if t.Override != nil {
		return m.overriddenForm(t)
	}
	if m.driver.Forms == nil {
		return m.scalar(t)
	}
	f := ir.Fold(t, m.driver.Forms(m))
	if m.unit != nil && isShared(t) {
		home := m.unit.form(t)
		f.Read, f.Bind = m.lending(home.Read), m.lending(home.Bind)
	}
	return f
}

// isShared reports whether classes of a unit share what reads and writes a type: where they share a type in it.
func isShared(t ir.Type) bool {
	return t.Holds(func(t ir.Type) bool { return t.Enum != nil || t.Struct != nil })
}

// lending is a conversion by functions of the unit's module.
func (m *module) lending(c convert) convert {
	if c == nil {
		return nil
	}
	return func(value emit.Doc, name string) emit.Doc {
		m.unit.borrower = m
		defer func() { m.unit.borrower = nil }()
		return c(value, name)
	}
}

// scalar is the form of what the driver's table of kinds has.
func (m *module) scalar(t ir.Type) form {
	k := m.kind(t)
	f := form{Stored: func() string {
		if k.Stored == k.Type {
			m.typeName(t) // for what it needs imported
		}
		m.use(k.Stored)
		return k.Stored
	}}
	if k.Decode != "" {
		f.Read = func(value emit.Doc, name string) emit.Doc { return m.apply(k.Decode, value, name) }
	}
	if k.Encode != "" {
		f.Bind = func(value emit.Doc, name string) emit.Doc { return m.apply(k.Encode, value, name) }
	}
	return f
}

// extensions are PostgreSQL's types of extensions: what packs a value in binary format, and what makes a list of values
// one of texts.
var extensions = map[string]struct{ pack, texts string }{
	"vector":  {"_pack_vector", "_vector_texts"},
	"halfvec": {"_pack_halfvec", "_vector_texts"},
	"hstore":  {"_pack_hstore", "_hstore_texts"},
}

// hstoreForm has a map travel as a list of its keys, each with its value behind it.
func (m *module) hstoreForm(list form) form {
	read, bind := list.Read, list.Bind
	list.Read = func(value emit.Doc, name string) emit.Doc {
		m.helpers["_read_hstore"] = true
		return call("_read_hstore", read.of(value, name))
	}
	list.Bind = func(value emit.Doc, name string) emit.Doc {
		return bind.of(m.apply("_hstore_pairs", value, name), name)
	}
	return list
}

// textsForm has a list of values of an extension's type travel as one of texts.
func (m *module) textsForm(list form, texts string) form {
	bind := list.Bind
	list.Bind = func(value emit.Doc, name string) emit.Doc { return bind.of(m.apply(texts, value, name), name) }
	return list
}

func constantly(s string) func() string { return func() string { return s } }

// labelValue is what binds an enum.
func labelValue(value emit.Doc, _ string) emit.Doc { return emit.Concat(value, ".value") }

// labelReader reads an enum from what the driver gives: the label's text, or its bytes.
func (m *module) labelReader(t ir.Type, stored string) convert {
	key, decoded := "member.value", "label"
	if stored == "bytes" {
		key, decoded = key+".encode()", decoded+".decode()"
	}
	return m.reader(t, "label", constantly(stored), func() []emit.Doc {
		c := m.enumOf(t.Enum)
		labels := m.scope.Claim("_" + strings.ToUpper(snake(ir.NewName(c.class), "label")) + "_LABELS")
		entry := emit.Group(key+": member", emit.Line(), "for member in "+c.class)
		m.lookups = append(m.lookups, emit.Concat(labels+" = ", brackets("{", []emit.Doc{entry}, "}")))
		if m.Options.Open(t.Enum) {
			return returns(text(labels + ".get(label) or " + c.class + "(" + decoded + ")"))
		}
		m.helpers["_label"] = true
		return returns(call("_label", text(labels), text("label"), text(word(t.Enum.Name.SQL)), text("column")))
	})
}

// reader reads a type by a function of its own, from a parameter of the type that is stored.
func (m *module) reader(t ir.Type, param string, stored func() string, body func() []emit.Doc) convert {
	return m.converter("read", t, func(name string) emit.Doc {
		m.use("Any")
		result := m.typeName(t)
		return block(def(name, []emit.Doc{text(param + ": " + stored()), text("column: str")}, result), body()...)
	})
}

// binder makes of a value what the driver takes, by a function of its own.
func (m *module) binder(t ir.Type, body func() []emit.Doc) convert {
	return m.converter("bind", t, func(name string) emit.Doc {
		param := m.paramName(t)
		return block(def(name, []emit.Doc{text("value: " + param), text("name: str")}, "object"), body()...)
	})
}

// takesNulls is a list that may hold NULLs, too: one function binds both.
func takesNulls(t ir.Type) ir.Type {
	t.ElemNullable = t.ElemNullable || t.Kind == ir.Array && !t.Nested()
	return t
}

func (m *module) converter(verb string, t ir.Type, write func(name string) emit.Doc) convert {
	return func(value emit.Doc, name string) emit.Doc {
		return call(m.typeFunction(verb, t, write), value, text(name))
	}
}

// madeOf is the row type's value, of what its driver's values are read from.
func (m *module) madeOf(s *ir.StructType, value func(i int) string, read func(ir.Type) convert) emit.Doc {
	fields := make([]emit.Doc, len(s.Fields))
	for i, f := range s.Fields {
		given, c := value(i), read(f.Type)
		fields[i] = unlessNone(f, given, c.of(text(given), "column"), c != nil)
	}
	return call(m.structOf(s).class, fields...)
}
