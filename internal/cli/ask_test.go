package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sqg-dev/sqg/internal/cli/ask"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
)

// tried are statements of each engine with values of many types, and what they return.
var tried = []struct {
	generator, sql string
	values         map[string]any
	want           []string
}{
	{"go/sqlite",
		"-- MIGRATE 1\nCREATE TABLE t (i INTEGER, r REAL, b BLOB, d DATE, f BOOLEAN, s TEXT);\n\n-- QUERY q\nINSERT INTO t VALUES (${i}, ${r}, ${b}, ${d}, ${f}, ${s}) RETURNING i + 1 AS i, r, b, d, f, s;\n",
		map[string]any{"i": "9007199254740993", "r": 0.5, "b": "x'00ff'", "d": "2024-02-29", "f": true, "s": "it's"},
		[]string{"9007199254740994", "0.5", "x'00ff'", "2024-02-29", "1", "it's"}},
	{"go/postgres",
		"-- MIGRATE 1\nCREATE TYPE mood AS ENUM ('sad', 'ok');\nCREATE TABLE t (i bigint, n numeric(9, 2), b bytea, d date, f boolean, a text[], m mood, j jsonb);\n\n" +
			"-- QUERY q\nINSERT INTO t VALUES (${i}, ${n}, ${b}, ${d}, ${f}, ${a}, ${m}, ${j}) RETURNING *;\n",
		map[string]any{"i": "9007199254740993", "n": 1.5, "b": `\x00ff`, "d": "2024-02-29", "f": false,
			"a": []any{"a\"b", nil, "c,d"}, "m": "ok", "j": map[string]any{"k": 1.0}},
		[]string{"9007199254740993", "1.50", `\x00ff`, "2024-02-29", "f", `{"a\"b",NULL,"c,d"}`, "ok", `{"k": 1}`}},
	{"java/duckdb",
		"-- QUERY q\nSELECT ${i}::BIGINT AS i, ${n}::DECIMAL(9,2) AS n, ${d}::DATE AS d, ${f}::BOOLEAN AS f, ${a}::VARCHAR[] AS a, ${s}::STRUCT(k INTEGER) AS s;\n",
		map[string]any{"i": "9007199254740993", "n": 1.5, "d": "2024-02-29", "f": true, "a": []any{"x", "it's"},
			"s": map[string]any{"k": 1.0}},
		[]string{"9007199254740993", "1.50", "2024-02-29", "true", `[x, 'it\'s']`, "{'k': 1}"}},
	{"java/duckdb",
		"-- MIGRATE 1\nCREATE TYPE mood AS ENUM ('sad', 'ok');\nCREATE TABLE t (i BIGINT, d DATE, m mood, s VARCHAR);\n\n-- QUERY q\nINSERT INTO t VALUES (${i}, ${d}, ${m}, ${s}) RETURNING i, d, m, s;\n",
		map[string]any{"i": 7.0, "d": "1969-12-31", "m": "ok", "s": nil}, []string{"7", "1969-12-31", "ok", "NULL"}},
	{"go/sqlite",
		"-- QUERY q\n@set a = 'it''s'\n@set b = null\nSELECT CAST(${a} AS TEXT) AS a, CAST(${b} AS TEXT) AS b;\n", nil,
		[]string{"it's", "NULL"}},
	{"go/postgres", "-- QUERY q\n@set a = ARRAY[1, 2]\n@set b = null\nSELECT ${a}::integer[] AS a, ${b}::text AS b;\n",
		nil, []string{"{1,2}", "NULL"}},
	{"java/duckdb",
		"-- QUERY q\n@set a = DATE '2024-02-29'\n@set b = null\nSELECT ${a}::DATE AS a, ${b}::VARCHAR AS b;\n", nil,
		[]string{"2024-02-29", "NULL"}},
}

// TestTrial: values of each type come to the engine as what programs bind, and back as the engine writes them.
func TestTrial(t *testing.T) {
	for _, x := range tried {
		dir := t.TempDir()
		yaml := filepath.Join(dir, "sqg.yaml")
		for name, text := range map[string]string{"sqg.yaml": "version: 1\nname: app\nsql:\n  - files: [q.sql]\n    gen: [{generator: " + x.generator + ", output: gen/}]\n", "q.sql": x.sql} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cfg, diags := config.Load(yaml, os.Getenv, false)
		if cfg == nil {
			t.Fatal(diags)
		}
		out, err := ask.Run(t.Context(), ask.Project{Config: cfg, Options: compile.Options{Version: "1"}},
			ask.Trial{Name: "q", Values: x.values})
		if err != nil {
			t.Errorf("%s %s: %v", x.generator, x.sql, ask.Said(err))
			continue
		}
		var got []string
		for _, v := range out.Runs[0].Rows[0] {
			if v == nil {
				got = append(got, "NULL")
			} else {
				got = append(got, *v)
			}
		}
		if !slices.Equal(got, x.want) {
			var shown bytes.Buffer
			_ = json.NewEncoder(&shown).Encode(out)
			t.Errorf("%s: %q, want %q of %s", x.generator, got, x.want, shown.String())
		}
	}
}
