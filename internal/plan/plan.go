// Package plan turns a model and a target into a Program: final SQL for the driver, bulk plans with a reason, row types
// with the config's overrides. It has no side effects; renderers take what it says and never build SQL.
package plan

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// Program is everything a renderer needs to write one unit for one target.
type Program struct {
	Target     *target.Target
	Name       ir.Name // the class and file name derive from it
	Project    string  // default project name of the migrations table
	Files      []string
	Version    string // of sqg, for the first line of the file
	Options    Options
	Migrations []ir.Migration
	Tracking   Tracking         // the SQL of the table of migrations
	Rows       []*ir.Row        // each row type once, in order of first use
	Enums      []*ir.EnumType   // each that a field's type needs once, in order of first use
	Structs    []*ir.StructType // the same; one that another holds comes before it
	Unions     []*ir.StructType // the same
	Methods    []*Method
	Appenders  []*Appender
	Attached   []Attached
	Extensions []string      // DuckDB's, that the program loads
	Registered []string      // functions and collations that it registers with SQLite, for people
	Test       *TestDatabase // what makes a database for a test; nil where nothing does
}

// Engine is the target's.
func (p *Program) Engine() *engine.Info { return engine.Find(p.Target.Engine) }

// Transacts reports whether there is a method that calls a function in a transaction: there is none without statements.
func (p *Program) Transacts() bool {
	return p.Options.Transactions && len(p.Methods)+len(p.Appenders) > 0
}

// Options is a generator's config, checked against its target's list.
type Options struct {
	Migrations, Observer, SafeIntegers, Boxed bool
	Transactions                              bool   // there is a method that calls a function in a transaction
	Tests                                     bool   // there is a file that makes databases for tests
	Trust                                     bool   // values that are read have the type of their column
	Unprepared                                bool   // statements are not kept prepared on the server
	Pooler                                    string // "transaction" where nothing is kept beyond a transaction
	Plain                                     bool   // values are the language's own, not the driver's
	RunResult                                 bool   // an EXEC returns what the driver says of it, not a count alone
	Int8                                      string
	Dates                                     string
	Vectors                                   string
	Geometry                                  string // "wkt" or "geojson" where PostGIS's values are texts
	Json                                      string
	Package                                   string
	RowSuffix                                 string // what the type of a query's rows ends in, if not in Row
	Folder                                    string // that the output goes to, by its last name
	Nullability                               string
	Types                                     string // "exact" where a value that only its text tells is an error
	Enums                                     string // "open" where a label that nobody knows is a value, too
	Interface                                 bool   // beside the class there is an interface of its methods
	InterfaceWithoutEach                      bool   // which has no methods that return rows one at a time
	Reader                                    bool   // beside it there is a type of the queries that only read
	Comments                                  bool   // the SQL of statements ends in a comment with their names
	// "object" or "positional" of all methods; "" where it depends on how many there are
	Params string
	// "camel" where properties are called so, whatever their columns are
	Names string
	// of Java: what stands above records
	Annotations []string
	// of Python: what row types are, if not dataclasses
	Rows string
	// of Rust: what structs and enums derive besides
	Derive []string
	// of Go: the libraries whose types UUIDs and exact numbers have; see presets
	Uuid, Numeric string
	Tags          string // "json" where fields have the names of columns in JSON
	// how a value that may be NULL is represented, if not as the language mostly does
	Nullable                      string
	Classes                       string // "file" for one class per SQL file
	Support                       string // "file" or "inline"; "" for the language's default
	Appender                      string // the load strategy of bulk inserts, where there are several
	BulkFrom, StagedFrom          int    // crossovers of :bulk, in rows; 0 for the target's
	LockTimeout, StatementTimeout int    // of migrations, in milliseconds; 0 for the session's
	Overrides                     []OverrideRule
}

// Open reports whether a label of an enum that the program does not know is a value that keeps it. A choice has none.
func (o Options) Open(e *ir.EnumType) bool { return o.Enums == "open" && e.Choice == "" }

