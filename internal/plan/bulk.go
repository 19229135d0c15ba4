package plan

import (
	"cmp"

	"github.com/sqg-dev/sqg/internal/ir"
)

// Bulk is how a method of :bulk runs for many rows of parameters.
type Bulk struct {
	Way     Way
	Few     int      // fewer rows than this run each by itself: at least 2, so one row always does; 0 where all do
	Rows    int      // how many rows one statement takes
	Atomic  bool     // of a QUERY that changes rows: all of them take effect or none
	Assumes []string // why that means what a call for each row means, for people
	Why     string   // why it is this way
}

// Way is one of EachRow, SortedRows, Lists, Sourced, Joined, Scanned and Lookup.
type Way interface {
	// name is the way in a word.
	name() string
}

// EachRow runs the statement itself for each row, in their order.
type EachRow struct{}

// SortedRows runs the statement itself for each row, in the order of a key. Rows of one key stay in theirs.
type SortedRows struct {
	Key  int // index of the parameter that it is, which is an integer and not NULL
	From int // with fewer rows, sorting gains nothing
	Rows int // how many are held and sorted at a time
}

// Lists runs one statement that takes a list for each parameter, if they can be lists:
//
//	UPDATE t SET v = r.v FROM unnest($1, $2) AS r (id, v) WHERE t.id = r.id
type Lists struct {
	// Plain's own count of rows is what changed: none where two rows have one key. It is "" where there is InRounds
	// alone. Key are the parameters by which the program tells that no two rows have one key: then Plain is all it
	// needs; nil where Plain tells that itself.
	Plain string
	Key   []int

	// InRounds has one more parameter, the round, and returns how many rows changed and how many rounds there are: 0
	// is all rows where no two have one key, else none; rounds from 1 on are each key's first row, its second and so
	// on. It is "" where Plain is right for all rows.
	InRounds string
	Rounds   int // up to how many are worth it; with more, each row runs by itself; 0 where no statement takes rounds

	Params []ir.Field // what is bound: lists of the statement's own parameters; nil where there is but Staged
	Listed bool       // it compares a column with the list, so that no table is faster
	Staged *Staged    // for more rows; nil where lists are all there is
}

// Staged copies rows into a temporary table. The statement reads them from there, in rounds.
type Staged struct {
	From, Rows   int // with how many rows it is faster than lists, and how many it takes at a time
	Create, Drop string
	SQL          string // with a placeholder for the round
	Load         *Appender
}

// Sourced runs one statement that joins its rows from what the driver provides as a source of them: Load, whose row is
// that of the parameters.
type Sourced struct {
	Load *Appender
	// indexes of the parameters of which no two rows of one statement may have the same; none where rows do not meet
	Key []int
}

// Joined runs one statement that joins its rows from a table of one call.
type Joined struct {
	SQL                string
	From, Create, Drop string // what the table is called in a statement, and its DDL
	Keyed              *Keyed // nil where rows do not meet; of BulkRule.Appends the last column numbers the rows then
	Load               *Appender
}

// Scanned runs one statement that joins its rows from a table function of the program.
type Scanned struct {
	All   Around
	Keyed *Keyed // nil where rows do not meet
	Load  *Appender
}

// Lookup runs one query, which returns for each of what it finds the number of its row of parameters, from 1, or its
// key:
//
//	SELECT q.*, r.n FROM unnest($1) WITH ORDINALITY AS r (id, n), LATERAL (SELECT … WHERE id = r.id) AS q
//	SELECT …, id FROM t WHERE id = ANY ($1)
type Lookup struct {
	SQL    string
	Params []ir.Field // what is bound: lists of the query's own parameters
	Texts  []bool     // which of them are bound as JSON; nil for none
	Keyed  bool       // it returns the value of its one parameter, not the row's number
	// index of the column in which it does: behind its columns, or one of them where BulkRule.OwnKeys
	KeyAt   int
	Lateral bool     // it asks itself for each of the rows
	Apart   bool     // it changes and returns nothing where two rows have one key, and each is to run by itself
	Scanned *Scanned // of a driver without lists: its rows come from a table function
}

func (*EachRow) name() string    { return "each" }
func (*SortedRows) name() string { return "each, sorted" }
func (*Joined) name() string     { return "table" }
func (w *Sourced) name() string  { return w.Load.Method() }
func (w *Scanned) name() string  { return w.Load.Method() }

func (w *Lists) name() string {
	switch {
	case w.Listed:
		return "any"
	case w.Params == nil:
		return "each, copy"
	case w.Staged != nil:
		return "unnest, copy"
	}
	return "unnest"
}

// statement is what is mostly run.
func (w *Lists) statement() string {
	if w.Params == nil {
		return w.Staged.SQL
	}
	return cmp.Or(w.Plain, w.InRounds)
}

func (w *Lookup) name() string {
	switch {
	case w.Scanned != nil:
		return w.Scanned.name()
	case w.Keyed:
		return "any"
	case w.Lateral:
		return "lateral"
	}
	return "unnest"
}

// Strategy is how rows are loaded, in a word.
func (b *Bulk) Strategy() string { return b.Way.name() }

// Lookup is how a QUERY is asked for many rows at a time; nil where it is asked for each.
func (b *Bulk) Lookup() *Lookup {
	look, _ := b.Way.(*Lookup)
	return look
}
