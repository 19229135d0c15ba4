package java

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Every kind of value goes by COPY, or is one of those whose binary form is not ours to know.
func TestEncodable(t *testing.T) {
	elem := &ir.Type{Kind: ir.Int32, OID: 23}
	for _, k := range engine.Postgres.Kinds {
		typ := ir.Type{Kind: k}
		switch k {
		case ir.Enum:
			typ.Enum = &ir.EnumType{}
		case ir.Struct:
			typ.Struct = &ir.StructType{Fields: []ir.Field{{Type: *elem}}}
		case ir.Array, ir.Range, ir.Multirange:
			typ.Elem = elem
		}
		want := k != ir.Money && k != ir.Other
		if got := encodable(typ); got != want {
			t.Errorf("%s: encodable is %v", k, got)
		}
		if got := encodable(ir.Type{Kind: ir.Array, Elem: &typ}); got != want {
			t.Errorf("array of %s: encodable is %v", k, got)
		}
		in := ir.Type{Kind: ir.Struct, Struct: &ir.StructType{Fields: []ir.Field{{Type: *elem}, {Type: typ}}}}
		if got := encodable(in); got != want {
			t.Errorf("composite of %s: encodable is %v", k, got)
		}
	}
}

// A type's number is on the wire only where it is the same on every server.
func TestElementOID(t *testing.T) {
	for _, c := range []struct {
		typ  ir.Type
		want string
	}{
		{ir.Type{Kind: ir.Text, OID: 25}, "25"},
		{ir.Type{Kind: ir.Text, OID: 25, Domain: &ir.Domain{}}, "0"},
		{ir.Type{Kind: ir.Enum}, "0"},
	} {
		if got := elementOID(c.typ); got != c.want {
			t.Errorf("%+v: %s instead of %s", c.typ, got, c.want)
		}
	}
}
