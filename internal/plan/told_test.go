package plan

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

func TestToldIsWhatIsAlwaysSentTheSame(t *testing.T) {
	one := []Piece{{SQL: "SELECT 1", Source: -1}}
	method := func(name string) *Method { return &Method{Query: &ir.Query{Name: ir.NewName(name)}, Text: one} }
	plain, many, page, source, optional := method("plain"), method("many"), method("page"), method("source"),
		method("optional")
	many.Bulk = &Bulk{}
	page.Page = &ir.Page{}
	source.Text = []Piece{{Source: 0}}
	optional.Conditions = []ir.Condition{{}}
	p := &Program{Methods: []*Method{many, page, plain, source, optional}}
	if told := p.Told(); len(told) != 1 || told[0] != plain {
		t.Errorf("%d methods have one text, not the plain one alone", len(told))
	}
}
