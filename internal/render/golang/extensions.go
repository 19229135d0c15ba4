package golang

import (
	"fmt"
	"strings"
)

// extensions is the method that loads DuckDB's extensions.
func (f *file) extensions(name string) string {
	names := make([]string, len(f.Extensions))
	for i, extension := range f.Extensions {
		names[i] = quoteLine(extension)
	}
	return fmt.Sprintf(`func (q *%s) %s(ctx context.Context, folder string) error {
	for _, name := range []string{%s} {
		if err := %s(ctx, q.db, "load "+name, %s(name, folder)); err != nil {
			return err
		}
	}
	return nil
}`, f.typ, name, strings.Join(names, ", "), f.need("run"), f.need("loading"))
}
