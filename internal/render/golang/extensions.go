package golang

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/surface"
)

// extensions is the method that loads DuckDB's extensions.
func (f *file) extensions() {
	if len(f.Extensions) == 0 {
		return
	}
	names := make([]string, len(f.Extensions))
	for i, name := range f.Extensions {
		names[i] = quoteLine(name)
	}
	load := called(surface.Extensions, "")
	f.add(`%sfunc (q *%s) %s(ctx context.Context, folder string) error {
	for _, name := range []string{%s} {
		if err := %s(ctx, q.db, "load "+name, %s(name, folder)); err != nil {
			return err
		}
	}
	return nil
}`, docText(says(load, nil, surface.Doc(surface.Extensions, language, "{extensions}", strings.Join(f.Extensions, ", "))), ""),
		f.typ, load, strings.Join(names, ", "), f.need("run"), f.need("loading"))
}
