package rust

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/plan"
)

// listed declares how several rows go in one statement, as lists or from a table, and returns the method that runs it.
func (s *method) listed(constant string, way *plan.Lists) (helper string) {
	f := s.f
	staged := "None"
	if t := way.Staged; t != nil {
		load := t.Load.Load.(*plan.Copy)
		staged = "Some(sqg::Staged {\n" + assigned("        create:", quote(t.Create), ",") + "\n" +
			"        copy: " + f.prepared(s.Name.SQL, load.SQL, 8) + ",\n        statement: " +
			f.prepared(s.Name.SQL, t.SQL, 8) + ",\n" +
			assigned("        drop:", quote(t.Drop), ",") + "\n        from: " + itoa(t.From) + ",\n    })"
	}
	f.add("static %s: sqg::Many = sqg::Many {\n    one: %s,\n    lists: sqg::Lists::%s,\n    order: %s,\n"+
		"    few: %d,\n    rows: %d,\n    rounds: %d,\n    staged: %s,\n};",
		constant, s.sql, s.lists(way), s.order(), s.Bulk.Few, s.Bulk.Rows, way.Rounds, staged)
	return "many"
}

// lists are the statements that take several rows as lists.
func (s *method) lists(way *plan.Lists) string {
	statement := func(sql string, indent int) string { return s.f.prepared(s.Name.SQL, sql, indent) }
	switch {
	case way.Params == nil:
		return "None"
	case way.Plain == "":
		return "InRounds(" + statement(way.InRounds, 4) + ")"
	case way.InRounds == "":
		return "Plain(" + statement(way.Plain, 4) + ")"
	}
	name, both := "Both", statement(way.Plain, 8)+",\n        "+statement(way.InRounds, 8)+",\n"
	if way.Key != nil {
		at := make([]string, len(way.Key))
		for i, n := range way.Key {
			at[i] = itoa(slices.Index(s.Binds, n))
		}
		name, both = "Distinct", both+"        &["+strings.Join(at, ", ")+"],\n"
	}
	return name + "(\n        " + both + "    )"
}
