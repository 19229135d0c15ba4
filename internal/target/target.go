// Package target is the registry of generators: which language, engine and driver they write for, what they are
// configured with and how they bulk load. It is data; behaviour lives in plan and in the renderers.
package target

import (
	"slices"
	"strings"
)

// Target is one generator, such as typescript/sqlite/better-sqlite3.
type Target struct {
	Language, Engine, Driver string
	Default                  bool   // language/engine alone means this driver
	Package                  string // the driver as its package registry names it
	Doc                      string // one line for `sqg init` and the docs
	Placeholder              Placeholder
	Casts                    Casts
	TaggedUnions             bool     // the driver makes no unions: a union is bound as a struct of all its members
	Wholes                   bool     // the driver binds a float without a fraction as an integer
	Inexact                  bool     // the driver loses something of some types: their values travel as text, or in parts
	Parsed                   bool     // the driver parses JSON and binds few types: it is read as text, and what holds others is bound as JSON
	Tells                    []string // types without a counterpart whose text DuckDB's driver gives by itself
	Arrow                    bool     // the driver binds few types, too, and reads Arrow's: TIMETZ and BIT as text, a union as a struct of all its members
	Binary                   bool     // the driver reads and writes binary format alone, which not every type has for it
	Named                    bool     // generated code has the forms of extensions' types that the driver sends: their text, or their binary format by the type's name
	Embedded                 bool     // PostgreSQL runs within the program: databases for tests need no server
	Unpooled                 string   // why nothing works behind a pooler that gives each transaction a connection; "" where it does
	PlainRows                bool     // the driver reads no lists and no ranges in a row that a statement makes
	FileNamesClass           bool     // the language wants a file named after its class, so output: names both
	Bulk                     BulkRule
	Options                  []Option
}

// ID is the generator's name in sqg.yaml. Where a language and engine have one driver only, it has two parts.
func (t *Target) ID() string {
	if t.Driver == "" {
		return t.Language + "/" + t.Engine
	}
	return t.Language + "/" + t.Engine + "/" + t.Driver
}

// BindsJSON reports whether the driver binds what holds other values as JSON.
func (t *Target) BindsJSON() bool { return t.Parsed || t.Arrow }

// Part is what the id says behind the language.
func (t *Target) Part() string { return strings.TrimPrefix(t.ID(), t.Language+"/") }

// Row is a generator's row of a renderer's table. One that has none is a fault of sqg: a neighbour's row would make
// code that nobody tried.
func Row[T any](rows map[string]T, key string) T {
	row, ok := rows[key]
	if !ok {
		panic("there is no driver row " + key)
	}
	return row
}

// Placeholder is how the driver marks a bound value.
type Placeholder int

const (
	Question        Placeholder = iota // ?, one bind per use
	QuestionDoubled                    // the same, and a ? that is SQL is written ??
	Dollar                             // $1, one bind per parameter
)

// Casts says which parameters are written with their type, ?::uuid, because the driver does not tell the server or
// tells it something else.
type Casts int

const (
	NoCasts      Casts = iota // the driver leaves it to the server to know the type, or sends the right one
	CastRepeated              // those used more than once, where each use is a placeholder of its own
	CastInexact               // those whose values do not carry just their type, and those that may be NULL
	CastAll                   // the driver sends types that it makes up from values
)

