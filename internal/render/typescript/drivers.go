package typescript

import (
	"cmp"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/target"
)

// shape is the form in which a statement's rows come.
type shape int

const (
	objects shape = iota // by column name
	arrays               // by position
	values               // the first column's
	nothing              // none: the statement is run for its effect
)

// driver is what is different between drivers; the renderer knows none by name.
type driver struct {
	module     string
	imports    map[string]string // names of the module by the names that helpers know them by
	prelude    *core.Prelude
	codec      func(*generator) codec
	connection string // what the constructor takes
	migrate    string // what applyMigrations takes
	async      bool
	natural    shape
	pluck      shape // of a query of which only the first column counts
	cast       string
	reals      bool // numbers are bound as REAL, be they integers or not
	rounds     bool // integers beyond 2^53 are rounded, without an error
	// bigints beyond 64 bits are bound as other numbers, without an error
	wraps bool
	// json_each gives texts as JSON writes them, and rounds integers beyond 2^53
	verbatim bool
	// blobs come as ArrayBuffer, and integers as the connection was made to give them
	buffers bool
	// columns that an object of the driver's cannot have, beside __proto__
	hidden string
	values bool // of its module's names some are more than types
	// modules that are imported as a whole, by the names that helpers know them by
	defaults  map[string]string
	insert    func(g *generator, a *plan.Appender) []emit.Doc // the properties of an appender's plan
	execution execution
}

// drivers by the name that the generator's id ends in.
var drivers = map[string]*driver{
	"better-sqlite3": {
		module:  "better-sqlite3",
		imports: map[string]string{"Database": "Database", "Statement": "Statement"},
		prelude: tracked("typescript/sqlite/better-sqlite3",
			sqlitePrelude("sync", "transaction", "conflict-text", "transaction-sync", "better-sqlite3")),
		codec: newSqliteValues, insert: insertLines,
		connection: "Database", migrate: "Database",
		natural: objects, pluck: values, reals: true, rounds: true,
		execution: preparing{
			statement: func(shape) string { return "Statement" },
			prepare: func(s shape, bigints bool) prepared {
				set := map[shape]string{arrays: ".raw()", values: ".pluck()"}[s]
				if bigints {
					return prepared{helper: "prepareBigints", then: set}
				}
				return prepared{method: "prepare", then: set}
			},
			lazy: true, result: "runResult", changes: "result.changes",
		},
	},
	"node": {
		module:  "node:sqlite",
		imports: map[string]string{"Database": "DatabaseSync", "Statement": "StatementSync"},
		prelude: tracked("typescript/sqlite/node",
			sqlitePrelude("sync", "transaction", "conflict-text", "transaction-sync", "node")),
		codec: newSqliteValues, insert: insertLines,
		connection: "Database", migrate: "Database",
		natural: arrays, pluck: arrays, reals: true,
		execution: preparing{
			statement: func(s shape) string { return map[bool]string{true: "Statement", false: "ArrayStatement"}[s == nothing] },
			prepare: func(s shape, bigints bool) prepared {
				switch {
				case s == nothing && bigints:
					return prepared{helper: "prepareRun"}
				case s == nothing:
					return prepared{method: "prepare"}
				}
				return prepared{helper: map[bool]string{true: "prepareBigints", false: "prepareArrays"}[bigints]}
			},
			lazy: true, result: "runResult", changes: "Number(result.changes)",
		},
	},
	"bun": {
		module:  "bun:sqlite",
		imports: importsOf("Database Statement"),
		prelude: tracked("typescript/sqlite/bun",
			sqlitePrelude("sync", "transaction", "conflict-text", "transaction-sync", "bun")),
		codec: newSqliteValues, insert: insertLines,
		connection: "Database", migrate: "Database",
		natural: objects, pluck: arrays, rounds: true, wraps: true,
		execution: preparing{
			statement: func(s shape) string { return map[bool]string{true: "ArrayStatement", false: "Statement"}[s == arrays] },
			prepare: func(s shape, bigints bool) prepared {
				switch {
				case s == arrays:
					return prepared{helper: "prepareArrays", bigints: bigints}
				case bigints:
					return prepared{helper: "prepareBigints"}
				}
				return prepared{method: "prepare"}
			},
			lazy: true, null: true, result: "runResult", changes: "result.changes",
		},
	},
	"libsql": {
		module:  "@libsql/client",
		imports: map[string]string{"Client": "Client", "Transaction": "Transaction", "ResultSet": "ResultSet"},
		prelude: tracked("typescript/sqlite/libsql",
			sqlitePrelude("async", "sqlite-async", "transaction", "conflict-text", "transaction-async",
				"transaction-libsql", "libsql")),
		codec: newSqliteValues, insert: insertLines,
		connection: "Connection", migrate: "Client",
		async: true, natural: objects, pluck: arrays, cast: "unknown as ", reals: true, buffers: true, hidden: "length",
		execution: executing{},
	},
	"turso": {
		module:  "@tursodatabase/database",
		imports: map[string]string{"Database": "Database", "Transaction": "Transaction"},
		prelude: tracked("typescript/sqlite/turso",
			sqlitePrelude("async", "sqlite-async", "transaction", "conflict-text", "transaction-async",
				"transaction-turso", "turso")),
		codec: newSqliteValues, insert: insertLines,
		connection: "Connection", migrate: "Database",
		async: true, natural: arrays, pluck: arrays, rounds: true, verbatim: true,
		execution: preparing{
			statement: func(shape) string { return "Statement" },
			prepare: func(_ shape, bigints bool) prepared {
				return prepared{helper: "Statement", new: true, bigints: bigints}
			},
			changes: "result.changes",
		},
	},
	"pg": {
		module:   "pg",
		imports:  importsOf("ClientBase CustomTypesConfig Pool QueryArrayConfig Submittable"),
		defaults: map[string]string{"crypto": "node:crypto"},
		prelude: tracked("typescript/postgres/pg",
			prelude("common", "async", "wire", "copy", "copy-numeric", "copy-time", "copy-text", "load", "lookup",
				"many", "transaction", "conflict-code", "transaction-async", "transaction-pg", "pg")),
		codec: newPostgresValues, insert: copyLines,
		connection: "Connection", migrate: "Connection",
		async: true, natural: arrays, pluck: arrays,
		execution: helping{source: unnamedStatement, once: ".once"},
	},
	"postgres": {
		module:  "postgres",
		imports: importsOf("ISql Sql TransactionSql"),
		prelude: tracked("typescript/postgres/postgres",
			prelude("common", "async", "wire", "copy", "copy-numeric", "copy-time", "copy-text", "load", "lookup",
				"many", "transaction", "conflict-code", "transaction-async", "transaction-postgres", "postgres")),
		codec: newPostgresValues, insert: copyLines,
		connection: "Connection", migrate: "Connection",
		async: true, natural: arrays, pluck: arrays,
		execution: helping{source: unnamedStatement},
	},
	"pglite": {
		module:  "@electric-sql/pglite",
		imports: importsOf("PGlite QueryOptions Results Transaction"),
		prelude: tracked("typescript/postgres/pglite",
			prelude("common", "async", "wire", "copy", "copy-numeric", "copy-time", "copy-text", "load", "lookup",
				"many", "transaction", "conflict-code", "transaction-async", "transaction-pglite", "pglite")),
		codec: newPostgresValues, insert: copyLines,
		connection: "Connection", migrate: "PGlite",
		async: true, natural: arrays, pluck: arrays,
		execution: helping{source: unnamedStatement},
	},
	"duckdb":       duckdb("duckdb-rows"),
	"duckdb-plain": duckdb("duckdb-plain"),
}

