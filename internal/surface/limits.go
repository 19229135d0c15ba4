package surface

// Limit is how much a program holds, sends or reads at once.
type Limit struct {
	Of        string // what it limits
	Value     int
	Why       string
	Constants map[string]string // its names in the preludes, by file
}

// Limits are those of the preludes. A test compares the table with them, and finds what is missing in it. What :bulk
// has for each driver stands in target.Bulk.
var Limits = []Limit{
	{
		Of: "statements of a `:batch` in flight to PostgreSQL, or in a JDBC batch", Value: 1000,
		Why: "one round trip for each of them costs little; the server's answers to more wait in buffers",
		Constants: map[string]string{
			"golang/prelude/pgx.go": "batchRows", "java/prelude/Batches.java": "BATCH",
			"rust/prelude/postgres_batch.rs": "BATCH", "typescript/prelude/wire.ts": "batchRows",
		},
	},
	{
		Of: "rows per fetch of a PostgreSQL stream", Value: 1000,
		Why: "one round trip for each of them costs little, and they need little memory",
		Constants: map[string]string{
			"java/prelude/Postgres.java": "FETCHED", "python/prelude/postgres_psycopg.py": "_FETCH",
			"python/prelude/postgres_asyncpg.py": "_FETCH", "typescript/prelude/pg.ts": "rowsAtATime",
			"typescript/prelude/postgres.ts": "rowsAtATime",
		},
	},
	{
		Of: "rows of a failed PostgreSQL `:bulk` statement that run one by one", Value: 64,
		Why: "more rows are bisected, so that an error names its row after few statements",
		Constants: map[string]string{
			"golang/prelude/pgx_bulk.go": "halved", "java/prelude/PostgresMany.java": "HALVED",
			"python/prelude/postgres_many.py": "_HALVED", "rust/prelude/postgres_many.rs": "HALVED",
			"typescript/prelude/many.ts": "halved",
		},
	},
	{
		Of: "bytes of rows per COPY message", Value: 64 << 10,
		Why: "smaller messages cost more calls, larger ones gain nothing",
		Constants: map[string]string{
			"golang/prelude/pgx_copy.go": "copySize", "java/prelude/PostgresCopy.java": "PIECE",
			"python/prelude/postgres_copy.py": "_COPY_CHUNK", "rust/prelude/postgres_copy.rs": "CHUNK",
			"typescript/prelude/copy.ts": "chunkBytes",
		},
	},
	{
		Of: "rows per encoding step of COPY in Python", Value: 128,
		Why:       "a list of more does not stay in the processor's cache",
		Constants: map[string]string{"python/prelude/postgres_copy.py": "_COPY_ROWS"},
	},
	{
		Of: "the same for rows in memory", Value: 1000, Why: "pieces of 128 take 15 % longer",
		Constants: map[string]string{"python/prelude/postgres_many.py": "_STAGED_ROWS"},
	},
	{
		Of: "bytes that a Java appender buffers for COPY", Value: 1 << 20,
		Why:       "between two COPYs the connection is free",
		Constants: map[string]string{"java/prelude/PostgresCopy.java": "COLLECTED"},
	},
	{
		Of: "bytes of one message of COPY with a long row", Value: 16 << 20,
		Why:       "the server refuses a message of a gigabyte",
		Constants: map[string]string{"java/prelude/PostgresCopy.java": "LONGEST"},
	},
	{
		Of: "rows in the buffer of an appender", Value: 1024, Why: "one transaction for each of them costs little",
		Constants: map[string]string{
			"java/prelude/Batches.java": "BUFFERED", "java/prelude/DuckdbAppender.java": "BUFFERED",
			"typescript/prelude/sqlite.ts": "bufferedRows",
		},
	},
	{
		Of: "rows of a data chunk of DuckDB", Value: 2048, Why: "that is DuckDB's own size",
		Constants: map[string]string{
			"golang/prelude/duckdb_bulk.go": "chunkRows", "java/prelude/DuckdbAppender.java": "CHUNK",
			"python/prelude/duck.py": "_FETCH", "rust/prelude/duckdb_insert.rs": "CHUNK",
			"typescript/prelude/duckdb-columns.ts": "chunkRows",
		},
	},
	{
		Of: "rows per insert into DuckDB", Value: 122_880, Why: "that is a row group, the unit of DuckDB's compression",
		Constants: map[string]string{"golang/prelude/duckdb_bulk.go": "groupRows",
			"java/prelude/DuckdbColumns.java": "BATCH"},
	},
	{
		Of: "rows in memory for Java's table function", Value: 2 * 122_880, Why: "more row groups are hardly faster",
		Constants: map[string]string{"java/prelude/DuckdbFunction.java": "ROWS"},
	},
	{
		Of: "rows in the buffer of Rust's appender", Value: 5 * 122_880,
		Why:       "its threads store several row groups at once",
		Constants: map[string]string{"rust/prelude/duckdb_insert.rs": "ROWS"},
	},
	{
		Of: "rows per column batch in Python", Value: 12_288, Why: "their values fit in a processor's cache",
		Constants: map[string]string{"python/prelude/duck.py": "_BATCH_ROWS"},
	},
	{
		Of: "rows of a batch of Arrow's vectors", Value: 65_536, Why: "they need little memory",
		Constants: map[string]string{"java/prelude/DuckdbVectors.java": "VECTOR_ROWS"},
	},
	{
		Of: "bytes of Arrow's vectors per written batch", Value: 16 << 20, Why: "wide rows are fewer in a batch",
		Constants: map[string]string{"java/prelude/DuckdbColumns.java": "BYTES"},
	},
	{
		Of: "bytes of rows in memory for Java's table function", Value: 64 << 20, Why: "wide rows are fewer in memory",
		Constants: map[string]string{"java/prelude/DuckdbFunction.java": "BYTES"},
	},
	{
		Of: "bytes of rows in the buffer of Rust's appender", Value: 256 << 20, Why: "wide rows are fewer in memory",
		Constants: map[string]string{"rust/prelude/duckdb_insert.rs": "BYTES"},
	},
	{
		Of: "bytes of values that a column buffer keeps", Value: 16 << 20,
		Why:       "one call with very long lists must not keep their memory",
		Constants: map[string]string{"typescript/prelude/duckdb-columns.ts": "mostKept"},
	},
	{
		Of: "bytes of long strings per call of DuckDB", Value: 64 << 10,
		Why:       "a call for each of them costs more than the copy",
		Constants: map[string]string{"typescript/prelude/duckdb-strings.ts": "pieceBytes"},
	},
	{
		Of: "data chunks per insert into DuckDB", Value: 60, Why: "that is a row group",
		Constants: map[string]string{"typescript/prelude/duckdb-load.ts": "batchChunks"},
	},
	{
		Of: "rows of an array of Java's", Value: 4096,
		Why:       "a long array costs the garbage collector work for each row",
		Constants: map[string]string{"java/prelude/DuckdbAppender.java": "PIECE"},
	},
	{
		Of: "initial rows of a Java column buffer", Value: 1024, Why: "few rows need little memory",
		Constants: map[string]string{"java/prelude/DuckdbColumns.java": "ROOM"},
	},
	{
		Of: "rows that Java's `:bulk` reads from the source before it encodes them", Value: 1024,
		Why:       "new rows are still in the processor's cache",
		Constants: map[string]string{"java/prelude/DuckdbMany.java": "AT_HAND"},
	},
	{
		Of: "keys that Java's `:bulk` counts without a table", Value: 1024, Why: "most calls have fewer",
		Constants: map[string]string{"java/prelude/DuckdbMany.java": "FEW"},
	},
	{
		Of: "threads that DuckDB may have", Value: 1024, Why: "DuckDB takes no more",
		Constants: map[string]string{"rust/prelude/duckdb_insert.rs": "ALL"},
	},
	{
		Of: "prepared statements in Go's cache", Value: 1000, Why: "only texts made at run time need more",
		Constants: map[string]string{"golang/prelude/sql_prepared.go": "keptStatements"},
	},
	{
		Of: "milliseconds that a transaction pauses at most before it is tried again", Value: 1000,
		Why: "what it has met is over by then",
		Constants: map[string]string{
			"golang/prelude/transaction.go": "longestPause", "java/prelude/Transactions.java": "LONGEST_PAUSE",
			"python/prelude/transaction.py": "_LONGEST_PAUSE", "rust/prelude/transaction.rs": "LONGEST_PAUSE",
			"typescript/prelude/transaction.ts": "longestPause",
		},
	},
	{
		Of: "milliseconds that `applyMigrations` waits for another process", Value: 60_000,
		Why:       "SQLite has one writer at a time",
		Constants: map[string]string{"typescript/prelude/sqlite.ts": "migrationTimeout"},
	},
}

// NoLimits are numbers in preludes that limit nothing: of a format, a calendar or a protocol.
var NoLimits = map[string]string{
	"golang/prelude/pgx_copy.go": "year2000", "java/prelude/DuckdbValues.java": "GREGORIAN",
	"java/prelude/jdk22/DuckdbArrow.java": "ARRAY_SIZE", "python/prelude/postgres.py": "_LAST_MICROS",
	"typescript/prelude/postgres.ts": "unknownType",
}