// BulkRule says how many rows one INSERT of the appender carries: the measured crossover between multi-row VALUES
// for narrow tables and one prepared row for wide ones.
type BulkRule struct {
	Rows     int  // rows of a multi-VALUES statement; 1 means one row per statement
	MaxCols  int  // tables wider than this take one row per statement
	Params   int  // of a multi-VALUES statement, where more are slower; 0 for as many as the engine takes
	Chunks   bool // all rows go by INSERT from data chunks; Rows and Params are for what hands out no connection
	Source   bool // all rows go by one INSERT from a source that the driver provides
	Scans    bool // all rows, those that a statement of :bulk joins among them, come from a table function of the program
	Alone    int  // with fewer rows than this, one thread brings those of a bulk insert; measured
	Joins    bool // a statement of :bulk joins its rows from a temporary table that the bulk insert fills
	Appends  bool // that bulk insert is the driver's appender, which loses the order of rows with preserve_insertion_order off
	Builtin  bool // COPY takes no types that a schema makes, but for enums and domains that are columns
	Many     int  // rows of a :bulk call that one statement takes, where the engine has one; 0 for a generator without :bulk
	Few      int  // with fewer rows of a :bulk call, the driver's batch is faster, or a statement for each; measured
	Sorts    int  // from this many rows of a :bulk call on, running them in the order of the table's key is faster; 0 where that was not measured
	Counts   bool // a :bulk call takes how many rows changed from the count of the statement itself, where that is proven
	Distinct bool // the program finds out whether two rows of a :bulk call have one key, where values are equal if they look so
	Keys     bool // the program finds out by its key whose a row of a QUERY of :bulk is
	OwnKeys  bool // it finds the key among the query's own columns, too
	Look     int  // from how many rows on a QUERY of :bulk goes in one query, where the engine has one; 0 for never
	Texts    bool // the lists of that query are bound as JSON: the driver takes long for each element of a list
	Stages   bool // :bulk brings many rows by COPY into a table of their own
	From     int  // with how many rows it does, if not with those from which on the server is faster
	Unlisted int  // from how many rows that lists cannot have, where a statement for each takes their place; measured
	Copy     int  // from this many rows on, COPY in binary format is faster; 0 where there is none
	Why      string

	// Shared are the kinds of columns, by their names, whose values a driver has once however often it is read. Rows
	// that are found for equal Keys would share such a value, and a program can change it.
	Shared []string
}

// OptionKind is what an option's value must be.
type OptionKind int

const (
	Flag  OptionKind = iota // true or false
	Word                    // a string, one of Values where there are any
	Count                   // a number, from 1
	Texts                   // a list of texts, each of a Form
)

// Option is a key that a generator's config: takes.
type Option struct {
	Key     string
	Kind    OptionKind
	Values  []string
	Default string // of a Word; "" for none
	Form    string // of Texts: the regular expression for all of one
	Such    string // the same: one
	Doc     string
}

// spelt are the drivers that SQG 0.x spelt out, of generators that have one only.
var spelt = map[string]string{"java/sqlite": "jdbc", "java/duckdb": "jdbc", "java/postgres": "jdbc",
	"python/sqlite": "sqlite3",
	"python/duckdb": "duckdb", "typescript/duckdb": "node-api"}

// IDs are the ids that mean a generator: its own, the two-part one where it is the default driver, and the one of SQG
// 0.x.
func (t *Target) IDs() []string {
	ids := []string{t.ID()}
	if short := t.Language + "/" + t.Engine; t.Default && t.Driver != "" {
		ids = []string{short, t.ID()}
	}
	if driver := spelt[t.ID()]; driver != "" {
		ids = append(ids, t.ID()+"/"+driver)
	}
	return ids
}

// Takes reports whether the generator has an option.
func (t *Target) Takes(option string) bool {
	return slices.ContainsFunc(t.Options, func(o Option) bool { return o.Key == option })
}

// Find returns the generator of an id.
func Find(id string) *Target {
	for i := range All {
		if slices.Contains(All[i].IDs(), id) {
			return &All[i]
		}
	}
	return nil
}

// words are other names of languages and engines, and of drivers that several generators have.
var words = map[string]string{"ts": "typescript", "js": "typescript", "javascript": "typescript", "py": "python",
	"golang": "go", "rs": "rust", "postgresql": "postgres", "pg": "postgres",
	"psql": "postgres", "sqlite3": "sqlite"}

// Meant lists the generators of which each word of an id names the language, the engine or the driver.
func Meant(id string) (meant []string) {
	names := strings.Split(strings.ToLower(id), "/")
	for _, other := range []map[string]string{nil, words} {
		for i := range All {
			if t := &All[i]; t.has(names, other) {
				meant = append(meant, t.ID())
			}
		}
		if len(meant) > 0 {
			break
		}
	}
	return meant
}

func (t *Target) has(names []string, other map[string]string) bool {
	own := []string{t.Language, t.Engine, t.Driver, spelt[t.ID()]}
	for _, name := range names {
		if name == "" || !slices.Contains(own, name) && (other[name] == "" || !slices.Contains(own, other[name])) {
			return false
		}
	}
	return true
}

// IDs lists every generator's id.
func IDs() []string {
	ids := make([]string, len(All))
	for i := range All {
		ids[i] = All[i].ID()
	}
	return ids
}

// Extension of the language's source files.
func (t *Target) Extension() string { return extensions[t.Language] }

var extensions = map[string]string{"go": ".go", "typescript": ".ts", "java": ".java", "python": ".py", "rust": ".rs"}
