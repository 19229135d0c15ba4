package compile

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// modelSchema is what the statements of TestModels are about, in every engine.
const modelSchema = `-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, born DATE);
CREATE TABLE orders (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, total INTEGER);
`

// TestModels: which row type each statement has. A row type is NAME of what it is, or NAME=fields that may be NULL.
func TestModels(t *testing.T) {
	cases := []struct{ name, unit, sql, want string }{
		{"a table's rows, however they are said", "", `
-- QUERY all_users
SELECT * FROM users;
-- QUERY listed
SELECT id, name, born FROM users WHERE id = ${id};
-- QUERY reordered
SELECT born, u.name /* x */ AS name, id FROM users AS u WHERE true
  AND name = ${name} --?
ORDER BY 2, id;
-- QUERY reordered_page :page
SELECT born, name, id FROM users ORDER BY name, id LIMIT ${size};
-- QUERY reordered_group
SELECT name, born, id FROM users GROUP BY 1, 2, 3 ORDER BY 3;
-- QUERY reordered_change :one
UPDATE users SET name = ${name} WHERE id = ${id} RETURNING name, id, born;
-- QUERY reordered_union
SELECT name, id, born FROM users UNION ALL SELECT name, id, born FROM users ORDER BY 2 DESC;
-- QUERY joined
SELECT u.* FROM users u JOIN orders o ON o.owner = u.id;
-- QUERY cte
WITH u AS (SELECT * FROM users) SELECT * FROM u;
-- QUERY union_all
SELECT * FROM users UNION ALL SELECT * FROM users;
-- QUERY inserted :one
INSERT INTO users (id, name, born) VALUES (${id}, ${name}, ${born}) RETURNING *;
-- QUERY renamed :one
UPDATE users SET name = ${name} WHERE id = ${id} RETURNING id, name, born;
-- QUERY gone
DELETE FROM users RETURNING *;
-- QUERY all_orders
SELECT * FROM orders;
`, `all_users: table users born
listed: table users born
reordered: table users born
reordered_page: table users born
reordered_group: table users born
reordered_change: table users born
reordered_union: table users born
joined: table users born
cte: table users born
union_all: table users born
inserted: table users born
renamed: table users born
gone: table users born
all_orders: table orders total`},
		{"what is no table's row", "", `
-- QUERY all_users
SELECT * FROM users;
-- QUERY narrower
SELECT * FROM users WHERE born IS NOT NULL;
-- QUERY outer_join
SELECT u.* FROM orders o LEFT JOIN users u ON u.id = o.owner;
-- QUERY narrower_reordered
SELECT name, born, id FROM users WHERE born IS NOT NULL;
-- QUERY fewer
SELECT id, name FROM users;
-- QUERY more
SELECT u.*, 1 AS one FROM users u;
-- QUERY aliased
SELECT id, name AS title, born FROM users;
-- QUERY computed
SELECT id, name, coalesce(born, max(born)) AS born FROM users GROUP BY id, name, born;
/* QUERY annotated
  result:
    name: {doc: what people see}
*/
SELECT * FROM users;
-- QUERY plucked :pluck
SELECT * FROM users;
`, ``},
		{"what an appender takes", "", `
-- TABLE users :appender
-- TABLE orders :appender(owner, id)
-- QUERY all_users
SELECT * FROM users;
-- QUERY all_orders
SELECT * FROM orders;
-- QUERY as_inserted
SELECT owner, id FROM orders;
`, `users takes table users born
orders takes insert orders 
all_users: table users born
all_orders: table orders total
as_inserted: query as_inserted `},
		{"names that statements have", "", `
-- QUERY users
SELECT id FROM users;
-- QUERY all_users
SELECT * FROM users;
-- TABLE users :appender
-- QUERY orders :pluck
SELECT owner FROM orders;
-- QUERY all_orders
SELECT * FROM orders;
-- TABLE orders :appender :upsert
`, `users takes insert users born
orders takes table orders total
upsert_orders takes table orders total
users: query users 
all_users: query all_users born
orders: query orders 
all_orders: table orders total`},
		{"names that lead to others", "", `
-- QUERY orders
SELECT * FROM users;
-- QUERY users
SELECT id FROM users;
-- QUERY all_orders
SELECT * FROM orders;
`, `orders: query orders born
users: query users 
all_orders: query all_orders total`},
		{"rows that are joined", "", `
-- QUERY born :result=UsersRow
SELECT * FROM users WHERE born IS NOT NULL;
-- QUERY all_users
SELECT * FROM users;
-- QUERY named :result=Title
SELECT id, name, born FROM users WHERE born IS NOT NULL;
-- QUERY titles :result=Title
SELECT id, name, born FROM users;
`, `born: table users born
all_users: table users born
named: named Title born
titles: named Title born`},
		{"a :result= that the table's rows do not fit", "", `
-- QUERY found :result=UsersRow
SELECT u.* FROM orders o LEFT JOIN users u ON u.id = o.owner;
-- QUERY all_users
SELECT * FROM users;
-- QUERY part :result=OrdersRow
SELECT id, owner FROM orders;
-- QUERY all_orders
SELECT * FROM orders;
`, `found: named UsersRow id name born
all_users: query all_users born
part: named OrdersRow 
all_orders: query all_orders total`},
		{"other names", "rename: {users: user, orders: user_order}", `
-- TABLE users :appender
-- TABLE orders :appender(id, owner)
-- QUERY all_users
SELECT * FROM users;
-- QUERY born :result=UserRow
SELECT * FROM users WHERE born IS NOT NULL;
`, `users takes table user born
orders takes insert user_order 
all_users: table user born
born: table user born`},
		{"one name for two tables", "rename: {users: thing, orders: thing}", `
-- QUERY all_users
SELECT * FROM users;
-- QUERY all_orders
SELECT * FROM orders;
`, `all_users: query all_users born
all_orders: query all_orders total`},
		{"off", "models: off", `
-- TABLE users :appender
-- QUERY all_users
SELECT * FROM users;
-- QUERY again
SELECT * FROM users;
`, `users takes insert users born
all_users: query all_users born
again: query again born`},
	}
	for _, engine := range []string{"sqlite", "duckdb", "postgres"} {
		for _, c := range cases {
			m, diags := modelOf(t, engine, c.unit, modelSchema+c.sql)
			if diag.Failed(diags) {
				t.Fatalf("%s, %s: %v", engine, c.name, diags)
			}
			got := shownRows(m)
			if c.want == "" { // each has its own, but for the first
				for _, line := range strings.Split(got, "\n")[1:] {
					if name, _, _ := strings.Cut(line, ":"); !strings.HasPrefix(line, name+": query "+name) {
						t.Errorf("%s, %s: %s", engine, c.name, line)
					}
				}
			} else if got != c.want {
				t.Errorf("%s, %s:\n%s", engine, c.name, got)
			}
		}
	}
}

