package target

import "slices"

var (
	optMigrations = Option{Key: "migrations", Kind: Flag,
		Doc: "generate applyMigrations(), which tracks what a database has"}
	optTransaction = Option{Key: "transactions", Kind: Flag,
		Doc: "generate a method that calls a function in a transaction, with options, and again after a conflict"}
	optTests = Option{Key: "tests", Kind: Flag,
		Doc: "generate a file for tests: it makes scratch databases with the schema and TESTDATA"}
	optTrust = Option{Key: "trust", Kind: Flag,
		Doc: "do not check what is read: neither declared types that SQLite does not enforce, nor integers that the driver may have rounded"}
	optPackage = Option{Key: "package", Kind: Word, Doc: "the Java package of the generated class"}
	optBoxed   = Option{Key: "boxed", Kind: Flag,
		Doc: "wrapper types (Long) instead of primitives (long) for NOT NULL values"}
	optRowSuffix = Option{Key: "rowSuffix", Kind: Word, Values: []string{"Row", "Result"}, Default: "Row",
		Doc: "what the name of the type of a query's rows ends in: SQG 0.x had Result"}
	optNullability = Option{Key: "nullability", Kind: Word, Values: []string{"jspecify"},
		Doc: "annotate nullable references with JSpecify's @Nullable"}
	optAnnotations = Option{Key: "annotations", Kind: Texts, Form: `@\w+(\.\w+)*(\(.*\))?`,
		Such: "@com.fasterxml.jackson.annotation.JsonInclude(JsonInclude.Include.NON_NULL)",
		Doc:  "annotations of records: those of rows and parameters, and of the schema's types"}
	optClasses = Option{Key: "classes", Kind: Word, Values: []string{"unit", "file"}, Default: "unit",
		Doc: "what becomes a class: the unit, or each SQL file of it; then types that several of them may need are written once, beside them"}
	optBulkFrom = Option{Key: "bulkFrom", Kind: Count,
		Doc: "from how many rows on a call of :bulk runs one statement for them, instead of the statement for each; if not from where that was measured to be faster"}
	optStagedFrom = Option{Key: "stagedFrom", Kind: Count,
		Doc: "from how many rows on that statement has them from a temporary table, which COPY fills, instead of as lists"}
	optLock = Option{Key: "lockTimeout", Kind: Count,
		Doc: "how many milliseconds a migration may wait for a lock, while what comes behind it waits as well; then it is undone, and tried again, up to ten times in half a minute. Not of one with `:no_transaction`"}
	optStatement = Option{Key: "statementTimeout", Kind: Count,
		Doc: "how many milliseconds a statement of a migration may take. Not of one with `:no_transaction`"}
	optPooler = Option{Key: "pooler", Kind: Word, Values: []string{"transaction"},
		Doc: "what stands between the program and the server: with `transaction` a pooler such as PgBouncer that gives each transaction a connection. Nothing is kept beyond a transaction then: a statement that needs that is an error"}
	optEnums = Option{Key: "enums", Kind: Word, Values: []string{"strict", "open"}, Default: "strict",
		Doc: "what becomes of a label that the generated code does not know, as a later migration may add one: an error, or a value that keeps it"}
	optTypes = Option{Key: "types", Kind: Word, Values: []string{"text", "exact"}, Default: "text",
		Doc: "what becomes of a value whose type the language has no counterpart of: its text, or an error when the code is generated"}
	optGeometry = Option{Key: "geometry", Kind: Word, Values: []string{"ewkb", "wkt", "geojson"}, Default: "ewkb",
		Doc: "what PostGIS's geometry and geography are: the bytes of EWKB, WKT with the SRID in front, or GeoJSON"}
	optParams = Option{Key: "params", Kind: Word, Values: []string{"object", "positional"},
		Doc: "how a method takes its parameters: by name, in one value (in Python by keyword), or one by one; if not, more than three by name"}
	optNames = Option{Key: "names", Kind: Word, Values: []string{"column", "camel"}, Default: "column",
		Doc: "what the properties of rows and parameters are called: as the columns, or `ownerId` where the column is `owner_id`"}
	optDates = Option{Key: "dates", Kind: Word, Values: []string{"string", "date"},
		Doc: "`date` reads timestamptz as Date, cut to milliseconds. If not, it is exact text, with DuckDB the driver's value"}
	optRows = Option{Key: "rows", Kind: Word, Default: "dataclass",
		Values: []string{"dataclass", "frozen", "namedtuple", "msgspec", "pydantic"},
		Doc:    "what row types are: dataclasses, frozen ones, NamedTuples, or classes of msgspec or pydantic, which the program then needs"}
	optJSON = Option{Key: "json", Kind: Word, Values: []string{"parsed", "text"}, Default: "parsed",
		Doc: "what json and jsonb are: values of the language, whose numbers may lose digits, or their text, which keeps them"}
	optInterface = Option{Key: "interface", Kind: Flag,
		Doc: "generate the type of the class's methods, for tests: an interface, a Protocol, or a trait"}
	optReader = Option{Key: "reader", Kind: Flag,
		Doc: "generate the type of the queries that are proven to only read, for an object on a replica, or on a connection that only reads"}
	optWithoutEach = Option{Key: "interfaceWithoutEach", Kind: Flag,
		Doc: "leave the methods that return rows one at a time out of that type: a fake has half as many methods"}
	optComments = Option{Key: "comments", Kind: Flag,
		Doc: "end each statement's SQL with a comment of its name and file, as sqlcommenter writes it"}
	optObserver = Option{Key: "observer", Kind: Flag, Doc: "generate an optional hook around every operation"}
)

