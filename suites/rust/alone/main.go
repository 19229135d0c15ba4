// Command alone writes a module for each helper of the support code, with what it uses and nothing else, and a project
// of small programs: each statement that there is, of each type that is read or sent in a way of its own.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/sqg-dev/sqg/internal/render/rust"
	"github.com/sqg-dev/sqg/internal/target"
)

// types have the table's only column beside the key, by engine.
var types = map[string][]string{
	"sqlite": {"TEXT", "BLOB", "JSON"},
	"duckdb": {"VARCHAR", "BIGINT[]", "MAP(VARCHAR, INTEGER)", "UNION(a INTEGER, b VARCHAR)", "STRUCT(a DATE)",
		"UUID"},
	"postgres": {"text", "bigint[]", "mood", "place", "int4range", "timestamptz"},
}

// declared is what those need.
var declared = map[string]string{
	"postgres": "CREATE TYPE mood AS ENUM ('happy', 'sad');\nCREATE TYPE place AS (x double precision, name text);\n",
}

var statements = []string{
	"-- QUERY q :one\nSELECT v FROM t WHERE id = ${id};",
	"-- QUERY q :pluck\nSELECT v FROM t;",
	"-- QUERY q\nSELECT a.id, b.v AS \"b.v\" FROM t AS a LEFT JOIN t AS b ON b.id = a.id + 1;",
	"-- EXEC e\nINSERT INTO t (id, v) VALUES (${id}, ${v});",
	"-- EXEC e :batch\nINSERT INTO t (id, v) VALUES (${id}, ${v});",
	"-- EXEC e :bulk\nUPDATE t SET v = ${v} WHERE id = ${id};",
	"-- QUERY q :one :bulk\nSELECT v FROM t WHERE id = ${id};",
	"-- TABLE t :appender",
}

func main() {
	lib := "#![allow(dead_code)]\n#![deny(unused_imports)]\n"
	yaml := "version: 1\nname: alone\nsql:\n"
	programs := 0
	for i := range target.All {
		t := &target.All[i]
		if t.Language != "rust" {
			continue
		}
		for n, text := range rust.Closures(t) {
			name := fmt.Sprintf("%s_helper_%d", t.Engine, n)
			write(name+".rs", text)
			lib += "mod " + name + ";\n"
		}
		for _, typ := range types[t.Engine] {
			for _, statement := range statements {
				programs++
				name := fmt.Sprintf("%s_program_%d", t.Engine, programs)
				write(name+".sql", "-- MIGRATE 1\n"+declared[t.Engine]+
					"CREATE TABLE t (id INTEGER PRIMARY KEY, v "+typ+" NOT NULL);\n"+statement+"\n")
				yaml += fmt.Sprintf("  - {name: %s, files: [%s.sql], gen: [{generator: %s, name: app, output: %s/, config: {observer: %t}}]}\n",
					name, name, t.ID(), name, programs%2 == 0)
				lib += "mod " + name + " {\n    mod app;\n    mod sqg;\n}\n"
			}
		}
	}
	write("lib.rs", lib)
	write("sqg.yaml", yaml)
}

func write(name, text string) {
	path := filepath.Join("src", "alone", name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
}
