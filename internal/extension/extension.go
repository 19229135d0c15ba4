// Package extension gives DuckDB's extensions without set-up: it knows which there are, finds the file of one, or
// fetches it once. What the file holds is for DuckDB to trust, which loads nothing that its own makers have not signed.
package extension

import (
	"path/filepath"
	"slices"
	"strings"
)

// Extension is one of DuckDB's.
type Extension struct {
	Name    string   // as DuckDB calls it
	Aliases []string // what LOAD takes as well
	Needs   []string // those to load before it

	// Opens says what the extension opens by itself, past DuckDB's lock on files and the network: it is never loaded
	// where statements are analysed.
	Opens string

	variable string // the environment variable that names the file; "" for none
	sums     sums
}

// Variable and LakeVariable are the environment variables that name the files of Postgres and DuckLake, for machines
// that can fetch nothing.
const (
	Variable     = "SQG_POSTGRES_SCANNER"
	LakeVariable = "SQG_DUCKLAKE"
)

// suffix is what the file of an extension ends in.
const suffix = ".duckdb_extension"

// All are the extensions that a project may name.
var All = []Extension{
	{Name: "avro", sums: avro},
	{Name: "ducklake", Opens: "catalogues and the files of their tables", variable: LakeVariable, sums: duckLake},
	{Name: "excel", sums: excel},
	{Name: "fts", sums: fts},
	{Name: "httpfs", sums: httpfs},
	{Name: "iceberg", Needs: []string{"avro"}, sums: iceberg},
	{Name: "icu", sums: icu},
	{Name: "inet", sums: inet},
	{Name: "postgres_scanner", Aliases: []string{"postgres"}, Opens: "PostgreSQL servers", variable: Variable,
		sums: postgresScanner},
	{Name: "spatial", sums: spatial},
	{Name: "sqlite_scanner", Aliases: []string{"sqlite", "sqlite3"}, Opens: "SQLite files", sums: sqliteScanner},
	{Name: "vss", sums: vss},
}

// Postgres is the extension that attaches PostgreSQL databases.
var Postgres = Named("postgres")

// DuckLake is the extension that keeps tables as Parquet files and their catalogue in a database.
var DuckLake = Named("ducklake")

// Named is the extension of a name or alias; nil for none.
func Named(name string) *Extension {
	name = strings.ToLower(name)
	for i := range All {
		if e := &All[i]; e.Name == name || slices.Contains(e.Aliases, name) {
			return e
		}
	}
	return nil
}

// Names are those of all extensions.
func Names() (names []string) {
	for _, e := range All {
		names = append(names, e.Name)
	}
	return names
}

// IsFile reports whether a project names an extension by its file.
func IsFile(name string) bool { return strings.HasSuffix(name, suffix) }

// NameOf is the name of the extension in a file, which DuckDB has from the file's name; of a name it is that.
func NameOf(file string) string {
	return strings.TrimSuffix(filepath.Base(filepath.FromSlash(file)), suffix)
}

// File is the name of the extension's file.
func (e *Extension) File() string { return e.Name + suffix }
