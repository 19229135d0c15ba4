package golang

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/ir"
)

// overridden is the part of a kind that an override says by itself.
func (f *file) overridden(o *ir.Override) kind {
	if o.Import != "" {
		f.imports[o.Import] = true
	}
	return kind{typ: o.Type, null: formOf(o.Type)}
}

// decode is the function that makes a value of an override's type; "" for none.
func (f *file) decode(o *ir.Override) string { return f.function(o, o.Decode) }

// encode is the function that takes one; "" for none.
func (f *file) encode(o *ir.Override) string { return f.function(o, o.Encode) }

func (f *file) function(o *ir.Override, name string) string {
	if o.Known && name != "" {
		return f.need(name)
	}
	return name
}

// boundBy is the function that binds a value of an override's type as one of a kind; "" where that binds it as it is.
func (f *file) boundBy(k kind, o *ir.Override) string {
	bind := k.arg
	switch {
	case o.Encode != "":
		if bind == "" {
			bind = "same[" + k.typ + "]"
		}
		return fmt.Sprintf("%s(%s, %s)", f.need("encoded"), f.encode(o), f.helped(bind, ""))
	case o.Type != k.typ && bind != "":
		return fmt.Sprintf("func(v %s) any { return %s(%s(v)) }", o.Type, f.helped(bind, ""), k.typ)
	case o.Type != k.typ:
		return fmt.Sprintf("func(v %s) any { return %s(v) }", o.Type, k.typ)
	}
	return bind
}

// elementBound is how SQLite's drivers bind an element of an override's type.
func elementBound(f *file, t ir.Type, o *ir.Override) kind {
	k := f.overridden(o)
	k.arg = f.boundBy(f.kindOf(t), o)
	return k
}

// partByFunctions is how DuckDB's driver reads and binds, inside of others, a value of an override's type.
func partByFunctions(f *file, t ir.Type, o *ir.Override) kind {
	base, k := f.kindOf(t), f.overridden(o)
	k.into, k.put = base.into, base.put
	switch {
	case o.Decode != "":
		k.into = "decodedAs(" + base.into + ", " + f.decode(o) + ")"
	case o.Type != base.typ:
		k.into = fmt.Sprintf("func(r *record, v any) %s { return %s(%s(r, v)) }", o.Type, o.Type, base.into)
	}
	switch {
	case o.Encode != "":
		k.put = "putEncoded(" + f.encode(o) + ", " + base.put + ")"
	case o.Type != base.typ:
		k.put = fmt.Sprintf("func(b []byte, v %s) []byte { return %s(b, %s(v)) }", o.Type, base.put, base.typ)
	}
	return k
}

// partByCodec is a type of the user's inside of others, whose codec reads and writes it.
func partByCodec(f *file, _ ir.Type, o *ir.Override) kind { return f.overridden(o) }

// converted reports whether a function of the program makes or takes values of a type, or of one that it is made of.
func converted(t ir.Type) bool {
	return t.Holds(func(t ir.Type) bool {
		return t.Override != nil && (t.Override.Decode != "" || t.Override.Encode != "")
	})
}

// overridden is the variable of a codec whose values functions of the program make of another's.
func (c codecs) overridden(t ir.Type, o *ir.Override) string {
	if !o.Known && o.Import != "" { // else nothing is named of it there
		c.f.g.shared.imports[o.Import] = true
	}
	decode, encode := c.f.decode(o), c.f.encode(o)
	if decode == "" {
		decode = "nil"
	}
	if encode == "" {
		encode = "nil"
	}
	return c.with("Value", "convertedOf", c.f.codec(t), decode, encode)
}

// putElement is the function that puts an element of a list into a COPY.
func (f *file) putElement(t ir.Type, nullable bool) string {
	put := f.need(putOf(t))
	k := f.kindOf(t)
	if o := t.Override; o != nil && o.Encode != "" {
		t.Override = nil
		put = fmt.Sprintf("func(b *copyBuffer, v %s) { %s(b, v, %s, %s) }", k.typ, f.need("putEncoded"), f.encode(o), put)
		if nullable && k.null != "" {
			return fmt.Sprintf("func(b *copyBuffer, v %s) {\n\tif v == nil {\n\t\t%s(b)\n\t} else {\n\t\t"+
				"%s(b, v, %s, %s)\n\t}\n}",
				k.typ, f.need("putNull"), f.need("putEncoded"), f.encode(o), f.need(putOf(t)))
		}
	} else if nullable {
		put = f.instance(put, t)
	}
	switch {
	case !nullable:
		return put
	case k.null == "":
		return f.need("nullable") + "(" + put + ")"
	}
	return f.need("sliceOrNull") + "(" + put + ")"
}
