package surface

import "strings"

// Methods is the surface.
var Methods = [...]Method{
	All: {Of: "QUERY", Does: "all rows", Returns: List, When: lists, In: all(Form{})},
	One: {
		When: single(One),
		Of:   "QUERY :one", Does: "one row", Returns: Optional,
		Doc: says("Returns {none} if no row matches."),
		In: map[string]Form{
			"typescript": {Instead: typed}, "python": {Instead: typed}, "rust": {Instead: typed},
			"java": {},
			"go":   {Instead: says("Returns an error that is sql.ErrNoRows if no row matches.")},
		},
	},
	Demanded: {
		When: single(Demanded),
		Of:   "QUERY :one!", Does: "one row, required", Returns: OneRow,
		In: map[string]Form{
			"typescript": {Doc: says("Throws an error named NoRowError if no row matches.")},
			"java":       {Doc: says("Throws a NoRowException if no row matches.")},
			"python":     {Doc: says("Raises NoRowError if no row matches.")},
			"go":         {Doc: says("Returns an error that is sql.ErrNoRows if no row matches.")},
			"rust":       {Doc: says("Returns an error if no row matches: [`is_no_row`](sqg::Error::is_no_row) is true of it.")},
		},
	},
	Proven: {When: single(Proven), Of: "QUERY :one that always finds a row", Does: "the row", Returns: OneRow, In: all(Form{})},
	Page: {
		When: pages,
		Of:   "QUERY :page", Does: "a page of rows, after or before a cursor", Returns: Cursored,
		Doc: says("Returns a page of rows: the first page, the page after a cursor, or the page before it."),
		In:  all(Form{}),
	},
	Exec: {
		When: runs,
		Of:   "EXEC", Does: "runs the statement", Returns: Count,
		Doc: says("Returns the number of changed rows."), Default: true,
		In: all(Form{}),
	},
	Stream: {
		When: streams, Called: "the iterator of",
		Of: "QUERY", Does: "all rows, one at a time", Returns: Lazy,
		Doc: says("Returns the {row}s of {it} one at a time."),
		In: map[string]Form{
			"typescript": {Before: "iterate"},
			"java":       {After: "stream", Doc: says("Close the stream.")},
			"python":     {After: "iter", Doc: says("Close it to stop early.")},
			"go":         {Before: "each"},
			"rust":       {After: "stream"},
		},
	},
	Batch: {
		When: batched, Called: "the batch of",
		Of: "EXEC :batch", Does: "runs the statement for each row of parameters, all or none",
		Returns: Count,
		Doc:     says("Runs {it} for each row, all or none, and returns {count}."),
		In:      all(Form{After: "batch"}),
	},
	Bulk: {
		When: bulk, Called: "the bulk method of",
		Of: "EXEC :bulk", Does: "does the same with few statements, all or none", Returns: Count,
		Doc: says("Runs {it} for all rows with few statements, all or none, and returns {count}."),
		In:  all(Form{After: "bulk"}),
	},
	Lookup: {
		When: lookup, Called: "the bulk method of",
		Of: "QUERY :bulk", Does: "the query for each row of parameters", Returns: Each,
		Doc: says("Returns the result of {it} for each row, in order{missing}."),
		In:  all(Form{After: "bulk"}),
	},
	BulkInsert: {
		Of: "TABLE :appender", Does: "inserts rows, all or none", Returns: Count,
		Doc: says("Inserts rows into the table {table}, all or none, and returns their number."),
		In:  all(Form{Before: "bulk insert"}),
	},
	Appender: {
		Of: "TABLE :appender", Does: "inserts rows one by one", Returns: Buffer,
		Doc: says("Inserts rows into the table {table} one by one."),
		In: map[string]Form{
			"typescript": {Before: "create", After: "appender", Doc: says("flush() and close() write the buffered rows.")},
			"java":       {Before: "create", After: "appender", Doc: says("flush() and close() write the buffered rows.")},
			"python":     {Before: "create", After: "appender", Doc: says("Use it in {with} statement.")},
			"go":         {Lacks: "rows come from an `iter.Seq`, a function that pushes them"},
			"rust":       {Lacks: "rows come from an iterator or a stream, such as a channel's receiver"},
		},
	},
	Migrations: {
		Of: "MIGRATE", Does: "the migrations", Returns: Scripts,
		Doc: says("Returns the SQL of every migration, in order."),
		In: map[string]Form{
			"typescript": {Before: "get migrations"}, "java": {Before: "get migrations"}, "python": {Before: "get migrations"},
			"go": {After: "migrations"}, "rust": {Before: "migrations"},
		},
	},
	Apply: {
		Of: "MIGRATE, with `migrations: true`", Does: "applies pending migrations", Returns: Ids,
		Doc:      says("Applies pending migrations, each in a transaction, and returns their ids."),
		Overload: "Does the same for a project of another name.",
		In:       migrating("apply"),
	},
	Pending: {
		Of: "MIGRATE, with `migrations: true`", Does: "lists pending migrations, writes nothing", Returns: Ids,
		Doc:      says("Returns the ids of pending migrations, in order.", "It writes nothing."),
		Overload: "Does the same for a project of another name.",
		In:       migrating("pending"),
	},
	Transaction: {
		Of: "the class", Does: "calls a function in a transaction", Returns: Failure,
		Doc: says("Calls fn with the same {what} in a transaction, commits if fn returns nil, and rolls back otherwise."),
		In:  only("go", Form{Before: "in tx"}, "with `transactions: true` there is more"),
	},
	Transact: {
		Of: "the class, with `transactions: true`", Does: "calls a function in a transaction, with options", Returns: Worked,
		Doc: says("Calls {fn} with the same statements in a transaction, which commits if {fn} {returns} and rolls back if it {fails}.",
			"Within a transaction it is a savepoint.",
			"After a conflict with another transaction, {fn} runs again, at most as often as the option retry says."),
		In: map[string]Form{
			"typescript": {Before: "transaction"}, "go": {Before: "transaction"},
			"python": {Before: "transaction"}, "java": {Before: "in transaction"}, "rust": {Before: "transaction"},
		},
	},
	WithTx: {
		Of: "the class", Does: "the same statements in a transaction", Returns: Object,
		Doc: says("Returns the same {what} in a transaction."),
		In: only("go", Form{Before: "with tx", Only: append([]string{"postgres/pgx"}, databaseSQL...)},
			"the constructor takes the transaction's connection"),
	},
	Prepared: {
		Of: "the class", Does: "prepares each statement once", Returns: Object,
		Doc: says("Returns the {what} on {handles}, each prepared by its first call until Close.", "Make one object and keep it."),
		In:  only("go", Form{Before: "prepared", Only: databaseSQL}, driverKeeps),
	},
	Close: {
		Of: "the class", Does: "closes its prepared statements", Returns: Nothing,
		Doc: says("Closes the prepared statements.", "The {connection} stays open."),
		In: map[string]Form{
			"typescript": {Lacks: driverKeeps}, "python": {Lacks: driverKeeps}, "rust": {Lacks: driverKeeps},
			"java": {Before: "close", Only: []string{"sqlite"}},
			"go":   {Before: "close", Only: databaseSQL},
		},
	},
	Observed: {
		Of: "the class, with `observer: true`", Does: "the same statements with an observer", Returns: Object,
		Doc: says("Returns the same {what}, reported to the observer."),
		In: map[string]Form{
			"typescript": {Lacks: constructed}, "java": {Lacks: constructed}, "python": {Lacks: constructed},
			"go": {Before: "with observer"}, "rust": {Before: "with observer"},
		},
	},
	Tuples: {
		When: columns, Called: "the tuples of",
		Of: "QUERY", Does: "all rows as the driver's tuples", Returns: List,
		Doc: says("Returns the rows of {it} as the driver's own tuples."),
		In:  only("python", Form{After: "raw"}, "tuples are no faster to read"),
	},
	ArrowResult: {
		When: lists, Called: "the Arrow result of",
		Of: "QUERY", Does: "all rows in Arrow's format", Returns: Columns,
		Doc: says("Returns the rows of {it} as {arrow}."),
		In: map[string]Form{
			"typescript": {Lacks: notYet}, "go": {Lacks: notYet}, "rust": {Lacks: notYet},
			"java":   {After: "arrow", Only: []string{"duckdb/arrow"}, Doc: says("Close the reader.")},
			"python": {After: "arrow", Only: []string{"duckdb"}},
		},
	},
	DataFrame: {
		When: columns, Called: "the data frame of",
		Of: "QUERY", Does: "all rows as a data frame", Returns: Columns,
		Doc: says("Returns the rows of {it} as {arrow}."),
		In:  only("python", Form{After: "df", Only: []string{"duckdb"}}, "the language has no data frame of its own"),
	},
	ArrowInsert: {
		Of: "TABLE :appender", Does: "inserts rows in Arrow's format, all or none", Returns: Count,
		Doc: says("Inserts rows into the table {table}, all or none, and returns their number.",
			"The Arrow columns have the names of the table's columns."),
		Overload: "Inserts vectors, and leaves them open.",
		In: map[string]Form{
			"typescript": {Lacks: notYet}, "go": {Lacks: notYet}, "rust": {Lacks: notYet},
			"java":   {Before: "bulk insert", After: "arrow", Only: []string{"duckdb/arrow"}, Doc: says("Closes the reader.")},
			"python": {Before: "bulk insert", After: "arrow", Only: []string{"duckdb"}},
		},
	},
	InsertOver: {
		Of: "TABLE :appender", Does: "inserts rows over several connections", Returns: Count,
		Doc: says("Inserts rows over several connections of a pool at once.",
			"Each connection commits its own rows: after an error, rows of other connections may stay."),
		In: only("go", Form{Before: "bulk insert", After: "over", Only: []string{"postgres/pgx"}}, notYet),
	},
	Attach: {
		Of: "ATTACH", Does: "attaches a database", Returns: Nothing,
		Doc: says("Attaches a PostgreSQL database as {database}, {mode}, for the whole database instance.",
			"The address is a URL or key=value pairs of libpq."),
		Overload: "Attaches it with DuckDB's PostgreSQL extension from a file.",
		In:       attaching(),
	},
	Detach: {
		Of: "ATTACH", Does: "detaches it", Returns: Nothing, Doc: says("Detaches {database}."), In: inDuckdb(Form{Before: "detach"}),
	},
	Codecs: {
		Of: "the class", Does: "registers codecs of types on a connection", Returns: Nothing,
		Doc: says("Registers codecs for interval, money and tsvector on a connection.", "Call it once per connection."),
		In:  only("python", Form{Before: "set codecs", Only: []string{"postgres/asyncpg"}}, "no driver needs it"),
	},
}

