// Package engine is what the compiler asks of a database: apply a schema, describe a statement without running it.
package engine

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/sqg-dev/sqg/internal/environment"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Host makes scratch databases, on a server that it starts where the engine needs one.
type Host interface {
	// Open makes an empty scratch database.
	Open(ctx context.Context) (Session, error)
	// Close stops what was started. Sessions are closed before.
	Close() error
}

// Environment is what a host may know of the machine.
type Environment struct {
	Getenv func(string) string
	Log    func(string) // takes a line for --verbose: what is started, fetched or waited for
	Again  bool         // databases are made one after the other, for schemas that are being edited
	Files  []string     // paths and patterns of the file sources

	Samples map[string]string // paths of sample files by how samples name them; statements may read these and Files, and nothing else

	Extensions []string // to install before any script runs, which scripts have not the right to
	DuckDB     string   // the release of DuckDB that analyses; "" for what is at hand

	Functions  []ir.Function // that programs register with SQLite
	Collations []string      // the same

	DuckDBExtensions []string // that DuckDB loads before any script runs, by name or as files
}

// Session is a scratch database that holds one unit's schema. It is not safe for concurrent use.
type Session interface {
	// Apply runs a script (a migration, baseline or test data) in the scratch database, as the engine's shell does.
	Apply(ctx context.Context, script string) error
	// Migrate runs a migration as applyMigrations() of a program does.
	Migrate(ctx context.Context, m Migration) error
	// Describe analyses one statement. Nothing is executed.
	Describe(ctx context.Context, stmt Stmt) (*Description, error)
	// Make makes the tables that a program has made by these statements, without rows, until undo.
	Make(ctx context.Context, made []Stmt) (undo func(context.Context) error, err error)
	// Alike reports whether two statements that Describe takes are one to the engine: it makes the same of both.
	Alike(ctx context.Context, a, b Stmt) (bool, error)
	// Explicit names what a statement that Describe takes has by position, such as the columns of a star.
	Explicit(ctx context.Context, stmt Stmt) (*Explicit, error)
	// Plan is the engine's own plan of a statement whose parameters Describe has typed, as its shell shows it; "" where
	// the engine makes none of it. Nothing is executed.
	Plan(ctx context.Context, stmt Stmt, params []Param) (string, error)
	// Run runs a statement with a description, on the rows of TESTDATA, until ctx ends, and takes back what it does.
	Run(ctx context.Context, stmt Stmt, d *Description, t Trial) (*Rows, error)
	// Functions are those that a statement may call, in name order.
	Functions(ctx context.Context) ([]Function, error)
	// Type is what a type's name in a column definition stands for; false where the engine has no such type.
	Type(ctx context.Context, name string) (ir.Type, bool)
	// Tables lists the tables of the schema, in name order.
	Tables(ctx context.Context) ([]*ir.Table, error)
	// Views lists the views of the schema, without their columns, in name order.
	Views(ctx context.Context) ([]*ir.Table, error)
	Close() error
}

// Server is a Session that others can connect to.
type Server interface {
	Session
	// Address is that of the scratch database, as libpq takes it.
	Address() string
}

// Elevator is a Session whose scripts run without the rights of a superuser.
type Elevator interface {
	Session
	// Elevated does something with those rights.
	Elevated(ctx context.Context, do func(context.Context) error) error
}

// Keeper is a Session that keeps what scripts set for what follows.
type Keeper interface {
	Session
	// Settings are those of now: what it returns gives them to the session again.
	Settings(ctx context.Context) (restore func(context.Context) error, err error)
}

// Attacher is a Session whose statements can read databases of a server beside its own.
type Attacher interface {
	Session
	// Attach reads the schema of the PostgreSQL database at an address: its tables are there as name.schema.table.
	// Nothing in it is changed, and no connection to it stays.
	Attach(ctx context.Context, name, address string, writes bool) error
}

// Lake is a Session whose tables can be in a DuckLake.
type Lake interface {
	Session
	// InLake has every script and statement refused from now on that has what a DuckLake lacks.
	InLake(ctx context.Context) error
}

// Set is how a statement runs for many rows of parameters, as the engine's text.
type Set = ir.ManyOf[string]

// Stmt is one statement with its parameters written as the engine's numbered placeholders (?1, $1).
type Stmt struct {
	SQL    string
	Params []ParamHint // by number, from 1
	Finite bool        // no column of the schema holds infinity as a date or time: the user says so
	Many   bool        // it is to run for many rows of parameters: Description.Set
	Sides  bool        // Column.Sides are asked for
	Reads  bool        // Description.Reads is asked for

	Written   bool     // it is sent as it is written
	PlainRows bool     // no list and no range can be read that is in a row that the statement makes
	Stays     []string // columns whose type the user says: what makes them stays as it is written
}

// NoPlace is the message for a parameter where the grammar wants something else.
const NoPlace = "a parameter cannot stand here"

