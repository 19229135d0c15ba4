package sqlite

import (
	"context"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
)

// ownSchema are the statements that made a database, in their order, without the tables that SQLite and virtual tables
// make for themselves.
const ownSchema = `SELECT sql FROM sqlite_schema
WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\_%' ESCAPE '\'
  AND tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')
ORDER BY rowid`

// Pull is the schema of the database in a file, which is only read.
func Pull(_ context.Context, _ engine.Environment, file string) (string, error) {
	c, err := open(file, sqlite3.SQLITE_OPEN_READONLY)
	if err != nil {
		return "", err
	}
	defer c.close()
	var out strings.Builder
	err = c.query(ownSchema, func(r *stmt) { out.WriteString(r.text(0) + ";\n") })
	return out.String(), err
}