// optSupport says where the helpers of generated code go.
func optSupport(byDefault string) Option {
	return Option{Key: "support", Kind: Word, Values: []string{"file", "inline"}, Default: byDefault,
		Doc: "where the helpers go that generated code needs: a file of their own, which all units that are written to the folder share, or the end of the unit's file"}
}

// All generators.
var All = withCommon([]Target{
	sqliteTS("better-sqlite3", "better-sqlite3", "better-sqlite3, synchronous; the default", true,
		BulkRule{Many: 1, Sorts: 1000, Rows: 32, MaxCols: 40,
			Why: "bench/read/typescript insert: 0.29 of row by row at 3 columns, 0.62 at 15, 0.85 at 40, no gain at 80"}),
	sqliteTS("node", "node:sqlite", "node:sqlite, built into Node 22 and newer, synchronous", false,
		BulkRule{Many: 1, Sorts: 1000, Rows: 32, MaxCols: 40,
			Why: "bench/read/typescript insert: 0.40 of row by row at 3 columns, 0.66 at 15, 0.84 at 40, 0.92 at 80"}),
	bindsWholes(sqliteTS("bun", "bun:sqlite", "bun:sqlite, built into Bun, synchronous", false,
		BulkRule{Many: 1, Sorts: 1000, Rows: 32, MaxCols: 20,
			Why: "bench/read/typescript insert: 0.09 of row by row at 3 columns, 0.57 at 15, 0.73 at 20, no gain at 40"})),
	sqliteTS("libsql", "@libsql/client", "libSQL client for local files and remote servers, asynchronous", false,
		BulkRule{Many: 1, Sorts: 1000, Rows: 64, MaxCols: 80,
			Why: "bench/read/typescript insert: the client prepares each statement again; 0.14 of row by row at 3 columns, 0.36 at 15, 0.58 at 80"}),
	bindsWholes(sqliteTS("turso", "@tursodatabase/database", "Turso's SQLite-compatible engine in Rust, asynchronous",
		false, BulkRule{Many: 1, Sorts: 1000, Rows: 32, MaxCols: 80,
			Why: "bench/read/typescript insert: 0.46 of row by row at 3 columns, 0.74 at 15, 0.55 at 80"})),
	{
		Language: "java", Engine: "sqlite", Default: true, Package: "org.xerial:sqlite-jdbc",
		Doc:            "JDBC with sqlite-jdbc",
		FileNamesClass: true,
		Bulk: BulkRule{Many: 1, Sorts: 1000, Rows: 128, MaxCols: 255,
			Why: "two thirds of the time of JDBC batches of one row with 3 columns of 8 bytes, nine tenths with 16 of 32 bytes (bench/read/java)"},
		Options: []Option{optMigrations, optObserver, optTrust, optPackage, optRowSuffix, optBoxed, optNullability,
			optAnnotations,
			optClasses, optSupport("file")},
	},
	{
		Language: "python", Engine: "sqlite", Default: true, Package: "sqlite3", Doc: "sqlite3 of the standard library",
		Bulk: BulkRule{Many: 1, Sorts: 1000, Rows: 64, MaxCols: 2000,
			Why: "against executemany: 0.37 of its time with 3 columns of 8 bytes, 0.79 with 16 of 32, 0.9 with 200 of 8; more than 64 rows gain nothing"},
		Options: []Option{optMigrations, optObserver, optRows, optClasses, optSupport("inline")},
	},
	postgresTS("pg", "pg", "node-postgres; the default", true,
		BulkRule{Many: 10_000, Few: 2, Look: 2, Stages: true, Counts: true, Keys: true, OwnKeys: true, From: 5000,
			Unlisted: 20, Copy: 5, Why: "COPY in binary format from 5 rows on, one INSERT of several rows below: bench/bulk/typescript/run.sh crossover"}),
	postgresTS("postgres", "postgres", "postgres.js", false,
		BulkRule{Many: 10_000, Few: 2, Look: 2, Stages: true, Counts: true, Keys: true, OwnKeys: true, From: 5000,
			Unlisted: 250, // 20, but for what Why says of a small COPY
			Copy:     1000,
			Why:      "COPY in binary format from 1,000 rows on, one INSERT of several rows below: over TCP the driver waits 45 ms with each COPY of less than 64 KB (bench/bulk/typescript/run.sh crossover)"}),
	embedded(postgresTS("pglite", "@electric-sql/pglite", "PGlite, PostgreSQL within the program, without a server",
		false, BulkRule{Many: 10_000, Few: 2, Look: 2, Stages: true, Counts: true, Keys: true, OwnKeys: true,
			From: 5000, Unlisted: 20, Copy: 20,
			Why: "COPY in binary format from 20 rows of 4 columns on: within a transaction it takes 0.25 ms, an INSERT of 20 rows 0.38, of 100 rows 0.5 and 1.6"})),
	{
		Language: "typescript", Engine: "duckdb", Default: true, Package: "@duckdb/node-api",
		Doc:         "DuckDB's client for Node, asynchronous",
		Placeholder: Dollar, TaggedUnions: true, Tells: []string{"BIGNUM"},
		Bulk: BulkRule{Many: 1_000_000, Few: 12, Look: 4, Joins: true, Appends: true,
			Why: "chunks of 2,048 rows, straight into the columns of the driver's appender, for any number of rows"},
		Options: []Option{optMigrations, optObserver, optEnums, optClasses, optNames, optDates, optSupport("inline"),
			{Key: "plain", Kind: Flag,
				Doc: "read and take JavaScript's own values (string, Map, arrays, objects) instead of the driver's (DuckDBDecimalValue, DuckDBListValue)"},
		},
	},
	{
		Language: "java", Engine: "postgres", Default: true, Package: "org.postgresql:postgresql",
		Doc:            "JDBC with pgjdbc",
		FileNamesClass: true,
		Placeholder:    QuestionDoubled, Casts: CastRepeated,
		Bulk: BulkRule{Many: 1000, Few: 50, Look: 2, Stages: true, Counts: true, Keys: true,
			Unlisted: 700, Shared: []string{"blob"}, Copy: 20,
			Why: "over loopback COPY is faster from 2 rows on (10 rows: 46 µs and 83 by INSERT, 20: 61 and 124, sqg bench java-postgres, operation few), but it takes a round trip more: with 0.1 ms of network between from about 25 rows on"},
		Options: []Option{optMigrations, optObserver, optEnums, optPackage, optRowSuffix, optBoxed, optNullability,
			optAnnotations,
			optClasses, optSupport("file")},
	},
	duckdbJava("", "JDBC with duckdb_jdbc", true),
	duckdbJava("arrow", "JDBC with duckdb_jdbc, and rows as vectors of Apache Arrow besides", false),
	postgresPython("psycopg", "psycopg", "psycopg 3, synchronous; the default", true, CastAll,
		BulkRule{Many: 1000, Few: 20, Look: 2, Stages: true, Counts: true, Keys: true, OwnKeys: true,
			Unlisted: 250, Shared: sharedPython, Copy: 2,
			Why: "COPY in binary format for more than one row: an INSERT of one takes half of its time, two in turn as much"}),
	withPlainRows(postgresPython("asyncpg", "asyncpg", "asyncpg, asynchronous", false, NoCasts,
		BulkRule{Many: 1000, Few: 2, Look: 2, Stages: true, Counts: true, Keys: true, OwnKeys: true,
			Unlisted: 20, Shared: sharedPython, Copy: 6,
			Why: "COPY in binary format from 6 rows on: up to there executemany takes 0.7 to 1.0 of its time"})),
	{
		Language: "python", Engine: "duckdb", Default: true, Package: "duckdb", Doc: "DuckDB's Python package",
		Placeholder: Dollar, Inexact: true, Bulk: BulkRule{Many: 1_000_000, Few: 20, Look: 4, Texts: true, Joins: true,
			Why: "INSERT … SELECT from Arrow batches, 122,880 rows a statement, which is a row group: parameters cost more than the rows"},
		Options: []Option{optMigrations, optObserver, optRows, optEnums, optClasses, optSupport("inline")},
	},
	sqliteGo("mattn", "github.com/mattn/go-sqlite3",
		"mattn/go-sqlite3 through database/sql, which needs a C compiler; the default", true),
	sqliteGo("modernc", "modernc.org/sqlite", "modernc.org/sqlite through database/sql, without C", false),
	sqliteGo("zombiezen", "zombiezen.com/go/sqlite",
		"zombiezen.com/go/sqlite on a connection of its own, without C and database/sql", false),
	{
		Language: "go", Engine: "postgres", Driver: "pgx", Default: true, Package: "github.com/jackc/pgx/v5",
		Doc:         "pgx, on a connection, a pool or a transaction",
		Placeholder: Dollar, Bulk: BulkRule{Many: 1000, Few: 2, Look: 2, Stages: true, Counts: true, Distinct: true,
			Keys: true, From: 5000, Unlisted: 25, Copy: 1, Builtin: true,
			Why: "COPY in binary format: few rows are sent with the statement, in one round trip, and take less than INSERT (sqg bench go-drivers --operations postgres-few)"},
		Options: optionsGo,
	},
	duckdbGo(),
	{
		Language: "rust", Engine: "sqlite", Driver: "rusqlite", Default: true, Package: "rusqlite",
		Doc: "rusqlite, synchronous, on a connection or a transaction",
		Bulk: BulkRule{Many: 1, Sorts: 1000, Rows: 32, MaxCols: 8,
			Why: "against a prepared statement of one row: 0.6 of its time with 3 columns of 8 bytes, 1.1 with 16 of 32 bytes"},
		Options: optionsRust,
	},
	{
		Language: "rust", Engine: "duckdb", Default: true, Package: "duckdb",
		Doc:         "the crate duckdb, synchronous, on a connection or a transaction",
		Placeholder: Dollar, Casts: CastInexact, Arrow: true, Options: append(slices.Clip(optionsRust), optEnums),
		Bulk: BulkRule{Many: 1_000_000, Few: 20, Look: 5, Scans: true, Alone: 245_760,
			Why: "INSERT … SELECT from Arrow batches that a table function hands to DuckDB's threads, up to five row groups of 122,880 rows a statement"},
	},
	{
		Language: "rust", Engine: "postgres", Driver: "tokio-postgres", Default: true, Package: "tokio-postgres",
		Doc:         "tokio-postgres, asynchronous, on a client or a transaction",
		Placeholder: Dollar, Binary: true, Named: true,
		Unpooled: "tokio-postgres prepares each statement by a name and runs it later, on another connection then",
		Bulk: BulkRule{Copy: 1, Many: 1000, Few: 2, Look: 2, Counts: true, Distinct: true, Keys: true, Stages: true,
			Unlisted: 400,
			Why:      "COPY in binary format, whose rows are encoded into the buffer that is sent"},
		Options: append(slices.Clip(optionsRust), optEnums),
	},
})