const (
	notYet      = "not there yet"
	constructed = "the constructor takes the observer"
	driverKeeps = "the driver keeps statements prepared"
)

// typed is no comment, as the type of the result says it.
var typed = []string{}

// databaseSQL are Go's drivers for database/sql.
var databaseSQL = []string{"sqlite/mattn", "sqlite/modernc", "duckdb"}

// says are the sentences of a comment.
func says(sentences ...string) []string { return sentences }

// all is a form that every language has.
func all(f Form) map[string]Form {
	in := map[string]Form{}
	for _, l := range Languages {
		in[l] = f
	}
	return in
}

// only is a form that one language has; the others lack it.
func only(language string, f Form, lacks string) map[string]Form {
	in := all(Form{Lacks: lacks})
	in[language] = f
	return in
}

// migrating are the functions about the migrations of a database.
func migrating(verb string) map[string]Form {
	in := all(Form{Before: verb + " migrations"})
	in["go"] = Form{Before: verb, After: "migrations",
		Doc: says(`The database records migrations by project; "" means {project}.`)}
	in["rust"] = Form{Before: verb + " migrations",
		Doc: says("The database records migrations by project; `None` means {project}.")}
	return in
}

// attaching are the functions that attach a database.
func attaching() map[string]Form {
	const extension = "extension is the path of DuckDB's PostgreSQL extension; DuckDB fetches it if that is {none}."
	in := inDuckdb(Form{Before: "attach", Doc: says(extension)})
	in["java"] = Form{Before: "attach", Only: in["java"].Only}
	in["go"] = Form{Before: "attach", Only: in["go"].Only, Doc: says(strings.Replace(extension, "{none}", `""`, 1))}
	in["rust"] = Form{Before: "attach", Only: in["rust"].Only, Doc: says(strings.Replace(extension, "extension", "`extension`", 1))}
	return in
}

// inDuckdb is a function about a database that DuckDB attaches.
func inDuckdb(f Form) map[string]Form {
	f.Only = []string{"duckdb"}
	in := all(f)
	f.Only = []string{"duckdb", "duckdb/arrow"}
	in["java"] = f
	return in
}
