package golang

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/surface"
)

// page writes the method of a query of pages: what the cursor holds, the rows, the page that they make.
func (s *method) page() {
	typ, scan := s.result()
	result := s.f.need("Page") + "[" + typ + "]"
	size, after, before := s.value(s.Page.Size), s.value(s.Page.After), s.value(s.Page.Before)
	var keys, into, columns []string
	for _, k := range s.Page.Keys {
		name := s.cursor(k.Param)
		keys = append(keys, "var "+name+" "+s.f.userType(s.Params[k.Param].Field))
		into = append(into, "&"+name)
		if s.Pluck {
			columns = append(columns, "row")
		} else {
			columns = append(columns, "row."+s.f.rowType(s.Row).fields[s.Row.At(k.Column)])
		}
	}
	tag := quoteShort(s.Page.Tag)
	if s.Page.Sort >= 0 {
		tag += " + " + s.value(s.Page.Sort) + ".String()"
	}
	if s.f.userType(s.Params[s.Page.Size].Field) != "int64" {
		size = "int64(" + size + ")"
	}
	cursor := s.f.need("paging") + "{\n" +
		keyed("\t", line{"query:", s.id}, line{"tag:", tag}, line{"size:", size}, line{"after:", after},
			line{"before:", before}) + "\t}"
	body := strings.Join(keys, "\n\t") + "\n\tpage := " + cursor + "\n\t" +
		fill("if err := "+s.f.need("openPage")+"(", append([]string{"page"}, into...), "); err != nil {", "\t") +
		"\n\t\treturn " + result + "{}, err\n\t}\n\t" +
		strings.Replace(s.before, failing, "return "+result+"{}, err", 1) +
		fill("rows, err := "+s.f.need("all")+"(", []string{"ctx", "q.db", s.id, scan, s.sql, "args..."}, ")",
			"\t") +
		fmt.Sprintf("\n\treturn %s(page, rows, err, func(row %s) []any {\n\t\treturn []any{%s}\n\t})",
			s.f.need("pageOf"), typ, strings.Join(columns, ", "))
	doc := documented(s.name, s.Doc)
	s.print(surface.Page, says(s.name, doc, surface.Behind(doc, surface.Page, language)), s.name,
		"("+result+", error)", pages, body)
}

// cursor is the variable for a parameter that a cursor holds.
func (s *method) cursor(i int) string {
	asked := len(s.Asked())
	if s.cursors == nil {
		s.cursors = s.f.g.names.Fields(s.f.g.local(s.name), ir.ParamFields(s.Params[asked:]), "parameter", s.Name.SQL,
			unexportedOr("key"))
	}
	return s.cursors[i-asked]
}
