package python

import (
	"regexp"
	"slices"
	"strings"
)

// driver is how a Python database module is called.
type driver struct {
	Import     string      // the name that Connection needs imported
	Connection string      // the connection's type
	Execute    string      // runs a statement and gives a cursor
	Plain      string      // behind a cursor: makes it give plain tuples whatever the connection is set to
	One        string      // behind a cursor: the next row, or None
	Many       string      // behind a cursor: a list of all rows
	Close      string      // behind a cursor: ends it early
	Exec       []execution // the first that fits runs an EXEC
}

var firstWord = regexp.MustCompile(`[A-Za-z]+`)

// execOf finds the way to run a statement for its affected rows.
func (d *driver) execOf(sql string) execution {
	word := firstWord.FindString(sql)
	for _, e := range d.Exec {
		if len(e.Words) == 0 || slices.ContainsFunc(e.Words, func(w string) bool { return strings.EqualFold(w, word) }) {
			return e
		}
	}
	panic("a driver without a way to run other statements")
}

// execution is a way to run a statement for the number of rows it affects.
type execution struct {
	Words []string // first words of the statements it is for; none for all
	Count string   // behind a cursor: the number
	Run   string   // or a helper that takes connection, SQL and parameters
	Many  string   // helper for :batch, where the default does not do
}

var drivers = map[string]*driver{
	"sqlite": {
		Import:     "sqlite3",
		Connection: "sqlite3.Connection",
		Execute:    "self._conn.execute",
		Plain:      ".row_factory = None",
		One:        ".fetchone()",
		Many:       ".fetchall()",
		Close:      ".close()",
		Exec: []execution{
			{Words: []string{"INSERT", "UPDATE", "DELETE", "REPLACE"}, Count: ".rowcount"},
			{Words: []string{"WITH"}, Run: "_execute_with", Many: "_execute_many_with"},
			{Count: ""},
		},
	},
}
