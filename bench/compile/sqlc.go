package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sqg-dev/sqg/internal/target"
)

// sqlcEngines are sqlc's names of engines, and the package of Go that its code calls.
var sqlcEngines = map[string][2]string{"sqlite": {"sqlite", "database/sql"}, "postgres": {"postgresql", "pgx/v5"}}

// toSQLC turns a block into sqlc's form, by the first of these that fits its annotation.
var toSQLC = []struct {
	annotation *regexp.Regexp
	becomes    string
}{
	{regexp.MustCompile(`(?m)^-- QUERY (\w+) :one.*$`), "-- name: $1 :one"},
	{regexp.MustCompile(`(?m)^-- QUERY (\w+)$`), "-- name: $1 :many"},
	{regexp.MustCompile(`(?m)^-- EXEC (\w+)$`), "-- name: $1 :execrows"},
	{regexp.MustCompile(`\$\{(\w+)\}`), "sqlc.arg($1)"},
}

// writeSQLC puts the same project in sqlc's form beside it.
func writeSQLC(project, generator string) (string, error) {
	engine, known := sqlcEngines[target.Find(generator).Engine]
	if !known {
		return "", fmt.Errorf("sqlc has no engine for %s", generator)
	}
	text, err := os.ReadFile(filepath.Join(project, "queries.sql"))
	if err != nil {
		return "", err
	}
	schema, queries, _ := strings.Cut(string(text), "\n-- QUERY ")
	queries = "-- QUERY " + queries
	for _, c := range toSQLC {
		queries = c.annotation.ReplaceAllString(queries, c.becomes)
	}
	dir := filepath.Join(project, "sqlc")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	config := fmt.Sprintf("version: \"2\"\nsql:\n  - engine: %s\n    schema: schema.sql\n    queries: queries.sql\n    gen: {go: {package: db, out: gen, sql_package: %s}}\n", engine[0], engine[1])
	for name, text := range map[string]string{"schema.sql": schema, "queries.sql": queries, "sqlc.yaml": config} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// beside measures sqg and sqlc on the same statements, in turns.
func beside(sqg, sqlc, project string, n, runs int, generator string) ([]result, error) {
	dir, err := writeSQLC(project, generator)
	if err != nil {
		return nil, err
	}
	commands := []func() (*exec.Cmd, error){
		func() (*exec.Cmd, error) {
			return exec.Command(sqg, filepath.Join(project, "sqg.yaml")), os.RemoveAll(filepath.Join(project, "gen"))
		},
		func() (*exec.Cmd, error) {
			return exec.Command(sqlc, "generate", "-f", filepath.Join(dir, "sqlc.yaml")),
				os.RemoveAll(filepath.Join(dir, "gen"))
		},
	}
	results := []result{{Case: "sqg", Queries: n}, {Case: "sqlc", Queries: n}}
	for i := -1; i < runs; i++ {
		for k, command := range commands {
			if err := results[k].once(command, i >= 0); err != nil {
				return nil, err
			}
		}
	}
	return results, nil
}
