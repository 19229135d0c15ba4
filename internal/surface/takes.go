package surface

import (
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// Takes is a kind of parameters.
type Takes int

// The parameters of methods.
const (
	None Takes = iota
	Given
	Many
	Rows
	Vectors
	Connections
	Connection
	Project
	Work
	Tx
	Observer
	Address
	Folder
	Named
)

// Taken is parameters in words, and a lazy sequence of rows as each language writes it: {row} is the type of a row.
type Taken struct {
	Says string
	In   [5]string // in the order of Languages
}

// Takings are the parameters by their kind.
var Takings = [...]Taken{
	None:  {Says: "nothing"},
	Given: {Says: "the parameters"},
	Many: {"rows of parameters, one at a time",
		[5]string{"Iterable<{row}>", "Iterable<{row}>", "Iterable[{row}]", "iter.Seq[{row}]",
			"impl sqg::Source<{row}>"}},
	Rows: {"rows, one at a time", [5]string{"Iterable<{row}>", "Iterable<{row}>", "Iterable[{row}]", "iter.Seq[{row}]",
		"impl sqg::Source<{row}>"}},
	Vectors:     {Says: "Arrow data"},
	Connections: {Says: "the number of connections, and rows, one at a time"},
	Connection:  {Says: "a connection"},
	Project:     {Says: "a connection, and a project's name"},
	Work:        {Says: "a function"},
	Tx:          {Says: "the driver's transaction"},
	Observer:    {Says: "an observer"},
	Address:     {Says: "a connection, an address, and the extension's path"},
	Folder:      {Says: "a connection, and a folder"},
	Named:       {Says: "a statement's name"},
}

// TakenType is the type of a lazy sequence of rows in a language; "" where the surface does not say it.
func TakenType(t Takes, language string, slots ...string) string {
	return strings.NewReplacer(slots...).Replace(Takings[t].In[slices.Index(Languages, language)])
}

// Fields are the names and types of what a method of a statement takes: of a call, or of each row.
func Fields(q *ir.Query) []ir.Field { return ir.ParamFields(q.Asked()) }

// Scope is how a method is related to transactions.
type Scope int

// The scopes. In a transaction of the caller's, a method that has one of its own works in that.
const (
	Plain  Scope = iota // its one statement runs as the connection is
	Whole               // all rows take effect, or none
	Atomic              // the same of a query that changes rows
	Parts               // each of several transactions commits
	Opens               // it is what begins a transaction
)

// Scopes are those in words.
var Scopes = [...]string{Plain: "", Whole: "one", Atomic: "one, if it changes rows", Parts: "several",
	Opens: "begins one"}
