package duckdb

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// Pull is the schema of the database in a file, which is only read. DuckDB writes it down itself: it copies the schema,
// without rows, into a database in memory, and exports that.
func Pull(ctx context.Context, env engine.Environment, file string) (string, error) {
	library, err := libduckdb.Open(ctx, env.DuckDB, env.Getenv, env.Log)
	if err != nil {
		return "", err
	}
	conn, err := library.Connect()
	if err != nil {
		return "", err
	}
	defer conn.Close()
	folder, err := os.MkdirTemp("", "sqg-pull-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	for _, sql := range []string{
		"ATTACH " + literal(file) + " AS pulled (READ_ONLY)",
		"COPY FROM DATABASE pulled TO memory (SCHEMA)",
		"EXPORT DATABASE " + literal(folder),
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return "", err
		}
	}
	schema, err := os.ReadFile(filepath.Join(folder, "schema.sql"))
	return strings.TrimLeft(string(schema), "\n"), err
}