// Key tells statements apart: two with the same key have the same description in the same schema.
func (s Stmt) Key() string {
	var b strings.Builder
	b.WriteString(s.SQL)
	for _, flag := range []bool{s.Finite, s.Many, s.Sides, s.Written, s.PlainRows, s.Reads} {
		if flag {
			b.WriteByte(0)
		}
		b.WriteByte(1)
	}
	for _, name := range s.Stays {
		b.WriteString(name)
		b.WriteByte(2)
	}
	for _, p := range s.Params {
		for _, field := range []string{p.Name, p.Type, p.Sample} {
			b.WriteByte(0)
			b.WriteString(field)
		}
		b.WriteByte('0' + byte(p.Nullable))
	}
	return b.String()
}

// ParamHint is what the user said of a parameter.
type ParamHint struct {
	Name     string
	Nullable Tri    // declared null (@set x = null, or params: in the annotation) or not null
	Type     string // declared type name; "" where none was declared
	Sample   string // the @set expression; its literal type is the last resort for a type
}

// Alike reports whether the same is said of two parameters, whatever their names.
func (h ParamHint) Alike(other ParamHint) bool {
	h.Name = other.Name
	return h == other
}

// Tri is a yes, a no, or nothing said.
type Tri int

const (
	Unsaid Tri = iota
	Yes
	No
)

// Description is what the engine's analysis proves of a statement.
type Description struct {
	Columns  []Column       // none for a statement that returns no rows
	Params   []Param        // by number
	Found    bool           // it returns at least one row, whatever the tables hold
	Single   string         // why it returns at most one row, whatever they hold; "" where it may return more
	Counts   bool           // it inserts, updates or deletes rows; what any other statement does counts as none
	Cursor   bool           // a cursor WITH HOLD can be declared for it: it reads, and neither changes nor locks rows
	Fallback string         // why nullability fell back to "nullable" for the whole statement; "" where it did not
	Lacks    []ir.ColumnRef // columns that take no NULL and have no default, and that an INSERT never gives a value
	Never    []Never        // comparisons of what is never equal
	Edits    []syntax.Edit  // what a program sends in other words, in their order
	Set      *Set           // of a statement that is to run for many rows; nil where the engine derives none
	Kept     *ir.Kept       // what of it belongs to the session, beyond its transaction; nil where nothing does
	Reads    *ir.Reads      // of Stmt.Reads, whether it only reads
}

// Never is a comparison of two values that are never equal, for people.
type Never struct{ Column, With, Why, Cure string }

// Column is a result column.
type Column struct {
	Name     string
	Type     ir.Type
	Nullable bool
	Why      string // what proves NOT NULL, or why it cannot be proven
	Source   ir.ColumnRef
	Declared bool // type or NOT NULL rests on declared types, which the engine does not enforce
	Overflow bool // arithmetic may overflow out of the type

	// Of Stmt.Sides: the sides of outer joins that it comes from, by numbers in increasing order. It is NULL where one
	// of them has no row. Where each has one, it may be NULL only if Inner says so.
	Sides []int
	Inner bool
}

// Param is a parameter as the engine's analysis types it. Type.Kind is ir.Unknown where nothing gives a type.
type Param struct {
	Type      ir.Type
	Nullable  bool
	Why       string
	Source    ir.ColumnRef // the column it is stored into or compared with
	NullElems bool         // of a list: its elements may be NULL, as it is stored into a column whose may
	Stated    bool         // the type is the hint's: the statement alone does not tell it
	Operand   bool         // of arithmetic whose result depends on how the number is stored
	Loses     string       // the column that its arithmetic goes to, which has fractions, as Type has not; "" where there is none
	Wider     string       // of Loses: a type that has them
	Clash     string       // two columns that it is used with and that no value fits both of; "" where there are none
}

// OfEnvironment keeps what to do about a server or a file that cannot be had.
func OfEnvironment(err error) error {
	var e *environment.Error
	if errors.As(err, &e) {
		return &Error{Msg: e.Msg, Hint: e.Hint, Offset: -1}
	}
	return err
}

// Error is what an engine says is wrong with a statement or script. Any other error of a Session means that the
// database failed.
type Error struct {
	Msg       string
	Offset    int // byte offset into the SQL text given, or -1 where the engine did not say
	Hint      string
	Forbidden bool   // it is good SQL that a block may not hold
	Untyped   bool   // all that is wrong is a parameter whose type nothing tells
	View      string // of Tables: the view that does not resolve; Offset is counted from the end of what makes it
}

// Unqualified is where the last part of the dotted name starts that stands at a byte of SQL.
func Unqualified(sql string, at int) int { return at + len(qualifiers.FindString(sql[at:])) }

var qualifiers = regexp.MustCompile(`^(?:(?:"(?:[^"]|"")*"|[\pL_][\pL\pN_$]*)\s*\.\s*)+`)

func (e *Error) Error() string {
	if e.Offset >= 0 {
		return fmt.Sprintf("%s (at byte %d)", e.Msg, e.Offset)
	}
	return e.Msg
}
