package plan

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestPresets: a preset is for all values of a kind and what holds them, any entry of overrides: beats it, and one that
// matches nothing is no error. What only renames a type is a part of it, what does more an override.
func TestPresets(t *testing.T) {
	field := func(name string, typ ir.Type) ir.Field {
		return ir.Field{Name: ir.NewName(name), Column: name, Type: typ}
	}
	uuid := ir.Type{Kind: ir.UUID, SQL: "uuid", Ref: "uuid", OID: 2950}
	domain := uuid
	domain.SQL, domain.Ref, domain.Domain = "key", "key", &ir.Domain{Name: ir.NewName("key"), Over: []string{"uuid"}}
	numeric := ir.Type{Kind: ir.Decimal, SQL: "numeric(10,2)", Ref: "numeric", OID: 1700}
	row := &ir.Row{Name: ir.NewName("q"), Fields: []ir.Field{field("id", uuid), field("key", domain),
		field("ids", ir.Type{Kind: ir.Array, SQL: "uuid[]", Elem: &uuid}), field("price", numeric),
		field("own", numeric), field("name", ir.Type{Kind: ir.Text, SQL: "text"})}}
	m := &ir.Model{Queries: []*ir.Query{{Name: ir.NewName("q"), Row: row}}}
	options := Options{Uuid: "google", Numeric: "shopspring",
		Overrides: []OverrideRule{{Query: "q.own", To: ir.Override{Type: "Money"}}}}
	p, ds := Build(m, target.Find("go/postgres/pgx"), options, "p", "0")
	if diag.Failed(ds) || len(ds) > 0 {
		t.Fatal(ds)
	}
	of := func(o *ir.Override) string {
		if o == nil {
			return ""
		}
		return o.Type
	}
	fields := p.Methods[0].Row.Fields
	for i, want := range []struct{ typ, field string }{{"uuid.UUID", ""}, {"uuid.UUID", ""}, {"", ""},
		{"", "decimal.Decimal"}, {"", "Money"}, {"", ""}} {
		if got := fields[i]; of(got.Type.Override) != want.typ || of(got.Override) != want.field {
			t.Errorf("%s: %q and %q, not %v", got.Name.SQL, of(got.Type.Override), of(got.Override), want)
		}
	}
	if got := of(fields[2].Type.Elem.Override); got != "uuid.UUID" {
		t.Error("an element is", got)
	}
	if row.Fields[0].Type.Override != nil {
		t.Error("the model has changed")
	}
	none := &ir.Model{Queries: []*ir.Query{{Name: ir.NewName("r"), Row: &ir.Row{Fields: row.Fields[5:]}}}}
	if _, ds := Build(none, target.Find("go/postgres/pgx"), Options{Uuid: "google"}, "p", "0"); len(ds) > 0 {
		t.Error(ds)
	}
}
