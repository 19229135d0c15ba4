package corpus

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// driftSchema and driftQueries are a program; drifts are what a later version does to the schema while it runs.
const driftSchema = `-- MIGRATE 1
CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT NOT NULL, m INTEGER NOT NULL);
CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER NOT NULL, x TEXT NOT NULL);

-- TESTDATA
INSERT INTO a (id, x, m) VALUES (1, 'a one', 10), (2, 'a two', 20);
INSERT INTO b (id, a_id, x) VALUES (7, 1, 'b seven'), (8, 2, 'b eight');

`

var driftQueries = map[string]string{
	"star":         "SELECT * FROM a ORDER BY id",
	"two_tables":   "SELECT * FROM a JOIN b ON b.a_id = a.id ORDER BY a.id",
	"qualified":    "SELECT b.*, 1 AS one, a.* FROM a JOIN b ON b.a_id = a.id ORDER BY a.id",
	"using":        "SELECT * FROM a JOIN (SELECT id AS b_id, a_id AS id FROM b) AS c USING (id) ORDER BY id",
	"one_arm":      "SELECT id, m, x FROM a UNION ALL SELECT * FROM b ORDER BY 1",
	"both_arms":    "SELECT * FROM a WHERE id = 1 UNION ALL SELECT * FROM a WHERE id = 2 ORDER BY 1",
	"expression":   "WITH c (p, q, r) AS (SELECT * FROM a) SELECT p, q, r FROM c ORDER BY p",
	"subquery":     "SELECT s.* FROM (SELECT * FROM a) AS s ORDER BY s.id",
	"updated":      "UPDATE a SET m = m + 0 WHERE id = 1 RETURNING *",
	"inserted":     "INSERT INTO a VALUES (3, 'three', 30) RETURNING id, x, m",
	"selected":     "INSERT INTO b SELECT a.id + 20, a.id, a.x FROM a WHERE a.id < 3 RETURNING id, a_id, x",
	"selected_all": "INSERT INTO a (id, x, m) SELECT * FROM (SELECT id + 30 AS id, x, a_id FROM b WHERE id < 10) AS s RETURNING *",
}

// onlyDuckDB are what DuckDB has of stars besides.
var onlyDuckDB = map[string]string{
	"excluded":    "SELECT * EXCLUDE (m) FROM a ORDER BY id",
	"replaced":    "SELECT b.* REPLACE (b.x || '!' AS x) RENAME (a_id AS a), a.* EXCLUDE (x) FROM a JOIN b ON b.a_id = a.id ORDER BY a.id",
	"alike":       "SELECT * NOT LIKE '%x%' FROM a ORDER BY id",
	"columns":     "SELECT COLUMNS(lambda c: c <> 'x') FROM a ORDER BY id",
	"expressions": "SELECT max(COLUMNS(* EXCLUDE (x))), count(*) AS n FROM a",
	"from_first":  "FROM a SELECT * REPLACE (m + 1 AS m) WHERE id > 0 ORDER BY id",
}

var drifts = map[string]string{
	"added": "ALTER TABLE a ADD COLUMN extra INTEGER DEFAULT 99; ALTER TABLE b ADD COLUMN more INTEGER DEFAULT 98",
	"in the middle": `CREATE TABLE a_new (id INTEGER PRIMARY KEY, extra INTEGER DEFAULT 99, x TEXT NOT NULL, m INTEGER NOT NULL);
		INSERT INTO a_new (id, x, m) SELECT id, x, m FROM a; DROP TABLE a; ALTER TABLE a_new RENAME TO a`,
	"swapped": `CREATE TABLE a_new (m INTEGER NOT NULL, x TEXT NOT NULL, id INTEGER PRIMARY KEY);
		INSERT INTO a_new (id, x, m) SELECT id, x, m FROM a; DROP TABLE a; ALTER TABLE a_new RENAME TO a;
		CREATE TABLE b_new (x TEXT NOT NULL, a_id INTEGER NOT NULL, id INTEGER PRIMARY KEY);
		INSERT INTO b_new (id, a_id, x) SELECT id, a_id, x FROM b; DROP TABLE b; ALTER TABLE b_new RENAME TO b`,
}

