package java

import (
	"slices"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
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

// TestEncodersOfLoads: composite values are encoded where some load goes by COPY, that of an appender or of :bulk.
func TestEncodersOfLoads(t *testing.T) {
	row := rowOf("t", ir.Field{Name: ir.NewName("at"), Column: "at", Type: typeOf(ir.Struct)})
	by := func(load plan.Load) *plan.Appender {
		return &plan.Appender{Appender: &ir.Appender{Name: row.Name, Table: &ir.Table{Name: row.Name}, Row: row},
			Load: load}
	}
	listed := func(staged *plan.Staged) *plan.Listed {
		m := statement("t", nil, row.Fields...)
		m.Bulk = &plan.Bulk{Way: &plan.Lists{Staged: staged}}
		return &plan.Listed{Method: m}
	}
	staged := &plan.Staged{Load: by(&plan.Copy{})}
	for name, c := range map[string]struct {
		load    plan.Load
		methods []*plan.Method
		want    int
	}{
		"COPY":              {&plan.Copy{}, nil, 1},
		"lists":             {listed(nil), nil, 0},
		"lists, many rows":  {listed(staged), nil, 1},
		"none, but in bulk": {&plan.Values{}, []*plan.Method{listed(staged).Method}, 1},
		"none":              {&plan.Values{}, nil, 0},
	} {
		p := program("t", c.methods...)
		p.Target, p.Structs, p.Appenders = target.Find("java/postgres"), []*ir.StructType{place},
			[]*plan.Appender{by(c.load)}
		g := newGenerator(p)
		g.nameTypes()
		if got := len(g.encoders()); got != c.want {
			t.Errorf("%s: %d encoders", name, got)
		}
	}
}
