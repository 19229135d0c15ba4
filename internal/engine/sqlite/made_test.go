package sqlite

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

// jsonTruth is what JSON that statements make is: an object {a INTEGER, b TEXT?}, a list [INTEGER?], or a text.
var jsonTruth = []struct{ sql, typ string }{
	{"SELECT json_object('id', id, 'nick', nick, 'who', name) FROM users", "{id INTEGER, nick TEXT?, who VARCHAR}"},
	{"SELECT json_group_array(age) FROM users", "[INTEGER?]"},
	{"SELECT json_group_array(age) FROM users WHERE age > 1", "[INTEGER]"},
	{"SELECT json_group_array(json_object('id', id)) FROM users", "[{id INTEGER}]"},
	{"SELECT json_group_array(json_object('id', u.id, 'org', o.id)) FROM org AS o LEFT JOIN users AS u ON u.org_id = o.id",
		"[{id INTEGER?, org INTEGER}]"},
	{"SELECT json_group_array(json_object('id', u.id)) FILTER (WHERE u.id IS NOT NULL) FROM org AS o LEFT JOIN users AS u ON u.org_id = o.id GROUP BY o.id",
		"[{id INTEGER}]"},
	{"SELECT json_group_array(CASE WHEN age > 1 THEN json_object('age', age) END) FROM users", "[{age INTEGER}?]"},
	{"SELECT (SELECT json_group_array(json_object('qty', q.qty)) FROM orders AS q WHERE q.user_id = u.id) FROM users AS u",
		"[{qty INTEGER}]"},
	{"SELECT (SELECT json_group_array(q.qty) FROM orders AS q WHERE q.user_id = u.id GROUP BY q.user_id) FROM users AS u",
		"[INTEGER]?"},
	{"SELECT coalesce((SELECT json_group_array(q.qty) FROM orders AS q WHERE q.user_id = u.id GROUP BY q.user_id), '[]') FROM users AS u",
		"[INTEGER]"},
	{"SELECT json_object('org', o.id, 'users', (SELECT json_group_array(u.name) FROM users AS u WHERE u.org_id = o.id)) FROM org AS o",
		"{org INTEGER, users [VARCHAR]}"},
	{"SELECT json_object('id', id) FROM users UNION ALL SELECT json_object('id', qty) FROM orders", "{id INTEGER}"},
	{"SELECT json_object('id', id) FROM users UNION ALL SELECT json_object('no', qty) FROM orders", "TEXT"},
	{"SELECT json_group_array(id) OVER (ORDER BY id) FROM users", "[INTEGER]"},
	{"WITH l AS MATERIALIZED (SELECT user_id, json_group_array(qty) AS q FROM orders GROUP BY user_id) SELECT json_object('q', l.q) FROM users AS u LEFT JOIN l ON l.user_id = u.id",
		"{q [INTEGER]?}"},
	{"SELECT json(json_object('id', id)) FROM users", "{id INTEGER}"},
	{"SELECT min(json_object('id', id)) FROM users", "{id INTEGER}?"},
	{"SELECT json_object('a', born, 'b', created, 'c', admin, 'd', score, 'e', balance) FROM users WHERE born IS NOT NULL",
		"{a DATE, b TIMESTAMP, c BOOLEAN, d REAL?, e DECIMAL}"},
	{"SELECT json_object('a', replace(json_object('id', id), '', 'x')) FROM org", "TEXT"},
	{"WITH RECURSIVE r(n, j) AS (SELECT 1, json_object('n', 1) UNION ALL SELECT n + 1, json_object('n', NULL) FROM r WHERE n < 3) SELECT j FROM r",
		"{n INTEGER?}"},
	{"SELECT json_group_array(v.column1) FROM (VALUES (1), (NULL)) AS v", "[INTEGER?]"},
	{"SELECT json_group_array(v.column1) FROM (VALUES (1), ('x')) AS v", "TEXT"},
	{"SELECT json_group_array(u.name) FROM org AS o NATURAL LEFT JOIN (SELECT id, name FROM users) AS u", "[VARCHAR?]"},
	{"SELECT json_object('n', count(*), 'm', max(age), 'a', avg(age)) FROM users",
		"{n INTEGER, m INTEGER?, a REAL?}"},
	{"SELECT json_object('s', sum(age)) FROM users", "{s INTEGER?}"},
	{"SELECT json_object('s', sum(age)) FROM users WHERE false", "TEXT"},
	{"SELECT json_object('s', sum(qty)) FROM orders", "{s INTEGER?}"},
	{"SELECT json_object('s', age + 1) FROM users", "{s INTEGER?}"},
	{"SELECT json_object('m', max(age)) FROM users GROUP BY org_id HAVING max(age) IS NOT NULL", "{m INTEGER}"},
	{"SELECT (SELECT json_object('id', id) FROM users WHERE id = 99)", "{id INTEGER}?"},
	{"SELECT json_group_array((SELECT json_object('id', q.id) FROM orders AS q WHERE q.user_id = u.id LIMIT 1)) FROM users AS u", "[{id INTEGER}?]"},
	{"SELECT json_object('e', EXISTS (SELECT 1 FROM orders)) FROM users", "{e INTEGER}"},
	{"SELECT json_object('s', total + 1) FROM orders", "{s REAL}"},
	// Nothing says what these are.
	{"SELECT json_object('a', CAST(json_object('id', id) AS TEXT)) FROM users", "TEXT"},
	{"SELECT json_object('a', CAST(value AS TEXT)) FROM json_each('[1]')", "TEXT"},
	{"SELECT json_object('a', extra) FROM users", "TEXT"},
	{"SELECT json_object('a', avatar) FROM users WHERE avatar IS NULL", "TEXT"},
	{"SELECT json_object('a', json(settings)) FROM org", "TEXT"},
	{"SELECT json_object('a', settings -> '$.k') FROM org", "TEXT"},
	{"SELECT json_object('a', NULL) FROM org", "TEXT"},
	{"SELECT json_object(name, id) FROM org", "TEXT"},
	{"SELECT json_object('a', id, 'a', name) FROM org", "TEXT"},
	{"SELECT json_array(id, name) FROM org", "TEXT"},
	{"SELECT json_set(json_object('id', id), '$.id', NULL) FROM org", "TEXT"},
	{"SELECT json_object('id', id) || '' FROM org", "TEXT"},
	{"SELECT coalesce(note, json_object('id', id)) FROM org", "TEXT"},
	{"SELECT coalesce((SELECT json_group_array(id) FROM org GROUP BY name), '[1, null]') FROM org", "TEXT"},
	{"SELECT json_object('id', id) ->> '$.id' FROM org", "ANY?"},
}