// withCommon adds options to all generators that have them: parameters, transactions, tests, crossovers, limits of
// migrations, types.
func withCommon(all []Target) []Target {
	for i := range all {
		t := &all[i]
		own := []Option{optParams, optTransaction, optTests, optInterface, optComments}
		if t.Language != "rust" { // whose trait never has those methods
			own = append(own, optWithoutEach)
		}
		if t.Bulk.Few > 0 {
			own = append(own, optBulkFrom)
		}
		if t.Bulk.Stages {
			own = append(own, optStagedFrom)
		}
		if t.Engine == "postgres" {
			own = append(own, optLock, optStatement, optGeometry, optReader)
			if !t.Embedded {
				own = append(own, optPooler)
			}
		}
		if t.Engine == "sqlite" {
			own = append(own, optReader)
		} else {
			own = append(own, optTypes)
		}
		t.Options = slices.Concat(t.Options, own)
	}
	return all
}

func duckdbGo() Target {
	return Target{
		Language: "go", Engine: "duckdb", Default: true, Package: "github.com/duckdb/duckdb-go/v2",
		Doc:         "duckdb-go through database/sql, which needs a C compiler",
		Placeholder: Dollar, Casts: CastAll, Parsed: true, Options: optionsGo,
		Bulk: BulkRule{Many: 1_000_000, Few: 20, Look: 5, Joins: true, Rows: 256, MaxCols: 1000, Params: 1024,
			Chunks: true, Why: "INSERT … SELECT from data chunks, 122,880 rows a statement, which is a row group"},
	}
}