// TestDrift asks each engine, after its schema has changed, what the program that was generated before gets.
func TestDrift(t *testing.T) {
	server := newServer(t)
	for _, name := range []string{"sqlite", "duckdb", "postgres"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), name+".sql")
			text, queries := driftSchema, maps.Clone(driftQueries)
			if name == "duckdb" {
				maps.Copy(queries, onlyDuckDB)
			}
			for query, sql := range queries {
				text += "-- QUERY " + query + "\n" + sql + ";\n\n"
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			e := engineOf(t, file, server)
			sent := map[string]string{}
			for _, q := range e.model.Queries {
				text := statement(nil, q, nil)
				if d := engine.Find(name).Dialect; len(d.Stars(text))+len(d.Inserts(text)) > 0 {
					t.Errorf("%s is sent by position: %s", q.Name.SQL, text)
				}
				sent[q.Name.SQL] = text
			}
			want := e.drifted(t, "", sent)[0]
			noticed := map[string]bool{}
			for drift, change := range drifts {
				got := e.drifted(t, change, sent, queries)
				for query, text := range sent {
					if !reflect.DeepEqual(got[0][query], want[query]) {
						t.Errorf("%s, column %s: %v, want %v\n%s", query, drift, got[0][query], want[query], text)
					}
					noticed[query] = noticed[query] || !reflect.DeepEqual(got[1][query], want[query])
				}
			}
			for query := range queries { // or this test would not notice that sqg sends what the user wrote
				if !noticed[query] {
					t.Errorf("%s as written makes no difference", query)
				}
			}
		})
	}
}

// drifted is what texts of the statements return after a change of the schema: rows, or an error.
func (e *subject) drifted(t *testing.T, change string, all ...map[string]string) (list []map[string]any) {
	o := e.open(t)
	run := func(script string) {
		if err := o.script(script); err != nil {
			t.Fatalf("%s: %v", script, err)
		}
	}
	for _, m := range e.model.Migrations {
		run(m.SQL)
	}
	for _, script := range append(testData(t, e.file), strings.Split(change, ";")...) {
		if strings.TrimSpace(script) != "" {
			run(script)
		}
	}
	for _, texts := range all {
		out := map[string]any{}
		for _, q := range e.model.Queries {
			run("BEGIN")
			rows, err := o.query(texts[q.Name.SQL], q.Row.Fields)
			if out[q.Name.SQL] = rows; err != nil {
				out[q.Name.SQL] = err.Error()
			}
			run("ROLLBACK")
		}
		list = append(list, out)
	}
	return list
}

// TestNothingByPosition: no statement of the corpus or the examples is sent with a star, or an INSERT without columns.
func TestNothingByPosition(t *testing.T) {
	server := newServer(t)
	var models []*ir.Model
	files, _ := filepath.Glob("*/*.sql")
	for _, file := range files {
		if filepath.Dir(file) != "errors" && file != "attached/rows.sql" {
			models = append(models, engineOf(t, file, server).model)
		}
	}
	configs, _ := filepath.Glob("../examples/*/sqg.yaml")
	inner, _ := filepath.Glob("../examples/*/*/sqg.yaml")
	for _, path := range append(configs, inner...) {
		cfg, diags := config.Load(path, server.environment, false)
		if diag.Failed(diags) {
			t.Fatal(diags)
		}
		r := compile.Models(t.Context(), cfg, "", compile.Options{Getenv: server.environment})
		models = append(models, r.Models...)
	}
	statements := 0
	for _, m := range models {
		d := engine.Find(m.Engine).Dialect
		for _, q := range m.Queries {
			text := ""
			for _, part := range q.SQL {
				if text += part.Text; part.Param >= 0 {
					text += "NULL"
				}
			}
			if statements++; len(d.Stars(text))+len(d.Inserts(text)) > 0 {
				t.Errorf("%s is sent by position: %s", q.Name.SQL, text)
			}
		}
	}
	t.Logf("%d statements of %d units", statements, len(models))
	if statements < 1000 {
		t.Errorf("only %d statements", statements)
	}
}
