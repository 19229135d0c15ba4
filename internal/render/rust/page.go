package rust

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/surface"
)

// keyTypes are the types that a cursor holds, without the modules that they are from.
var keyTypes = map[string]bool{"bool": true, "i8": true, "i16": true, "i32": true, "i64": true, "u8": true, "u16": true,
	"u32": true, "u64": true, "f64": true,
	"String": true, "uuid::Uuid": true, "rust_decimal::Decimal": true, "chrono::NaiveDate": true,
	"chrono::NaiveDateTime": true, "chrono::DateTime<chrono::Utc>": true}

// keyed reports whether a cursor holds values of a column.
func (g *generator) keyed(field ir.Field) bool {
	return field.Override == nil && keyTypes[g.driver.kinds[field.Type.Kind].typ]
}

// page writes the method of a query of pages.
func (s *method) page() {
	typ, read := s.result()
	keys := make([]string, len(s.Page.Keys))
	for i, k := range s.Page.Keys {
		place := "row"
		if !s.Pluck {
			place = "row." + s.f.declared(s.Row).fields[s.Row.At(k.Column)]
		}
		switch {
		case s.Row.Fields[k.Column].Nullable:
			place += ".as_ref()"
		case !s.Pluck: // a plucked value is given by reference
			place = "&" + place
		}
		keys[i] = "sqg::key(" + place + ")"
	}
	links := []string{"self", ".db", ".all(" + s.sql + ", &text.bound(values), " + read + ")",
		s.f.g.driver.await() + "?"}
	found := strings.Join(links, "")
	switch {
	case length(found) < narrow:
	case links[3] == "?":
		found = strings.Join(links[:3], "\n            ") + "?"
	default:
		found = strings.Join(links, "\n            ")
	}
	list := "vec![" + strings.Join(keys, ", ") + "]"
	switch {
	case length(list) > narrow:
		list = "{\n            vec![\n                " + strings.Join(keys, ",\n                ") +
			",\n            ]\n        }"
	case length("rows, |row| "+list) > narrow:
		list = "{\n            " + list + "\n        }"
	}
	body := s.before + "let rows = " + found + ";\n        Ok(page.of(rows, |row| " + list + "))"
	s.print(surface.Page, s.doc(surface.Page), "sqg::Page<"+typ+">", body)
}

// open is what reads the cursor of a query of pages.
func (s *method) open() string {
	p := s.Page
	if p == nil {
		return ""
	}
	tag := quote(p.Tag)
	if p.Sort >= 0 {
		tag = "&format!(" + quote(p.Tag+"{}") + ", " + s.value(p.Sort) + ")"
	}
	size := s.value(p.Size)
	if s.f.typeOf(s.Params[p.Size].Field) != "i64" {
		size = "i64::from(" + size + ")"
	}
	args := []string{quote(s.Name.SQL), tag, size, s.value(p.After) + ".as_ref()", s.value(p.Before) + ".as_ref()",
		itoa(len(p.Keys))}
	lines := "let page = sqg::Paging::new" + fill(args, "(", ")", 8, len("let page = sqg::Paging::new?;")) +
		"?;\n        "
	for i, k := range p.Keys {
		field := s.Params[k.Param].Field
		field.Nullable = true
		lines += "let " + s.params[k.Param] + ": " + s.f.typeOf(field) + " = page.key(" + itoa(i) + ")?;\n        "
	}
	return lines + "let page_limit = " + s.value(p.Size) + ".saturating_add(1);\n        "
}