// written is a type as the table writes it.
func written(t ir.Type, nullable bool) (text string) {
	switch t.Kind {
	case ir.Array:
		text = "[" + written(*t.Elem, t.ElemNullable) + "]"
	case ir.Struct:
		var fields []string
		for _, f := range t.Struct.Fields {
			fields = append(fields, f.Column+" "+written(f.Type, f.Nullable))
		}
		text = "{" + strings.Join(fields, ", ") + "}"
	default:
		text, _, _ = strings.Cut(t.SQL, "(")
		if t.Kind == ir.Int64 {
			text = "INTEGER"
		}
	}
	if nullable {
		text += "?"
	}
	return text
}

// unlike says what of a value of JSON a type does not say.
func unlike(t ir.Type, nullable bool, v any, at string) string {
	if inner, ok := v.(string); ok && (t.Kind == ir.Array || t.Kind == ir.Struct) {
		decoder := json.NewDecoder(strings.NewReader(inner))
		decoder.UseNumber()
		if err := decoder.Decode(&v); err != nil {
			return at + " is no JSON"
		}
	}
	if v == nil {
		if nullable {
			return ""
		}
		return at + " is NULL"
	}
	var ok bool
	switch t.Kind {
	case ir.Array:
		var list []any
		list, ok = v.([]any)
		for _, item := range list {
			if wrong := unlike(*t.Elem, t.ElemNullable, item, at+"[]"); wrong != "" {
				return wrong
			}
		}
	case ir.Struct:
		var fields map[string]any
		fields, ok = v.(map[string]any)
		ok = ok && len(fields) == len(t.Struct.Fields)
		for _, f := range t.Struct.Fields {
			if wrong := unlike(f.Type, f.Nullable, fields[f.Column], at+"."+f.Column); wrong != "" {
				return wrong
			}
		}
	case ir.Int64, ir.Bool, ir.Float64:
		var number json.Number
		number, ok = v.(json.Number)
		ok = ok && (t.Kind == ir.Float64 || !strings.ContainsAny(number.String(), ".e"))
	case ir.Decimal:
		ok = true
	default:
		_, ok = v.(string)
	}
	if !ok {
		return at + " is not of " + t.SQL
	}
	return ""
}

