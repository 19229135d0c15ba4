package postgres

import (
	"context"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
)

// functionsSQL lists the functions that can be called without a schema, and those of the user's schemas. Arguments of
// the type internal are the server's own.
const functionsSQL = `SELECT CASE WHEN pg_catalog.pg_function_is_visible(p.oid) THEN p.proname::pg_catalog.text ELSE n.nspname || '.' || p.proname END,
		pg_catalog.pg_get_function_arguments(p.oid), pg_catalog.pg_get_function_result(p.oid), pg_catalog.obj_description(p.oid, 'pg_proc')
	FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
	WHERE p.prokind <> 'p' AND n.nspname <> 'information_schema' AND p.prorettype <> ALL ('{internal,trigger,event_trigger,index_am_handler,language_handler,fdw_handler,table_am_handler,tsm_handler}'::pg_catalog.regtype[])
		AND NOT 'internal'::pg_catalog.regtype = ANY (p.proargtypes::pg_catalog.oid[])
		AND NOT EXISTS (SELECT FROM pg_catalog.pg_operator o WHERE o.oprcode = p.oid AND n.nspname = 'pg_catalog')
	ORDER BY 1, p.pronargs, p.oid`

// Functions are those of the scratch database.
func (s *session) Functions(ctx context.Context) ([]engine.Function, error) {
	rs, err := s.conn.Exec(ctx, functionsSQL).ReadAll()
	if err != nil {
		return nil, err
	}
	var list []engine.Function
	for _, row := range rs[0].Rows {
		f := engine.Function{Name: string(row[0]), Result: string(row[2]), Doc: string(row[3])}
		if args := string(row[1]); args != "" {
			f.Args = cut(args)
		}
		list = append(list, f)
	}
	return list, nil
}

// cut cuts a list of arguments at its commas, but for those in parentheses and quotes.
func cut(args string) (list []string) {
	depth, quoted, from := 0, false, 0
	for i, c := range args {
		switch {
		case c == '\'' || c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == ',' && depth == 0:
			list = append(list, strings.TrimSpace(args[from:i]))
			from = i + 1
		}
	}
	return append(list, strings.TrimSpace(args[from:]))
}