// TestReordered: columns that are written in another order than the table's stay so, and ORDER BY counts them as they
// stand; each comes where the table's row type has it.
func TestReordered(t *testing.T) {
	const own = "SELECT name AS born, id, born AS name FROM users ORDER BY 1"
	for engine, texts := range map[string][]string{
		"sqlite": {"SELECT born, u.name AS name, id FROM users AS u ORDER BY 2 COLLATE nocase DESC, 1, (3)"},
		"duckdb": {"SELECT DISTINCT ON (2, 1) born, u.name AS name, id FROM users AS u ORDER BY 2 DESC, 1, 3"},
		"postgres": {"SELECT DISTINCT ON (2, 1) born, u.name AS name, id FROM users AS u ORDER BY 2 DESC, 1, 3",
			"SELECT born, name, id FROM users UNION ALL SELECT born, name, id FROM users ORDER BY 2 DESC"},
	} {
		var sql strings.Builder
		for i, text := range append(texts, own) {
			fmt.Fprintf(&sql, "-- QUERY q%d\n%s;\n", i, text)
		}
		m, diags := modelOf(t, engine, "", modelSchema+sql.String())
		if diag.Failed(diags) {
			t.Fatal(diags)
		}
		for i, want := range append(texts, own) {
			q := m.Queries[i]
			if q.SQL[0].Text != want {
				t.Errorf("%s: %s", engine, q.SQL[0].Text)
			}
			if want == own {
				if q.Row.Typed != nil || q.Row.Role != ir.QueryRow {
					t.Errorf("%s: columns with the names of others are a row of the table", engine)
				}
				continue
			}
			for i, name := range []string{"id", "name", "born"} {
				if q.Row.Typed == nil || q.Row.Shown()[i].Name.SQL != name || q.Row.At(2-i) != i {
					t.Errorf("%s: %s: column %d of the table is not %s", engine, want, i, name)
				}
			}
		}
	}
}

// TestModelsOfSchemas: tables of one name in several schemas have types of their own.
func TestModelsOfSchemas(t *testing.T) {
	const sql = `-- MIGRATE 1
CREATE SCHEMA app;
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR);
CREATE TABLE app.users (id INTEGER PRIMARY KEY);
-- TABLE users :appender
-- TABLE app.users :appender
-- QUERY all_users
SELECT * FROM users;
-- QUERY app_users
SELECT * FROM app.users;
`
	for _, engine := range []string{"duckdb", "postgres"} {
		m, diags := modelOf(t, engine, "", sql)
		if diag.Failed(diags) {
			t.Fatal(engine, diags)
		}
		want := "users takes table users name\napp.users takes table app.users \nall_users: table users name\napp_users: table app.users "
		if got := shownRows(m); got != want {
			t.Errorf("%s:\n%s", engine, got)
		}
	}
}

