package corpus

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
)

// TestWider: a field of an object may be NULL where it may be in one of the texts that optional parts make.
func TestWider(t *testing.T) {
	const table = "-- MIGRATE 1\nCREATE TABLE thing (id INTEGER PRIMARY KEY, strength INTEGER, note TEXT);\n\n"
	server := newServer(t)
	for name, of := range map[string][2]string{
		"sqlite.sql":   {"json_object('id', t.id, 'strength', t.strength)", "json_group_array(json_object('note', t.note))"},
		"postgres.sql": {"json_build_object('id', t.id, 'strength', t.strength)", "ARRAY(SELECT ROW(t.note))"},
		"duckdb.sql":   {"{'id': t.id, 'strength': t.strength}", "ARRAY(SELECT {'note': t.note})"},
	} {
		path := filepath.Join(t.TempDir(), name)
		text := table + "-- QUERY things\nSELECT " + of[0] + " AS thing FROM thing AS t\nWHERE true\n" +
			"  AND t.strength IS NOT NULL --? strong\n  AND t.id = ${id} --?\nORDER BY t.id;\n\n" +
			"-- QUERY lists\nSELECT " + of[1] + " AS list FROM thing AS t\nWHERE true\n" +
			"  AND t.note IS NOT NULL --? noted\n;\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		m := engineOf(t, path, server).model
		thing := m.Queries[0].Row.Fields[0].Type
		if thing.Kind != ir.Struct || thing.Struct.Fields[0].Nullable || !thing.Struct.Fields[1].Nullable {
			t.Errorf("%s: %+v %+v", name, thing, thing.Struct)
		}
		list := m.Queries[1].Row.Fields[0].Type
		if list.Kind != ir.Array || list.Elem.Struct == nil || !list.Elem.Struct.Fields[0].Nullable {
			t.Errorf("%s: %+v", name, list)
		}
	}
}