// duckdb is the driver of DuckDB; rows says in which form its values come.
func duckdb(rows string) *driver {
	return &driver{
		module:   "@duckdb/node-api",
		imports:  importsOf(duckdbNames),
		values:   true,
		defaults: map[string]string{"bindings": "@duckdb/node-bindings"},
		prelude: tracked("typescript/duckdb",
			prelude("common", "async", "transaction", "conflict-text", "transaction-async", "transaction-duckdb",
				"copy-time", "copy-numeric", "duckdb-values", "duckdb-moments", "duckdb-nested", rows, "duckdb",
				"duckdb-columns", "duckdb-strings", "duckdb-nested-columns", "duckdb-load", "duckdb-many", "lookup", "duckdb-lookup",
				"duckdb-page")),
		codec: newDuckdbValues, insert: columnLines,
		connection: "DuckDBConnection", migrate: "DuckDBConnection",
		async: true, natural: arrays, pluck: arrays,
		execution: helping{statement: typedStatement, source: typedSource},
	}
}

// driverName is the name of a target's driver: as the generator's id ends, and with its option plain so.
func driverName(t *target.Target, o plan.Options) string {
	name := cmp.Or(t.Driver, t.Engine)
	if o.Plain {
		name += "-plain"
	}
	return name
}

// importsOf are names that helpers know as the module has them.
func importsOf(names string) map[string]string {
	m := map[string]string{}
	for _, n := range strings.Fields(names) {
		m[n] = n
	}
	return m
}

// await in front of an expression of the driver's.
func (d *driver) await() string {
	if d.async {
		return "await "
	}
	return ""
}

// promise is the type of what a method returns.
func (d *driver) promise(t string) string {
	if d.async {
		return "Promise<" + t + ">"
	}
	return t
}
