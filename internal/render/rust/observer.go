package rust

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/surface"
)

// textOf writes the function that tells an observer the SQL of a statement.
func (f *file) textOf() {
	const k = surface.TextOf
	if !surface.ClassHas(f.Program, k) {
		return
	}
	var arms strings.Builder
	for _, m := range f.Told() {
		arms.WriteString("            " + quote(m.Name.SQL) + " => Some(" + f.sent[m] + "),\n")
	}
	f.body = append(f.body, docText(says(surface.Doc(k, language)), "    ")+"    pub fn "+called(k, "")+
		"(query: &str) -> "+surface.ResultType(surface.Sent, language)+" {\n        match query {\n"+arms.String()+
		"            _ => None,\n        }\n    }")
}
