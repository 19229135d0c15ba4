//go:build ignore

package prelude

import (
	"database/sql"

	"github.com/duckdb/duckdb-go/v2"
)

// open opens a database file as the driver does by default.
func open(path string) (*sql.DB, error) {
	connector, err := duckdb.NewConnector(path, nil)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(connector), nil
}
