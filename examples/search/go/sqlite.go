//go:build !postgres

package main

import (
	"context"
	"database/sql"

	_ "modernc.org/sqlite"

	catalog "sqg.example/search/gen/sqlite"
)

// What the program uses of the generated package; postgres.go has the same for PostgreSQL.
type (
	Catalog             = catalog.Catalog
	AddProductParams    = catalog.AddProductParams
	ChangeProductParams = catalog.ChangeProductParams
	SearchParams        = catalog.SearchProductsParams
	Products            = catalog.Page[catalog.SearchProductsRow]
	Sort                = catalog.SearchProductsSort
)

const lastSort = catalog.SearchProductsSortName

var (
	parseSort = catalog.ParseSearchProductsSort
	errPage   = catalog.ErrPage
)

// openCatalog opens a file, and brings its tables up to date. A writer waits for another one.
func openCatalog(ctx context.Context, file string) (*Catalog, error) {
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, err
	}
	_, err = catalog.ApplyMigrations(ctx, db, "")
	return catalog.New(db), err
}
