package rust

import (
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// lookup writes the method of a QUERY's :bulk.
func (s *method) lookup() {
	b, f, read, one, found := s.Bulk, s.f, s.read, s.Result == ir.One, "Vec<"+s.typ+">"
	if one {
		found = "Option<" + s.typ + ">"
	}
	name, of, with := called(surface.Lookup, s.name), "each", s.sql
	doc := says(surface.LookupDoc(language, code(s.name), one, b.Atomic))
	if look := b.Lookup(); look != nil {
		constant := f.scope.Claim(upper(s.Name) + "_BULK")
		if look.Scanned != nil {
			s.scanned(constant, look.Scanned)
		} else {
			s.asked(constant, look)
		}
		of, with = "look_up", "&"+constant
	}
	if b.Atomic {
		of += "_or_none"
	}
	first := ""
	if one && !f.g.driver.async { // else the result says what is kept of what is found
		first = ".map(sqg::firsts)"
	}
	f.takesRows(surface.Lookup, doc, name, s.records(), "Vec<"+found+">",
		chain("self.db", of, []string{with, "rows", read}, first))
}

// asked declares how a query has its rows as lists.
func (s *method) asked(constant string, look *plan.Lookup) {
	s.f.add("static %s: sqg::Lookup = sqg::Lookup {\n    one: %s,\n    lists: %s,\n    order: %s,\n    few: %d,\n"+
		"    rows: %d,\n    keyed: %t,\n    apart: %t,\n};",
		constant, s.sql, s.f.prepared(s.Name.SQL, look.SQL, 4), s.order(), s.Bulk.Few, s.Bulk.Rows, look.Keyed,
		look.Apart)
}

// order says which of the values that a record puts each list of a statement for several rows is of.
func (s *method) order() string {
	order := make([]string, len(s.Binds))
	for i, p := range s.Binds {
		order[p] = itoa(i)
	}
	return fill(order, "&[", "]", 4, len("order: ,"))
}