// Fields yields every field that the program reads or binds: those of row types, plucked columns and bound parameters.
func (p *Program) Fields(yield func(*ir.Field) bool) {
	for _, r := range p.Rows {
		for i := range r.Fields {
			if !r.Within && !yield(&r.Fields[i]) {
				return
			}
		}
	}
	for _, m := range p.Methods {
		if m.Pluck && !yield(&m.Row.Fields[0]) {
			return
		}
		for i := range m.Params {
			if param := &m.Params[i]; !param.FileSource && !yield(&param.Field) {
				return
			}
		}
	}
}

// Method is a QUERY or EXEC with its SQL as the driver takes it.
type Method struct {
	*ir.Query
	Text  []Piece // the statement; one literal piece unless it has file sources or optional parts
	Binds []int   // index into Params for each placeholder: left to right, or by number where they are numbered
	Bulk  *Bulk   // of :bulk

	Grouped bool // the method for one row takes its parameters by name: as one value, or in Python by keyword

	// for a driver that is inexact: what to SELECT of the result, whose columns are #1 and so on, to lose nothing
	Columns  string
	Reshaped bool // that is not the columns as they are
	Unheld   bool // no cursor for its rows may outlive a transaction
	With     bool // it starts with WITH, which some drivers take for a query whatever follows
}

// Declares reports whether the parameters need a type of their own: for the method for one row, or for those for many.
func (m *Method) Declares() bool { return m.Rows == nil && (m.Grouped || m.Batch || m.Bulk != nil) }

// Piece is literal SQL, or a file source that is quoted and joined in at run time. Of a statement with optional parts
// each placeholder ends a piece: how many stand before it is known when the program runs.
type Piece struct {
	SQL    string
	Source int // index into Params; < 0 for literal SQL
	Bind   int // what the placeholder behind SQL is for: an index into Binds, counted from 1; 0 for none

	Need, Without uint32 // it is there where all of these conditions of the query hold, and none of those
}

// Numbered reports whether placeholders have numbers.
func (p *Program) Numbered() bool { return p.Target.Placeholder == target.Dollar }

// Always reports whether a placeholder, which Piece.Bind numbers, is there whatever is given.
func (m *Method) Always(bind int) bool {
	return slices.ContainsFunc(m.Text, func(p Piece) bool { return p.Bind == bind && p.Need == 0 && p.Without == 0 })
}

// Optional reports whether the text depends on what is given.
func (m *Method) Optional() bool { return len(m.Conditions) > 0 }

// Choices are the conditions of each choice. One of them holds.
func (m *Method) Choices() (choices []uint32) {
	last := -1
	for i, c := range m.Conditions {
		if !m.Params[c.Param].Type.Choice() {
			continue
		}
		if c.Param != last {
			choices = append(choices, 0)
		}
		last = c.Param
		choices[len(choices)-1] |= 1 << i
	}
	return choices
}

// Literal is the SQL of a method without file sources and optional parts.
func (m *Method) Literal() (string, bool) {
	if len(m.Text) == 1 && m.Text[0].Source < 0 && !m.Optional() {
		return m.Text[0].SQL, true
	}
	return "", false
}

// Told are the methods whose calls all send one text, so that a name tells it. With :bulk, or a page's cursor, calls of
// the same name send others.
func (p *Program) Told() (methods []*Method) {
	for _, m := range p.Methods {
		if _, same := m.Literal(); same && m.Bulk == nil && m.Page == nil {
			methods = append(methods, m)
		}
	}
	return methods
}

// Appender is a bulk insert.
type Appender struct {
	*ir.Appender
	Load Load
	Why  string // why it is this load

	// Qualified: the schema must be said. The user did, or a driver that looks for a plain name in the default schema
	// would miss the table.
	Qualified bool
	// INSERT … SELECT … FROM, with a blank at its end, for a relation whose columns are called like the table's
	ByName string
}

// Attached is a PostgreSQL database that the program attaches. Attach and Load are what stands before and
// behind a string literal, since DuckDB takes no parameter there: the database's address, and the file of DuckDB's
// extension.
type Attached struct {
	ir.Attached
	Mode         string // "read-only" or "read-write"
	Attach, Load [2]string
	Detach       string
}

// How programs load an extension of DuckDB: by its name where it is installed, else by its file. TestExtensionTexts
// compares them with the preludes.
const (
	LoadExtension = "LOAD "                            // in front of a string literal
	ExtensionFile = "{folder}/{name}.duckdb_extension" // its path in a folder
)
