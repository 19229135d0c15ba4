//go:build ignore

package prelude

import (
	"database/sql"
)

// open opens a database file as the driver does by default.
func open(path string) (*sql.DB, error) { return sql.Open("sqlite", path) }
