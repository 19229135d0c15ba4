package plan

// Load is how the rows of an appender reach their table: by *Values, *Copy, *Source, *Chunks or *Relation.
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

// Source inserts what the driver provides as a source of rows.
type Source struct {
	Strategy  Strategy
	SQL       string     // INSERT … SELECT … FROM, with a blank at its end
	After     string     // what stands behind the source
	WireTypes []WireType // of the source's columns, where it cannot have those of the table
	Direct    bool       // the driver's appender can fill the table itself
}

// Chunks inserts the rows of data chunks, whose columns are called like the table's.
type Chunks struct {
	SQL    string // INSERT … SELECT … FROM Appended, with what makes the value of each column
	Shape  string // a query of the chunks' columns
	Native []bool // the column has the table's type; others have text that the engine makes the exact value of
	Few    Values // where the driver does not hand out its connection
}

// Appended is what the chunks are called in the SQL of Chunks.
const Appended = "appended"

// Relation inserts relations that hold many rows each.
type Relation struct {
	Into   string   // INSERT INTO with the columns, in front of a query
	After  string   // what stands behind that
	Shape  string   // a query of those columns that finds no row
	Names  string   // the columns, separated by commas
	Stored []string // for an inexact driver: what is stored of each column of the relation
	Whole  bool     // the row has all columns of the table that can be stored, in the table's order
}

func (*Values) method() string   { return "insert" }
func (*Copy) method() string     { return "copy" }
func (*Relation) method() string { return "relation" }
func (*Chunks) method() string   { return "chunks" }
func (s *Source) method() string {
	return [...]string{Function: "function", Columns: "arrow", Vectors: "vectors", Rows: "row"}[s.Strategy]
}

func (v *Values) statement() string   { return v.Row }
func (c *Copy) statement() string     { return c.SQL }
func (c *Chunks) statement() string   { return c.SQL }
func (r *Relation) statement() string { return r.Into + "…" }

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
