package duckdb

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Functions are those of DuckDB and the macros of the schema, but for what is an operator.
func (s *session) Functions(ctx context.Context) ([]engine.Function, error) {
	var list []engine.Function
	const query = `SELECT DISTINCT function_name, parameters, parameter_types, return_type, description FROM duckdb_functions()
		WHERE function_type <> 'pragma' AND regexp_matches(function_name, '^[a-z]') ORDER BY ALL`
	err := s.each(ctx, query, func(r row) {
		f := engine.Function{Name: r.text(0), Result: r.text(3), Doc: r.text(4)}
		types := r.texts(2)
		for i, name := range r.texts(1) {
			if i < len(types) && types[i] != "<nil>" {
				name += " " + types[i]
			}
			f.Args = append(f.Args, name)
		}
		list = append(list, f)
	})
	return list, err
}
