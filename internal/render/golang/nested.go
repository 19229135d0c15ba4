package golang

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// nester is the function that puts rows with a list together, and that of their key. A row as it is read has a list of
// one object, or of none.
func (f *file) nester(r *ir.Row) (nest, key string) {
	t := f.rowType(r)
	if t.nest != "" {
		return t.nest, t.key
	}
	what := "the row type " + r.Name.SQL
	t.nest, t.key = f.g.claim("nest"+t.name, what, r.Span), f.g.claim("keyOf"+t.name, what, r.Span)
	in := f
	if r.Role != ir.QueryRow {
		in = f.g.shared
	}
	shown := r.Shown()
	var values []string
	for _, i := range r.Keys() {
		values = append(values, "r."+t.fields[i])
	}
	typ, value := in.userType(shown[r.Keys()[0]]), values[0]
	if len(values) > 1 {
		typ = "[" + itoa(len(values)) + "]any"
		value = typ + "{" + strings.Join(values, ", ") + "}"
	}
	in.add("%s", returning("func "+t.key+"(r *"+t.name+") "+typ, "%s", value))
	list := "." + t.fields[r.ListAt()]
	gather := fill(in.need("gather")+"(",
		[]string{"rows", t.key, "func(to, r *" + t.name + ") { to" + list + " = append(to" + list + ", r" + list +
			"...) }"}, ")", "\t")
	inner := r.List().Row
	if inner.List() == nil {
		in.add("func %s(rows []%s) []%s {\n\treturn %s\n}", t.nest, t.name, t.name, gather)
		return t.nest, t.key
	}
	of, _ := f.nester(inner)
	in.add("func %s(rows []%s) []%s {\n\trows = %s\n\tfor i := range rows {\n\t\trows[i]%s = %s(rows[i]%s)\n\t}\n\t"+
		"return rows\n}",
		t.nest, t.name, t.name, gather, list, of, list)
	return t.nest, t.key
}

// nests reports whether several rows that the engine returns make one row.
func (s *method) nests() bool { return s.Row.List() != nil }

// gathered is the body of a method for a query whose rows have a list, from the rows as they are read.
func (s *method) gathered(fails, result string) string {
	nest, _ := s.f.nester(s.Row)
	return s.calling("rows, err := ", fails, "all", s.scan) + "\n\treturn " +
		strings.ReplaceAll(result, "{rows}", nest+"(rows)")
}
