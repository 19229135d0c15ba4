package golang

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
)

// textOf writes the function that tells an observer the SQL of a statement.
func (f *file) textOf(what string) {
	const k = surface.TextOf
	if !surface.ClassHas(f.Program, k) {
		return
	}
	name := f.g.declare(f.called(k), "the texts of "+f.typ, source.Span{})
	var cases strings.Builder
	for _, m := range f.Told() {
		fmt.Fprintf(&cases, "\tcase %s:\n\t\treturn %s\n", quoteShort(m.Name.SQL), f.sent[m])
	}
	f.add("%sfunc %s(query string) string {\n\tswitch query {\n%s\t}\n\treturn \"\"\n}", f.says(k, name, what),
		name, cases.String())
}
