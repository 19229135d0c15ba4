package plan

import (
	"cmp"
	"strings"
)

// Load is how the rows of an appender reach their table: by *Values, *Copy, *Listed, *Source, *Chunks,
// *Scan or *Relation.
type Load interface {
	// method names it for a user.
	method() string
	// statement is its SQL as far as that does not depend on the number of rows; "" where the driver writes by itself.
	statement() string
}

// Values inserts rows by INSERT … VALUES. Row inserts one row; Row followed by Chunk-1 times Next inserts Chunk rows in
// one statement, its parameters row after row: generated code builds that text once, as a person would write it.
type Values struct {
	Insert string // what Row starts with, up to and with VALUES and a blank, for drivers that number placeholders
	Row    string
	Next   string
	Chunk  int // 1 where one row a statement is faster
}

// Copy streams rows in PostgreSQL's binary format.
type Copy struct {
	SQL  string // COPY … FROM STDIN
	From int    // with fewer rows than this, Few is faster
	Few  Values
}

// Listed inserts rows as :bulk runs the INSERT of one row for many, whose Bulk.Way is *Lists: for values that COPY does
// not take.
type Listed struct{ *Method }

// Source inserts what the driver provides as a source of rows.
type Source struct {
	Strategy  Strategy
	SQL       string     // INSERT … SELECT … FROM, with a blank at its end
	After     string     // the SQL behind the source
	Sorts     bool       // that sorts the rows
	WireTypes []WireType // of the source's columns, where it cannot have those of the table
	Direct    bool       // the driver's appender can fill the table itself
}

// Chunks inserts the rows of data chunks, whose columns are called like the table's.
type Chunks struct {
	SQL    string // INSERT … SELECT … FROM Appended, with what makes the value of each column
	Shape  string // a query of the chunks' columns
	Native []bool // the column has the table's type; others have text that the engine makes the exact value of
	Few    Values // where the driver does not hand out its connection
	Table  string // in the schema that names are looked up in: rows may come from a view there. "" for one elsewhere
}

// Appended is the name of the chunks in the SQL of Chunks.
const Appended = "appended"

// Scan inserts the rows that a table function of the program returns. Its columns are c1, c2, … and n, a row's number.
type Scan struct {
	SQL Around // INSERT … SELECT … FROM the function; none where other statements read it
	// with fewer rows than this one thread calls it, so that SQL needs nothing behind it, which sorts them
	Alone  int
	Native []bool // as in Chunks
}

// Around is a statement on both sides of where its rows come from, which only the program can name.
type Around struct{ Before, After string }

// Of is the statement with its rows from there.
func (a Around) Of(from string) string { return a.Before + " " + from + a.After }

func (a Around) String() string { return a.Of("…") }

// Relation inserts relations that hold many rows each.
type Relation struct {
	Into  string // INSERT INTO with the columns, in front of a query
	Shape string // a query of those columns that finds no row
	Whole bool   // the row has all columns of the table that can be stored, in the table's order

	// For an inexact driver:
	SQL    string // INSERT … SELECT … FROM Registered, of what is stored of each column
	ByName string // the same of a relation whose columns are called like the table's and have its types
	// what DuckDB makes of each column's values, which it may refuse; "" where it takes them as they are
	Made []string
}

// Registered is the name of the relation in the SQL of Relation.
const Registered = "_sqg_rows"

func (*Values) method() string   { return "insert" }
func (*Copy) method() string     { return "copy" }
func (l *Listed) method() string { return l.Bulk.Strategy() }
func (*Relation) method() string { return "relation" }
func (*Chunks) method() string   { return "chunks" }
func (*Scan) method() string     { return "scan" }
func (s *Source) method() string {
	return [...]string{Function: "function", Columns: "arrow", Vectors: "vectors", Rows: "row"}[s.Strategy]
}

func (v *Values) statement() string   { return v.Row }
func (c *Copy) statement() string     { return c.SQL }
func (l *Listed) statement() string   { return l.Bulk.Way.(*Lists).statement() }
func (c *Chunks) statement() string   { return c.SQL }
func (s *Scan) statement() string     { return s.SQL.String() }
func (r *Relation) statement() string { return cmp.Or(r.SQL, r.Into+"…") }

func (s *Source) statement() string {
	if s.Direct && s.Strategy == Rows {
		return ""
	}
	return s.SQL + "…"
}

// Statement is the SQL of the load, for people.
func (a *Appender) Statement() string { return a.Load.statement() }

// Method is how the rows are loaded, in a word: that of the option appender where the target has it.
func (a *Appender) Method() string { return a.Load.method() }

// MayCopy is for drivers that cannot go on once the server has refused a COPY: it fails, or returns why, where the
// server would. EXPLAIN looks at columns and privileges, and takes the lock.
func (a *Appender) MayCopy() string {
	values := strings.TrimSuffix(strings.Repeat("DEFAULT, ", len(a.Row.Fields)), ", ")
	return "EXPLAIN " + a.Insert() + " VALUES (" + values + ");\n" +
		"SELECT CASE WHEN pg_catalog.row_security_active(" + quoteText(a.Ref()) +
		") THEN 'COPY FROM not supported with row-level security'" +
		"\n  WHEN pg_catalog.current_setting('transaction_read_only') = 'on' THEN 'cannot execute COPY FROM in a " +
		"read-only transaction' END"
}
