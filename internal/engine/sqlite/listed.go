package sqlite

import (
	"context"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Functions are those of SQLite, which tells how many arguments each takes and no more.
func (s *session) Functions(context.Context) ([]engine.Function, error) {
	var list []engine.Function
	err := s.conn.query("SELECT DISTINCT name, narg FROM pragma_function_list WHERE name GLOB '[a-z]*' ORDER BY name, narg", func(row *stmt) {
		f := engine.Function{Name: row.text(0)}
		if n := row.int(1); n < 0 {
			f.Args = []string{"…"}
		} else {
			f.Args = slices.Repeat([]string{"value"}, n)
		}
		if !strings.HasPrefix(f.Name, "sqlite_") {
			list = append(list, f)
		}
	})
	return list, err
}
