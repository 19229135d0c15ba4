package java

import (
	"slices"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Every kind of value goes by COPY, if only as text, but money and those that are made of others.
func TestWireTypes(t *testing.T) {
	others := []ir.Kind{ir.Money, ir.Enum, ir.Struct, ir.Array, ir.Range, ir.Multirange}
	for _, k := range engine.Postgres.Kinds {
		if known := postgresTypes[k].wire.put != ""; known == slices.Contains(others, k) {
			t.Errorf("%s: known is %v", k, known)
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
