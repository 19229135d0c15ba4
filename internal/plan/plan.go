// Package plan turns a model and a target into a Program: final SQL for the driver, bulk plans with a reason, row types
// with the config's overrides. It has no side effects; renderers take what it says and never build SQL.
package plan

import (
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
}

// Engine is the target's.
func (p *Program) Engine() *engine.Info { return engine.Find(p.Target.Engine) }

// Options is a generator's config, checked against its target's list.
type Options struct {
	Migrations, Observer, SafeIntegers, Boxed bool
	Trust                                     bool // what is read is what its type says
	Unprepared                                bool // statements are not kept prepared on the server
	Plain                                     bool // values are the language's own, not the driver's
	RunResult                                 bool // an EXEC returns what the driver says of it, not a count alone
	Int8                                      string
	Dates                                     string
	Json                                      string
	Package                                   string
	RowSuffix                                 string // what the type of a query's rows ends in, if not in Row
	Folder                                    string // that the output goes to, by its last name
	Nullability                               string
	Enums                                     string // "open" where a label that nobody knows is a value, too
	Interface                                 bool   // beside the class there is an interface of its methods
	Nullable                                  string // how a value that may be NULL is represented, if not as the language mostly does
	Classes                                   string // "file" for one class per SQL file
	Support                                   string // "file" or "inline"; "" for the language's default
	Appender                                  string // the load strategy of bulk inserts, where there are several
	BulkFrom, StagedFrom                      int    // crossovers of :bulk, in rows; 0 for the target's
	LockTimeout, StatementTimeout             int    // of migrations, in milliseconds; 0 for the session's
	Overrides                                 []OverrideRule
}

// OpenEnums reports whether a label that the program does not know is a value that keeps it.
func (o Options) OpenEnums() bool { return o.Enums == "open" }

// Fields yields every field that the program reads or binds: those of row types, plucked columns and bound parameters.
func (p *Program) Fields(yield func(*ir.Field) bool) {
	for _, r := range p.Rows {
		for i := range r.Fields {
			if !yield(&r.Fields[i]) {
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

// Many is how a method of :bulk runs for many rows: by one statement for some of them at a time, or for each row.
type Many struct {
	SQL     string     // "" where each row is run by itself
	Plain   string     // as in ir.Many; "" where the driver's code has SQL alone
	Once    bool       // as in ir.Many: SQL is not needed
	Key     []int      // by which of the parameters the program tells that no two rows have one key: then Plain is all there is, else SQL; nil where Plain tells
	Params  []ir.Field // what to bind to the placeholders, of an EXEC those in front of the last: lists of the statement's own parameters
	Few     int        // fewer rows than this are run each by itself: at least 2, so one row always is
	Rows    int        // how many rows one statement takes
	Rounds  int        // as in ir.Many: 0 for a QUERY, and where no statement takes rounds
	Staged  *Staged    // for more rows; nil where lists are all there is
	Listed  bool       // as in ir.Many
	Sorted  *Sorted    // of rows that are run each by itself; nil where they keep their order
	Keyed   bool       // of a QUERY: SQL returns the value of its one parameter, not the row's number
	KeyAt   int        // index of the column in which it does: behind its columns, or one of them where BulkRule.OwnKeys
	Texts   []bool     // of a QUERY: which of Params are bound as JSON; nil for none
	Lateral bool       // of a QUERY: SQL asks itself for each of the rows
	Atomic  bool       // as in ir.Many
	Apart   bool       // as in ir.Many
	From    *From      // of an engine that joins a relation of the rows; SQL is for people to read then
	Joined  *Joined    // the same where the driver has no such relation: a table
	Scanned *Scanned   // the same from a table function of the program
	Assumes []string   // as in ir.Many
	Why     string     // why it is this load strategy
}

// Sorted are rows that are run each by itself in the order of a key. Those of one key stay in theirs.
type Sorted struct {
	Key  int // index of the parameter that it is, which is an integer and not NULL
	From int // with fewer rows, sorting gains nothing
	Rows int // how many are held and sorted at a time
}

// From joins what the driver provides as a source of rows.
type From struct {
	Load *Appender // its row is that of the parameters
	Key  []int     // indexes of the parameters of which no two rows of one statement may have the same; none where rows do not meet
}

// Joined is a table of one call, which Many.SQL joins.
type Joined struct {
	From, Create, Drop string // what it is called in a statement, and its DDL
	Keyed              *Keyed // nil where rows do not meet; of BulkRule.Appends the last column numbers the rows then
	Load               *Appender
}

// Scanned are statements that join their rows from a table function of the program, as in Joined.
type Scanned struct {
	All   Around
	Keyed *Keyed // nil where rows do not meet
	Load  *Appender
}

// Staged brings rows into a table of one call, from which the statement for them reads.
type Staged struct {
	From, Rows   int // with how many rows it is faster than lists, and how many it takes at a time
	Create, Drop string
	SQL          string // with a placeholder for the round
	Load         *Appender
}

// Strategy is how rows are loaded, in a word.
func (m *Many) Strategy() string {
	switch {
	case m.From != nil:
		return m.From.Load.Method()
	case m.Joined != nil:
		return "table"
	case m.Scanned != nil:
		return m.Scanned.Load.Method()
	case m.Sorted != nil:
		return "each, sorted"
	case m.SQL == "":
		return "each"
	case m.Keyed:
		return "any"
	case m.Lateral:
		return "lateral"
	case m.Listed:
		return "any"
	case m.Staged != nil:
		return "unnest, copy"
	}
	return "unnest"
}

// Method is a QUERY or EXEC with its SQL as the driver takes it.
type Method struct {
	*ir.Query
	Text  []Piece // the statement; one literal piece unless it has file sources
	Binds []int   // index into Params for each placeholder: left to right, or by number where they are numbered
	Bulk  *Many   // of :bulk

	Columns  string // for a driver that is inexact: what to SELECT of the result, whose columns are #1 and so on, to lose nothing
	Reshaped bool   // that is not the columns as they are
	With     bool   // it starts with WITH, which some drivers take for a query whatever follows
}

// Piece is literal SQL, or a file source that is quoted and joined in at run time.
type Piece struct {
	SQL    string
	Source int // index into Params; < 0 for literal SQL
}

// SQL of a method without file sources.
func (m *Method) Literal() (string, bool) {
	if len(m.Text) == 1 && m.Text[0].Source < 0 {
		return m.Text[0].SQL, true
	}
	return "", false
}

// Appender is a bulk insert.
type Appender struct {
	*ir.Appender
	Load Load
	Why  string // why it is this load

	// Qualified: the schema must be said. The user did, or a driver that looks for a plain name in the default schema
	// would miss the table.
	Qualified bool
	ByName    string // INSERT … SELECT … FROM, with a blank at its end, for a relation whose columns are called like the table's
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
