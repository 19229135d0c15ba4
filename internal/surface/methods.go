package surface

// Methods is the surface.
var Methods = [...]Method{
	All: {Of: "QUERY", Does: "all rows", Returns: "a list", In: all(Form{})},
	One: {
		Of: "QUERY :one", Does: "one row", Returns: "a row, or none",
		Doc: says("Returns {none} if no row matches."),
		In: map[string]Form{
			"typescript": {Instead: typed}, "python": {Instead: typed}, "rust": {Instead: typed},
			"java": {},
			"go":   {Instead: says("Returns an error that is sql.ErrNoRows if no row matches.")},
		},
	},
	Demanded: {
		Of: "QUERY :one!", Does: "one row, which has to be there", Returns: "a row",
		In: map[string]Form{
			"typescript": {Doc: says("Throws an error named NoRowError if no row matches.")},
			"java":       {Doc: says("Throws a NoRowException if no row matches.")},
			"python":     {Doc: says("Raises NoRowError if no row matches.")},
			"go":         {Doc: says("Returns an error that is sql.ErrNoRows if no row matches.")},
			"rust":       {Doc: says("Returns an error if no row matches; [`is_no_row`](sqg::Error::is_no_row) tells it from others.")},
		},
	},
	Proven: {Of: "QUERY :one that always finds a row", Does: "the row", Returns: "a row", In: all(Form{})},
	Page: {
		Of: "QUERY :page", Does: "a page of rows, behind or before a cursor", Returns: "a page",
		Doc: says("Returns a page of rows: the first one, that after a cursor, or that before it."),
		In:  all(Form{}),
	},
	Exec: {
		Of: "EXEC", Does: "runs the statement", Returns: "how many rows it changed",
		Doc: says("Returns how many rows it changed."), Default: true,
		In: all(Form{}),
	},
	Stream: {
		Of: "QUERY", Does: "all rows, one at a time", Returns: "an iterator",
		Doc: says("Returns what {it} returns, one {row} at a time."),
		In: map[string]Form{
			"typescript": {Before: "iterate"},
			"java":       {After: "stream", Doc: says("Close the stream.")},
			"python":     {After: "iter", Doc: says("Close it to stop early.")},
			"go":         {Before: "each"},
			"rust":       {After: "stream"},
		},
	},
	Batch: {
		Of: "EXEC :batch", Does: "runs the statement for each row of parameters, all or none",
		Returns: "how many rows that changed",
		Doc:     says("Runs {it} for each of rows, all or none, and returns {count}."),
		In:      all(Form{After: "batch"}),
	},
	Bulk: {
		Of: "EXEC :bulk", Does: "does the same with few statements, all or none", Returns: "how many rows that changed",
		Doc: says("Does for each of rows what {it} does, all or none, and returns {count}."),
		In:  all(Form{After: "bulk"}),
	},
	Lookup: {
		Of: "QUERY :bulk", Does: "the query for each row of parameters", Returns: "a list for each, or a row or none",
		Doc: says("Returns what {it} returns for each of rows, in their order{missing}."),
		In:  all(Form{After: "bulk"}),
	},
	BulkInsert: {
		Of: "TABLE :appender", Does: "inserts rows, all or none", Returns: "how many",
		Doc: says("Inserts rows into the table {table}, all or none, and returns how many."),
		In:  all(Form{Before: "bulk insert"}),
	},
	Appender: {
		Of: "TABLE :appender", Does: "inserts rows one by one", Returns: "an appender",
		Doc: says("Inserts rows into the table {table} one by one."),
		In: map[string]Form{
			"typescript": {Before: "create", After: "appender", Doc: says("flush() and close() write what it holds.")},
			"java":       {Before: "create", After: "appender", Doc: says("flush() and close() write what it holds.")},
			"python":     {Before: "create", After: "appender", Doc: says("Use it in {with} statement.")},
			"go":         {Lacks: "rows come from an `iter.Seq`, a function that pushes them"},
			"rust":       {Lacks: "rows come from an iterator or a stream, as a channel's receiver is one"},
		},
	},
	Migrations: {
		Of: "MIGRATE", Does: "the migrations", Returns: "their SQL",
		Doc: says("Returns the SQL of every migration, in order."),
		In: map[string]Form{
			"typescript": {Before: "get migrations"}, "java": {Before: "get migrations"}, "python": {Before: "get migrations"},
			"go": {After: "migrations"}, "rust": {Before: "migrations"},
		},
	},
	Apply: {
		Of: "MIGRATE, with `migrations: true`", Does: "applies pending migrations", Returns: "their ids",
		Doc: says("Applies pending migrations, each in a transaction, and returns their ids."),
		In:  migrating("apply"),
	},
	Pending: {
		Of: "MIGRATE, with `migrations: true`", Does: "the pending ones, which the database lacks", Returns: "their ids",
		Doc: says("Returns the ids of pending migrations, in order.", "It writes nothing."),
		In:  migrating("pending"),
	},
	Transaction: {
		Of: "the class", Does: "calls a function in a transaction", Returns: "its error",
		In: only("go", Form{Before: "in tx"}, "with `transactions: true` there is more"),
	},
	Transact: {
		Of: "the class, with `transactions: true`", Does: "calls a function in a transaction, with options", Returns: "what that returns",
		Doc: says("Calls {fn} with the same statements in a transaction, which commits if {fn} {returns} and rolls back if it {fails}.",
			"Within a transaction it is a savepoint.",
			"After a conflict with another transaction, {fn} runs again, at most as often as the option retry says."),
		In: map[string]Form{
			"typescript": {Before: "transaction"}, "go": {Before: "transaction"},
			"python": {Before: "transaction"}, "java": {Before: "in transaction"}, "rust": {Before: "transaction"},
		},
	},
	WithTx: {
		Of: "the class", Does: "the same statements in a transaction", Returns: "an object",
		In: only("go", Form{Before: "with tx", Only: append([]string{"postgres/pgx"}, databaseSQL...)},
			"an object is made of the transaction's connection"),
	},
	Prepared: {
		Of: "the class", Does: "prepares each statement once", Returns: "an object",
		In: only("go", Form{Before: "prepared", Only: databaseSQL}, driverKeeps),
	},
	Close: {
		Of: "the class", Does: "closes what it has prepared", Returns: "nothing",
		In: map[string]Form{
			"typescript": {Lacks: driverKeeps}, "python": {Lacks: driverKeeps}, "rust": {Lacks: driverKeeps},
			"java": {Before: "close", Only: []string{"sqlite"}},
			"go":   {Before: "close", Only: databaseSQL},
		},
	},
	Observed: {
		Of: "the class, with `observer: true`", Does: "the same statements with an observer", Returns: "an object",
		In: map[string]Form{
			"typescript": {Lacks: constructed}, "java": {Lacks: constructed}, "python": {Lacks: constructed},
			"go": {Before: "with observer"}, "rust": {Before: "with observer"},
		},
	},
	Tuples: {
		Of: "QUERY", Does: "all rows as the driver's tuples", Returns: "a list",
		Doc: says("Returns what {it} returns as the driver's own tuples."),
		In:  only("python", Form{After: "raw"}, "rows are read no faster"),
	},
	ArrowResult: {
		Of: "QUERY", Does: "all rows in Arrow's format", Returns: "a table, or a reader",
		Doc: says("Returns what {it} returns as {arrow}."),
		In: map[string]Form{
			"typescript": {Lacks: notYet}, "go": {Lacks: notYet}, "rust": {Lacks: notYet},
			"java":   {After: "arrow", Only: []string{"duckdb/arrow"}, Doc: says("Close the reader.")},
			"python": {After: "arrow", Only: []string{"duckdb"}},
		},
	},
	DataFrame: {
		Of: "QUERY", Does: "all rows as a data frame", Returns: "a pandas.DataFrame",
		Doc: says("Returns what {it} returns as {arrow}."),
		In:  only("python", Form{After: "df", Only: []string{"duckdb"}}, "the language has no data frame of its own"),
	},
	ArrowInsert: {
		Of: "TABLE :appender", Does: "inserts rows in Arrow's format, all or none", Returns: "how many",
		Doc: says("Inserts rows into the table {table}, all or none, and returns how many.",
			"They come as columns in Arrow's format with the names of the table's."),
		In: map[string]Form{
			"typescript": {Lacks: notYet}, "go": {Lacks: notYet}, "rust": {Lacks: notYet},
			"java":   {Before: "bulk insert", After: "arrow", Only: []string{"duckdb/arrow"}, Doc: says("Closes the reader.")},
			"python": {Before: "bulk insert", After: "arrow", Only: []string{"duckdb"}},
		},
	},
	InsertOver: {
		Of: "TABLE :appender", Does: "inserts rows over several connections", Returns: "how many",
		Doc: says("Does the same over several connections of a pool at a time.",
			"Each commits its part of the rows, so that an error may leave the others'."),
		In: only("go", Form{Before: "bulk insert", After: "over", Only: []string{"postgres/pgx"}}, notYet),
	},
	Attach: {Of: "ATTACH", Does: "attaches a database", Returns: "nothing", In: inDuckdb("attach")},
	Detach: {Of: "ATTACH", Does: "detaches it", Returns: "nothing", In: inDuckdb("detach")},
	Codecs: {
		Of: "the class", Does: "tells a connection of types, where it needs to be", Returns: "nothing",
		Doc: says("Has a connection read interval, money and tsvector rightly, once for each."),
		In:  only("python", Form{Before: "set codecs", Only: []string{"postgres/asyncpg"}}, "no driver needs it"),
	},
}

const (
	notYet      = "not there yet"
	constructed = "the constructor takes the observer"
	driverKeeps = "statements stay prepared as the driver has it"
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
		Doc: says(`The database records them for a project; "" means {project}.`)}
	in["rust"] = Form{Before: verb + " migrations",
		Doc: says("The database records them for a project; without one, that is {project}.")}
	return in
}

// inDuckdb is a function about a database that DuckDB attaches.
func inDuckdb(verb string) map[string]Form {
	in := all(Form{Before: verb, Only: []string{"duckdb"}})
	in["java"] = Form{Before: verb, Only: []string{"duckdb", "duckdb/arrow"}}
	return in
}
