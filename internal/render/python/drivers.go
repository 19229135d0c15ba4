package python

import (
	"cmp"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
	"github.com/sqg-dev/sqg/internal/target"
)

// driver is how a Python database module is called.
type driver struct {
	Uses       []string // names that every file imports
	Helpers    []string // helpers that every file needs
	Prelude    *core.Prelude
	Types      map[string]bool // helpers that are types
	Kinds      map[ir.Kind]kindType
	Nanos      map[ir.Kind]kindType // those that count nanoseconds, which no type of the standard library does
	JSONText   kindType             // json and jsonb with the option json: text
	Multirange string               // the type of a multirange of %s
	Connection string               // the connection's type
	Hold       string               // the expression for the connection that an instance keeps
	Unprepared string               // the same where no statement is kept prepared; "" where the program's connection says that
	Async      bool                 // what runs statements is awaited
	Execute    string               // runs a statement and gives a cursor
	// what holds how a query is asked for many rows; "" where the helper that asks takes that as arguments
	Lookup    string
	Given     string // what Execute takes before the statement
	Plain     string // behind a cursor: makes it give plain tuples whatever the connection is set to
	Select    string // runs a query whose columns are read in another form; "" where Execute does
	Returning string // the same for a statement that changes rows
	First     string // a helper that takes a cursor and gives its first row
	One       string // or behind a cursor, with its dot: its first row; else a helper in place of Execute
	// behind a cursor: a list of all rows as tuples; "" where the cursor is no list of tuples
	Many     string
	Rows     string                 // behind a cursor: all rows, to be read once
	Stream   string                 // a context manager that runs a statement, its rows() from a cursor on the server
	Within   string                 // the same without a cursor that outlives a transaction
	Frames   map[surface.Kind]frame // other forms that a whole result can have
	Affected string                 // behind a cursor: how many rows the statement changed
	Run      string                 // or a helper that takes connection, SQL and parameters, and returns that number
	// such a helper for statements that start with WITH, where the driver takes them for queries
	RunWith   string
	BatchWith string // what runs a batch of such a statement
	// what runs a statement for each row and counts what it affects; "" where a batch does
	Each    string
	Counted []string          // what a batch returns, where that is not how many rows changed
	Copied  map[string]string // helpers of COPY, and those that refuse what the driver would misread instead
	Names   bool              // batches take the names of what they bind, to find out which cannot be

	Forms func(*module) ir.Shapes[form] // of values of its engine's types; nil where all are scalars
	// CopyInto are the arguments that say where COPY writes to.
	CopyInto func(m *module, a *plan.Appender, table string) []emit.Doc
}

// copied is the helper of COPY that the driver uses in the place of a common one.
func (d *driver) copied(helper string) string { return cmp.Or(d.Copied[helper], helper) }

// driverOf is the driver of a generator.
func driverOf(t *target.Target) *driver { return target.Row(drivers, t.Part()) }

var drivers = map[string]*driver{
	"sqlite": {
		Uses: []string{"sqlite3"},
		Prelude: tracked("python/sqlite",
			prelude("common", "optional", "page", "nested", "text", "bulk", "sqlite", "transaction",
				"transaction_sqlite", "transaction_sync", "observed")),
		Kinds:      sqliteKinds,
		Forms:      sqliteForms,
		Connection: "sqlite3.Connection",
		Hold:       "conn",
		Execute:    "self._conn.execute",
		Plain:      ".row_factory = None",
		One:        ".fetchone()",
		Many:       ".fetchall()",
		Names:      true,
		Affected:   ".rowcount",
		RunWith:    "_execute_with",
		BatchWith:  "_execute_many_with",
	},
	"duckdb": {
		Uses: []string{"duckdb"},
		Prelude: tracked("python/duckdb",
			prelude("common", "optional", "page", "nested", "text", "interval", "bulk", "arrow", "duck", "duck_many",
				"duck_lookup", "transaction", "transaction_duck", "transaction_sync", "observed")),
		Types:      core.Set("Interval"),
		Kinds:      duckdbKinds,
		Nanos:      duckdbNanos,
		Forms:      duckdbForms,
		Connection: "duckdb.DuckDBPyConnection",
		Hold:       "conn",
		Execute:    "self._conn.execute",
		Select:     "_select",
		Returning:  "_returning",
		Lookup:     "_Lookup",
		First:      "_first",
		Many:       ".fetchall()",
		Rows:       ".fetchall()",
		Stream:     "_Stream",
		Frames: map[surface.Kind]frame{
			surface.ArrowResult: {Fetch: "_arrow_table", Doc: "a pyarrow.Table, with types as DuckDB has them"},
			surface.DataFrame:   {Fetch: "_data_frame", Doc: "a pandas.DataFrame: its decimals are floats"},
		},
		Run: "_execute",
	},
	"postgres/psycopg": {
		Uses:    []string{"psycopg", "Any"},
		Helpers: []string{"_utf8"},
		Prelude: tracked("python/postgres/psycopg",
			prelude("common", "optional", "page", "nested", "interval", "bulk", "postgres", "postgres_copy",
				"postgres_many", "postgres_psycopg", "transaction", "transaction_psycopg", "transaction_sync", "observed")),
		Types:      core.Set("Interval Inet Cidr"),
		Kinds:      psycopgKinds,
		JSONText:   kindType{Type: "str", Stored: "str", Pack: "_pack_text"},
		Forms:      psycopgForms,
		Multirange: "Multirange[%s]",
		Connection: "psycopg.Connection[Any]",
		Hold:       "_utf8(conn)",
		Unprepared: "_unprepared(_utf8(conn))",
		Execute:    "_run",
		Given:      "self._conn",
		CopyInto:   copyStatement,
		One:        ".fetchone()",
		Many:       ".fetchall()",
		Rows:       ".fetchall()",
		Stream:     "_Stream",
		Within:     "_stream_within",
		Affected:   ".rowcount",
	},
	"postgres/asyncpg": {
		Helpers: []string{"_Connection"},
		Prelude: tracked("python/postgres/asyncpg",
			prelude("common", "optional", "page", "nested", "interval", "postgres", "postgres_copy", "postgres_many",
				"postgres_asyncpg", "postgres_asyncpg_writes", "transaction", "transaction_asyncpg")),
		Types:      core.Set("Interval Inet Cidr"),
		Kinds:      asyncpgKinds,
		JSONText:   kindType{Type: "str", Stored: "str", Decode: "_json_text", Pack: "_pack_text"},
		Forms:      asyncpgForms,
		Multirange: "list[Range[%s]]",
		Connection: "_Connection",
		Hold:       "conn",
		Async:      true,
		Execute:    "_fetch",
		Given:      "self._conn",
		One:        "_fetch_one",
		Stream:     "_Stream",
		Within:     "_StreamWithin",
		Counted:    []string{"{count}", "how many rows there are, as asyncpg does not say how many changed"},
		CopyInto:   copyNames,
		Copied: map[string]string{"_days": "_finite_days", "_micros": "_finite_micros",
			"_micros_utc":   "_finite_micros_utc",
			"_micros_since": "_finite_micros_since"},
		Run:  "_execute",
		Each: "_run_each",
	},
}