// optionsRust are those of all generators for Rust.
var optionsRust = []Option{optMigrations, optObserver, optClasses,
	{Key: "derive", Kind: Texts, Form: `\w+(::\w+)*`, Such: "serde::Serialize",
		Doc: "what structs and enums derive besides: those of rows and parameters, and of the schema's types. With serde, labels of enums are those of the database"},
}

func sqliteGo(driver, pkg, doc string, def bool) Target {
	return Target{
		Language: "go", Engine: "sqlite", Driver: driver, Default: def, Package: pkg, Doc: doc, Options: optionsGo,
		Bulk: BulkRule{Many: 1, Sorts: 1000, Rows: 32, MaxCols: 1000,
			Why: "sqg bench go-drivers: 0.4 to 0.5 of row by row with 3 columns of 8 bytes, 0.7 to 0.9 with 16 of 32, by every driver; more rows gain nothing"},
	}
}

// optionsGo are those of all generators for Go.
var optionsGo = []Option{optMigrations, optObserver, optClasses,
	{Key: "tags", Kind: Word, Values: []string{"none", "json"}, Default: "none",
		Doc: "tags of fields: `json` has the column's name for encoding/json"},
	{Key: "nullable", Kind: Word, Values: []string{"pointer", "sql.Null", "guregu"}, Default: "pointer",
		Doc: "what a column or parameter is that may be NULL: a pointer, `sql.Null[T]`, or a type of github.com/guregu/null, such as `null.String`"},
	{Key: "uuid", Kind: Word, Values: []string{"bytes", "google"}, Default: "bytes",
		Doc: "what a UUID is: `[16]byte`, or `uuid.UUID` of github.com/google/uuid"},
	{Key: "numeric", Kind: Word, Values: []string{"driver", "shopspring"}, Default: "driver",
		Doc: "what an exact number is: the driver's type, or `decimal.Decimal` of github.com/shopspring/decimal"},
	{Key: "package", Kind: Word, Doc: "the Go package, if it is not called like the folder"},
}

