//go:build postgres

package main

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	catalog "sqg.example/search/gen/postgres"
)

// What the program uses of the generated package; sqlite.go has the same for SQLite.
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

// openCatalog connects to the server at a URL, and brings its tables up to date.
func openCatalog(ctx context.Context, url string) (*Catalog, error) {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return nil, err
	}
	_, err = catalog.ApplyMigrations(ctx, pool, "")
	return catalog.New(pool), err
}