// TestModelsOfGenerated: a generated column is part of its table's row, and of no row to insert.
func TestModelsOfGenerated(t *testing.T) {
	const sql = `-- MIGRATE 1
CREATE TABLE boxes (id INTEGER PRIMARY KEY, w INTEGER, area INTEGER GENERATED ALWAYS AS (w * w));
-- TABLE boxes :appender
-- QUERY all_boxes
SELECT * FROM boxes;
-- QUERY listed
SELECT id, w, area FROM boxes WHERE id > 1;
`
	for _, engine := range []string{"sqlite", "duckdb", "postgres"} {
		text := sql
		if engine == "postgres" {
			text = strings.Replace(sql, "(w * w)", "(w * w) STORED", 1)
		}
		m, diags := modelOf(t, engine, "", text)
		if diag.Failed(diags) {
			t.Fatal(engine, diags)
		}
		want := "boxes takes insert boxes w\nall_boxes: table boxes w area\nlisted: table boxes w area"
		if got := shownRows(m); got != want {
			t.Errorf("%s:\n%s", engine, got)
		}
	}
}

// TestJoinedRows: what one of the statements must check, because the user says so, is checked for all of them.
func TestJoinedRows(t *testing.T) {
	const sql = modelSchema + `-- QUERY proven :result=Born
SELECT id, born FROM users WHERE born IS NOT NULL;
/* QUERY said :result=Born
  result:
    born: not null
*/
SELECT id, born FROM users;
`
	m, diags := modelOf(t, "postgres", "", sql)
	if diag.Failed(diags) {
		t.Fatal(diags)
	}
	if r := m.Rows[0]; len(m.Rows) != 1 || r.Fields[0].Declared || !r.Fields[1].Declared || r.Fields[1].Nullable {
		t.Errorf("%+v", r)
	}
}

// TestRename: a table that is not there.
func TestRename(t *testing.T) {
	_, diags := modelOf(t, "sqlite", "rename: {user: person}", modelSchema)
	if len(diags) != 1 || diags[0].Code != diag.UnknownTable || place(diags[0].Span) != "sqg.yaml:5" ||
		!strings.Contains(diags[0].Hint, "users") {
		t.Errorf("%v", diags)
	}
}

// modelOf is the model of a file for an engine; unit is more of its entry in sqg.yaml.
func modelOf(t *testing.T, engine, unit, sql string) (*ir.Model, []diag.Diagnostic) {
	t.Helper()
	dir := t.TempDir()
	yaml := fmt.Sprintf("version: 1\nname: app\nsql:\n  - files: [app.sql]\n    %s\n    gen: [{generator: python/%s, output: out/}]\n", unit, engine)
	for name, text := range map[string]string{"sqg.yaml": yaml, "app.sql": sql} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cfg, diags := config.Load(filepath.Join(dir, "sqg.yaml"), os.Getenv, false)
	if diag.Failed(diags) {
		t.Fatal(diags)
	}
	result := Models(context.Background(), cfg, "", Options{})
	if len(result.Models) == 0 {
		return nil, result.Diags.All()
	}
	return result.Models[0], result.Diags.All()
}

// shownRows are the row types of appenders and statements, with the fields that may be NULL.
func shownRows(m *ir.Model) string {
	var lines []string
	show := func(of string, r *ir.Row) {
		var null []string
		for _, f := range r.Fields {
			if f.Nullable {
				null = append(null, f.Name.SQL)
			}
		}
		role := map[ir.Role]string{ir.QueryRow: "query", ir.TableRow: "table", ir.InsertRow: "insert",
			ir.NamedRow: "named"}[r.Role]
		lines = append(lines, of+" "+role+" "+r.Name.SQL+" "+strings.Join(null, " "))
	}
	for _, a := range m.Appenders {
		show(a.Name.SQL+" takes", a.Row)
	}
	for _, q := range m.Queries {
		if q.Rows != nil {
			show(q.Name.SQL+" takes", q.Rows)
		}
		if q.Row != nil {
			show(q.Name.SQL+":", q.Row.Declared())
		}
	}
	return strings.Join(lines, "\n")
}

// TestModelOverride: an override for one statement is for its row type alone.
func TestModelOverride(t *testing.T) {
	sql := modelSchema +
		"-- QUERY all_users\nSELECT * FROM users;\n-- QUERY one_user :one\nSELECT * FROM users WHERE id = ${id};\n"
	files := generatedFiles(t, "sqlite", sql, func(tgt *target.Target) string {
		if tgt.Language != "python" {
			return ""
		}
		return ", config: {overrides: [{query: one_user.name, as: Title, import: app}]}"
	})
	for _, text := range files["python/sqlite"] {
		for _, want := range []string{"class UsersRow:\n    id: int\n    name: str\n",
			"class OneUserRow:\n    id: int\n    name: Title\n",
			"def all_users(self) -> list[UsersRow]:", "-> OneUserRow | None:"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
}
