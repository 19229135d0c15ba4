package sqlite

import (
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

func functionsOf(t *testing.T, declarations map[string]string) (list []ir.Function) {
	t.Helper()
	for name, declaration := range declarations {
		f, err := ir.ParseFunction(name, declaration)
		if err != nil {
			t.Fatal(name, err)
		}
		list = append(list, f)
	}
	return list
}

// registering makes a scratch database with what a program registers.
func registering(t *testing.T, schema string) *session {
	t.Helper()
	env := engine.Environment{Collations: []string{"de"}, Functions: functionsOf(t, map[string]string{
		"haversine": "REAL NOT NULL (REAL, REAL, REAL, REAL) DETERMINISTIC", "regexp": "BOOLEAN (TEXT, TEXT) STRICT",
		"slug": "TEXT (TEXT)", "newest": "DATE (DATE...)",
		"median": "REAL (REAL) AGGREGATE", "spread": "REAL NOT NULL (REAL) WINDOW", "token": "TEXT NOT NULL ()",
		"lower": "TEXT (TEXT, TEXT)"})}
	return enginetest.Open(t, NewHost(env).Open, schema).(*session)
}

// TestRegistered: functions and collations of the program are as sqg.yaml declares them. NULL is the user's word.
func TestRegistered(t *testing.T) {
	s := registering(t, `CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE de, note TEXT, lat REAL NOT NULL, lon REAL NOT NULL, day DATE,
			CHECK (slug(name) <> ''));
		CREATE INDEX near ON place (haversine(lat, lon, 0.0, 0.0));
		CREATE VIEW slugs AS SELECT id, slug(name) AS slug FROM place;`)
	for _, c := range []struct{ sql, want string }{
		{"SELECT haversine(lat, lon, ?1, ?2) AS d FROM place ORDER BY d", "d REAL NOT NULL; REAL, REAL"},
		{"SELECT id FROM place WHERE haversine(lon, lat, 0.0, 0.0) < ?1", "id INTEGER NOT NULL; REAL"},
		{"SELECT slug(name) AS a, slug(NULL) AS b, (SELECT slug FROM slugs) AS c FROM place", "a TEXT, b TEXT, c TEXT"},
		{"SELECT name REGEXP 'a' AS a, note REGEXP 'a' AS b FROM place", "a BOOLEAN NOT NULL, b BOOLEAN"},
		{"SELECT note FROM place WHERE note REGEXP ?1", "note TEXT NOT NULL; TEXT"},
		{"SELECT newest(day, ?1) AS a, newest(?2) AS b FROM place", "a DATE, b DATE; DATE, DATE"},
		{"SELECT median(lat) AS m, spread(lat) AS s FROM place", "m REAL, s REAL NOT NULL"},
		{"SELECT spread(lat) OVER (ORDER BY id ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING) AS s, token() AS t FROM place",
			"s REAL NOT NULL, t TEXT NOT NULL"},
		{"SELECT lower(name) AS a, lower(name, ?1) AS b FROM place", "a TEXT NOT NULL, b TEXT; TEXT"},
		{"SELECT id FROM place WHERE note = ?1 COLLATE de ORDER BY name", "id INTEGER NOT NULL; TEXT"},
		{"INSERT INTO place (name, lat, lon) VALUES (slug(?1), ?2, ?3)", "; TEXT, REAL, REAL"},
	} {
		d, err := s.Describe(t.Context(), engine.Stmt{SQL: c.sql,
			Params: make([]engine.ParamHint, strings.Count(c.sql, "?"))})
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
			continue
		}
		var columns, types []string
		for _, col := range d.Columns {
			text := col.Name + " " + col.Type.SQL
			if !col.Nullable {
				text += " NOT NULL"
			}
			if called := strings.Contains(c.sql, "haversine") && col.Name == "d"; called && !col.Declared {
				t.Errorf("%s: nobody checks the type of %s", c.sql, col.Name)
			}
			columns = append(columns, text)
		}
		for _, p := range d.Params {
			types = append(types, p.Type.SQL)
		}
		got := strings.Join(columns, ", ")
		if len(types) > 0 {
			got += "; " + strings.Join(types, ", ")
		}
		if got != c.want {
			t.Errorf("%s\n gives %s\nwanted %s", c.sql, got, c.want)
		}
	}
}

// TestUncalled: a script that calls a function of the program for a row says so; one that only may is fine.
func TestUncalled(t *testing.T) {
	s := registering(t, "CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT)")
	const update = "UPDATE place SET name = slug(name)"
	if err := s.Apply(t.Context(), update); err != nil {
		t.Error(err)
	}
	for _, script := range []string{"INSERT INTO place (name) VALUES (slug('a'))",
		"INSERT INTO place (name) SELECT median(id) FROM place"} {
		err := s.Apply(t.Context(), script)
		if err == nil || !strings.Contains(err.Error(), "is a function of the program, which sqg cannot call") {
			t.Errorf("%s: %v", script, err)
		}
	}
	if err := s.Apply(t.Context(),
		"INSERT INTO place (name) VALUES ('b'), ('a'); CREATE INDEX named ON place (name COLLATE de)"); err != nil {
		t.Error(err)
	}
}

// TestLacking: what the SQLite of the analysis does not have is named, with the way out.
func TestLacking(t *testing.T) {
	s := enginetest.Open(t, Open, "CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT)").(*session)
	for _, c := range []struct{ sql, at, msg, hint string }{
		{"SELECT value FROM generate_series(1, 2)", "generate_series", "it is of SQLite's extension series",
			"WITH RECURSIVE"},
		{"SELECT name REGEXP 'a' FROM place", "REGEXP", "it is of SQLite's extension regexp", "functions: {regexp:"},
		{"SELECT vec_distance_cosine(name, name) FROM place", "vec_", "it is of the extension sqlite-vec",
			"functions: {vec_distance_cosine:"},
		{"SELECT haversine(id, id) FROM place", "haversine", "no such function: haversine", "functions: {haversine:"},
		{"SELECT uper(name) FROM place", "uper", "no such function: uper", "did you mean upper?"},
		{"SELECT name FROM place ORDER BY name COLLATE de", "de", "no such collation sequence: de", "collations: [de]"},
		{"SELECT median(id) FROM place", "median", "SQLITE_ENABLE_PERCENTILE", "functions: {median:"},
	} {
		_, err := s.Describe(t.Context(), engine.Stmt{SQL: c.sql})
		enginetest.Answers(t, err, c.sql, c.msg, c.hint, c.at)
	}
	const script = "CREATE VIRTUAL TABLE v USING vec0(a)"
	enginetest.Answers(t, s.Apply(t.Context(), script), script, "it is of the extension sqlite-vec", "TESTDATA", "vec0")
}
