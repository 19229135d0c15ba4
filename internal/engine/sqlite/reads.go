package sqlite

import (
	"strings"

	sqlite3 "modernc.org/sqlite/lib"
)

// ofConnection are the functions that tell what the connection did before.
var ofConnection = map[string]bool{"changes": true, "total_changes": true, "last_insert_rowid": true}

// tempDatabase is the number of the database that holds temporary tables.
const tempDatabase = 1

// writes says why a statement is not proven to only read; "" where any other connection to the file runs it alike.
func (s *stmt) writes(ops []op) string {
	if sqlite3.Xsqlite3_stmt_readonly(s.c.tls, s.p) == 0 {
		return "it changes rows"
	}
	for _, o := range ops {
		switch o.code {
		case sqlite3.OP_Transaction:
			if o.p1 == tempDatabase {
				return "it reads a temporary table, which belongs to the connection"
			}
		case sqlite3.OP_Function, sqlite3.OP_PureFunc:
			if name, _, _ := strings.Cut(o.p4, "("); ofConnection[name] {
				return "the function " + name + " tells what the connection did before"
			}
		}
	}
	return ""
}
