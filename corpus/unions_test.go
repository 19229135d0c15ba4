package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/target"
)

// TestUnions: what drivers bind as JSON, or as structs, becomes a union again whatever its members hold.
func TestUnions(t *testing.T) {
	db := database(t)
	for typ, values := range map[string]map[string]string{
		"UNION(n INTEGER, s VARCHAR)": {`{"tag":1,"n":null,"s":"a"}`: "a",
			`{"tag":0,"n":1,"s":null}`: "1"},
		"UNION(d INTEGER, s DATE[])":                               {`{"tag":1,"d":null,"s":["2020-01-01"]}`: "[2020-01-01]", `{"tag":0,"d":7,"s":null}`: "7"},
		"UNION(d STRUCT(a DATE, b UUID), s INTEGER[2])":            {`{"tag":0,"d":{"a":"2020-01-01","b":null},"s":null}`: "{'a': 2020-01-01, 'b': NULL}", `{"tag":1,"d":null,"s":[1,null]}`: "[1, NULL]"},
		"UNION(d INTEGER, u UNION(x TIME, y DATE[]))":              {`{"tag":1,"d":null,"u":{"tag":1,"x":null,"y":["2020-01-01"]}}`: "[2020-01-01]"},
		"UNION(d BOOLEAN, l STRUCT(u UNION(x INTEGER, y DATE))[])": {`{"tag":1,"d":null,"l":[{"u":{"tag":1,"x":null,"y":"2020-01-01"}},{"u":null}]}`: "[{'u': 2020-01-01}, {'u': NULL}]"},
		"MAP(VARCHAR, UNION(d INTEGER, s DATE[]))":                 {`{"k":{"tag":1,"d":null,"s":["2020-01-01"]}}`: "{k=[2020-01-01]}"},
	} {
		file := filepath.Join(t.TempDir(), "u.sql")
		if err := os.WriteFile(file,
			[]byte("-- MIGRATE 1\nCREATE TABLE t (u "+typ+" NOT NULL);\n-- EXEC add\nINSERT INTO t (u) VALUES (${u});\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		run(t, db, "CREATE OR REPLACE TABLE t (u "+typ+" NOT NULL)")
		m := duck(t, file, nil)
		for _, id := range []string{"rust/duckdb", "go/duckdb", "typescript/duckdb", "java/duckdb", "python/duckdb"} {
			p, ds := plan.Build(m, target.Find(id), plan.Options{}, "", "")
			if len(ds) > 0 {
				t.Fatalf("%s: %v", typ, ds)
			}
			text := p.Methods[0].Text[0].SQL
			for json, want := range values {
				bound := "'" + json + "'"
				if !target.Find(id).BindsJSON() { // a struct, whose members have their types
					bound = "(" + bound + "::JSON)"
				}
				got, insert := "", strings.Replace(text, "$1", bound, 1)
				if _, err := db.Exec(t.Context(), insert); err != nil || insert == text {
					t.Errorf("%s, %s: %v\n%s", id, typ, err, insert)
					continue
				}
				if err := db.Query(t.Context(), "DELETE FROM t RETURNING u::VARCHAR",
					func(r []any) { got, _ = r[0].(string) }); err != nil || got != want {
					t.Errorf("%s, %s: %s gives %q: %v", id, typ, json, got, err)
				}
			}
		}
	}
}
