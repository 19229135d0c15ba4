package surface

import (
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
)

// Operations are the methods of a statement in a program's language, in the order of the surface: its own first.
func Operations(p *plan.Program, m *plan.Method) []Kind {
	var kinds []Kind
	for i := range Methods {
		if when := Methods[i].When; when != nil && when(m) && Has(Kind(i), p.Target.Language, p.Target.Part()) {
			kinds = append(kinds, Kind(i))
		}
	}
	return kinds
}

func lists(m *plan.Method) bool   { return m.Result == ir.All && m.Page == nil }
func streams(m *plan.Method) bool { return lists(m) && (m.Row.List() == nil || m.Adjacent) }
func columns(m *plan.Method) bool { return lists(m) && !m.Pluck }
func pages(m *plan.Method) bool   { return m.Page != nil }
func runs(m *plan.Method) bool    { return m.Result == ir.None }
func batched(m *plan.Method) bool { return m.Batch }
func bulk(m *plan.Method) bool    { return m.Bulk != nil && runs(m) }
func lookup(m *plan.Method) bool  { return m.Bulk != nil && !runs(m) }

// single reports for a kind whether a statement's own method is of it.
func single(k Kind) func(*plan.Method) bool {
	return func(m *plan.Method) bool { return m.Result == ir.One && Single(m.Found, m.Demanded) == k }
}