func duckdbJava(driver, doc string, def bool) Target {
	strategies := Option{Key: "appender", Kind: Word, Values: []string{"function", "arrow", "row", "insert"},
		Doc: "how bulk inserts reach DuckDB: from a table function (the default, JDK 17), as Arrow columns in foreign memory (JDK 22), by the driver's row appender, or a statement for each row"}
	if driver == "arrow" {
		strategies.Values = append(strategies.Values, "vectors")
		strategies.Doc += "; with the generator java/duckdb/arrow also as vectors of Apache Arrow"
	}
	return Target{
		Language: "java", Engine: "duckdb", Driver: driver, Default: def, Package: "org.duckdb:duckdb_jdbc", Doc: doc,
		FileNamesClass: true,
		Placeholder:    Dollar, Casts: CastInexact, TaggedUnions: true,
		Tells: []string{"BIGNUM", "GEOMETRY", "VARIANT"},
		Bulk: BulkRule{Many: 1_000_000, Few: 20, Look: 4, Source: true,
			Why: "of a million sensor rows a table function takes half of the time of the best of the driver's other ways on JDK 17, Arrow's columns a third on JDK 22 (sqg bench java-duckdb)"},
		Options: []Option{optMigrations, optObserver, optEnums, optPackage, optRowSuffix, optBoxed, optNullability,
			optAnnotations,
			optClasses, optSupport("file"), strategies},
	}
}