// checkJSON runs a statement in every state and says what contradicts its type.
func checkJSON(t *testing.T, s *session, sql string, c engine.Column) string {
	t.Helper()
	for _, state := range enginetest.States(t) {
		mustRun(t, s.conn, "SAVEPOINT state;"+state)
		wrong := wrongNow(t, s, sql, c)
		mustRun(t, s.conn, "ROLLBACK TO state; RELEASE state")
		if wrong != "" {
			return wrong
		}
	}
	return ""
}

// wrongNow says what the rows that are there contradict.
func wrongNow(t *testing.T, s *session, sql string, c engine.Column) string {
	t.Helper()
	cols := []seen{{values: map[string]bool{}}}
	s.conn.observe(t, sql, nil, cols)
	if cols[0].null && !c.Nullable {
		return "it is NULL"
	}
	for text := range cols[0].values {
		if wrong := unlike(c.Type, false, text, ""); wrong != "" {
			return wrong + ": " + text
		}
	}
	return ""
}

// TestJSONTruth holds what is said of JSON against the table, and against the JSON that SQLite makes.
func TestJSONTruth(t *testing.T) {
	s := openTruth(t)
	for _, c := range jsonTruth {
		d, err := s.Describe(context.Background(), engine.Stmt{SQL: c.sql})
		if err != nil {
			t.Errorf("%v\n%s", err, c.sql)
			continue
		}
		if d.Fallback != "" {
			t.Errorf("%s\n%s", d.Fallback, c.sql)
			continue
		}
		if got := written(d.Columns[0].Type, d.Columns[0].Nullable); got != c.typ {
			t.Errorf("%s\n%s, not %s", c.sql, got, c.typ)
		}
		if k := d.Columns[0].Type.Kind; k != ir.Array && k != ir.Struct {
			continue
		}
		if wrong := checkJSON(t, s, c.sql, d.Columns[0]); wrong != "" {
			t.Errorf("%s\n%s", c.sql, wrong)
		}
	}
}

// jsonMutants are what may be wrong about JSON.
var jsonMutants = map[string]func(ir.Type) ir.Type{
	"fields never NULL": func(t ir.Type) ir.Type {
		if t.Struct == nil {
			return t
		}
		of := *t.Struct
		of.Fields = append([]ir.Field(nil), of.Fields...)
		for i := range of.Fields {
			of.Fields[i].Nullable = false
		}
		t.Struct = &of
		return t
	},
	"elements never NULL": func(t ir.Type) ir.Type { t.ElemNullable = false; return t },
}

// TestJSONMutants: what is wrong about JSON is contradicted by what SQLite makes.
func TestJSONMutants(t *testing.T) {
	for name, mutate := range jsonMutants {
		caught := 0
		s := openTruth(t)
		for _, c := range jsonTruth {
			d, err := s.Describe(context.Background(), engine.Stmt{SQL: c.sql})
			if err != nil {
				t.Fatal(err)
			}
			col := d.Columns[0]
			if col.Type = mutated(col.Type, mutate); checkJSON(t, s, c.sql, col) != "" {
				caught++
			}
		}
		if caught == 0 {
			t.Errorf("nothing contradicts %s", name)
		}
	}
}

// mutated is a type with what is in it changed, from the inside.
func mutated(t ir.Type, mutate func(ir.Type) ir.Type) ir.Type {
	if t.Elem != nil {
		elem := mutated(*t.Elem, mutate)
		t.Elem = &elem
	}
	return mutate(t)
}
