package surface

// Message is an error that a program raises by itself, as its preludes write it. {slots} are what differs from one to
// the next. What stands in front of it says where: the row, the column, the parameter.
type Message struct {
	Text  string
	Part  string            // what all languages have of it, where that is not all
	When  string            // when it is raised, in the table
	Lacks map[string]string // why a language does not say it
}

// Messages are those that more than one language has. A test compares the table with all preludes.
var Messages = []Message{
	{
		Text: "expected {type}, got {value}", When: "a value has another type than its column or parameter",
		Lacks: map[string]string{"java": "says what the value cannot be read as"},
	},
	{
		Text: "the type is {type} now", When: "a column has changed its type since the code was generated",
		Lacks: map[string]string{
			"java": driverReads, "python": driverReads, "go": driverReads,
		},
	},
	{
		Text: `"{value}" is no label of {enum} that this program knows`, Part: "that this program knows",
		When:  "the database has a label that was added after the code was generated",
		Lacks: map[string]string{"go": "a label is a string, and may be any"},
	},
	{
		Text: "NULL in a NOT NULL column", When: "a row to write has NULL for a NOT NULL column",
		Lacks: map[string]string{"typescript": "a value's type says what was expected", "go": compiler,
			"rust": compiler},
	},
	{
		Text: "text cannot hold a NUL character", When: "a row for COPY has one",
		Lacks: map[string]string{
			"typescript": "a value's type says what was expected", "go": serverSays, "rust": serverSays,
		},
	},
	{
		Text: "the lists of an array differ in length",
		When: "a parameter is such a list: PostgreSQL has no such arrays",
	},
	{
		Text:  "an array of several dimensions cannot have empty lists",
		When:  "a parameter is such a list: PostgreSQL has no such arrays",
		Lacks: map[string]string{"go": "sends an empty array", "rust": "sends an empty array"},
	},
	{
		Text: "an array of more dimensions than it is declared with", When: "PostgreSQL returns one",
	},
	{
		Text: "an array of fewer dimensions than it is declared with", When: "PostgreSQL returns one",
	},
	{
		Text:  "the year {year} does not have four digits",
		When:  "SQLite would store a date that other programs cannot read",
		Lacks: map[string]string{"python": "its dates have four digits"},
	},
	{
		Text: "{value} is no DECIMAL({width},{scale})", When: "a number has more digits than its type",
		Lacks: map[string]string{
			"typescript": "a value's type says what was expected", "java": "says which type cannot hold it",
			"python": serverSays,
		},
	},
	{
		Text:  "as where arithmetic overflows: CAST it AS REAL to read that",
		When:  "SQLite returns a REAL for an integer",
		Lacks: map[string]string{"typescript": "an integer may be rounded, too"},
	},
	{
		Text: "a row is found for a value that was not asked for",
		When: "`:bulk` of a query finds a row with another key, for example under a collation that ignores case",
	},
	{
		Text: "a page has at least one row", When: "a `:page` query gets a smaller size",
	},
	{
		Text: "give after or before, not both", When: "a `:page` query gets both",
	},
	{
		Text: "not a cursor of {query}", Part: "not a cursor of ",
		When: "a `:page` query gets a text that is not a cursor of this query and order",
	},
	{
		Text: "{query} is not prepared for this: {cure}", Part: " is not prepared for this: ",
		When: "a statement with `--!` is not given what a call gives",
	},
	{
		Text: "retry is {number}: give 0 or more", When: "a transaction is to be tried again less often than never",
		Lacks: map[string]string{"rust": compiler},
	},
	{
		Text: "there is no {option} {value}: give one of {values}", Part: ": give one of {}",
		When:  "an option of a transaction has a value that the engine does not know",
		Lacks: map[string]string{"java": compiler, "rust": compiler},
	},
	{
		Text: "a transaction within another takes no options but retry: give them to the outer one",
		When: "a transaction within another has some",
	},
	{
		Text: "migrations need transactions of their own", When: "`applyMigrations` is called within one",
	},
	{
		Text: "the connection was lost before the server confirmed the write",
		When: "PostgreSQL's connection ends while a transaction is committed",
		Lacks: map[string]string{"go": "the driver's error stays as it is",
			"rust": "the driver's error stays as it is"},
	},
	{
		Text: "the appender is closed", When: "it gets a row after `close()`",
		Lacks: map[string]string{"go": "has one row at a time from an iterator",
			"rust": "an appender that is finished is moved"},
	},
}

const (
	compiler    = "the compiler refuses it"
	driverReads = "reads the value as the driver gives it"
	serverSays  = "the engine's error says it"
)