func postgresTS(driver, pkg, doc string, def bool, bulk BulkRule) Target {
	return Target{
		Language: "typescript", Engine: "postgres", Driver: driver, Default: def, Package: pkg, Doc: doc,
		Placeholder: Dollar, Named: true, Bulk: bulk,
		Options: []Option{optMigrations, optObserver, optEnums, optClasses, optNames, optSupport("inline"),
			{Key: "int8", Kind: Word, Values: []string{"bigint", "number", "string"},
				Doc: "read bigint as this type instead of bigint; a number refuses what is beyond 2^53"},
			optDates,
			{Key: "vectors", Kind: Word, Values: []string{"array", "float32array"}, Default: "array",
				Doc: "what pgvector's vector and halfvec are: arrays of numbers, or Float32Array"},
			optJSON,
			{Key: "unprepared", Kind: Flag,
				Doc: "do not keep statements prepared on the server, as some connection poolers want it"},
		},
	}
}

// sharedPython are the kinds of columns that hold what can be changed, but for lists: those are copied.
var sharedPython = []string{"struct", "multirange"}

func postgresPython(driver, pkg, doc string, def bool, casts Casts, bulk BulkRule) Target {
	return Target{
		Language: "python", Engine: "postgres", Driver: driver, Default: def, Package: pkg, Doc: doc,
		Placeholder: Dollar, Binary: true, Casts: casts, Bulk: bulk,
		Options: []Option{optMigrations, optObserver, optRows, optEnums, optClasses, optSupport("inline"), optJSON},
	}
}

func withPlainRows(t Target) Target {
	t.PlainRows = true
	return t
}

// embedded is a driver that has PostgreSQL within the program, and no connection that would keep statements prepared.
func embedded(t Target) Target {
	t.Embedded = true
	t.Options = slices.DeleteFunc(t.Options, func(o Option) bool { return o.Key == "unprepared" })
	return t
}

func bindsWholes(t Target) Target {
	t.Wholes = true
	return t
}

func sqliteTS(driver, pkg, doc string, def bool, bulk BulkRule) Target {
	return Target{
		Language: "typescript", Engine: "sqlite", Driver: driver, Default: def, Package: pkg, Doc: doc,
		Bulk: bulk,
		Options: []Option{optMigrations, optObserver, optClasses, optNames, optDates, optSupport("inline"),
			optTrust,
			{Key: "runResult", Kind: Flag,
				Doc: "an EXEC returns `changes` and `lastInsertRowid` instead of the number of rows that it changed"},
			{Key: "safeIntegers", Kind: Flag, Doc: "read INTEGER as bigint instead of number"},
		},
	}
}
