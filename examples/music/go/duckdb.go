//go:build duckdb

package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/big"
	"strings"

	"github.com/duckdb/duckdb-go/v2"

	music "sqg.example/music/gen/duckdb"
)

type (
	Music                = music.Music
	AddAlbumParams       = music.AddAlbumParams
	SearchTracksParams   = music.SearchTracksParams
	AddCustomerParams    = music.AddCustomerParams
	UpdateCustomerParams = music.UpdateCustomerParams
	AddToDayParams       = music.AddToDayParams
	PayInvoiceParams     = music.PayInvoiceParams
	UpsertReviewParams   = music.UpsertReviewParams
)

var (
	New             = music.New
	ApplyMigrations = music.ApplyMigrations
)

func open(_ context.Context, file string) (*sql.DB, error) { return sql.Open("duckdb", file) }

func parseDecimal(text string) (duckdb.Decimal, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	digits, ok := new(big.Int).SetString(whole+(fraction + "00")[:2], 10)
	if !ok {
		return duckdb.Decimal{}, fmt.Errorf("%q is not a number", text)
	}
	return duckdb.Decimal{Width: 10, Scale: 2, Value: digits}, nil
}

// exact is the number in a value of a type that has more digits than a float64.
func exact(value any) (float64, bool) {
	if decimal, ok := value.(duckdb.Decimal); ok {
		return decimal.Float64(), true
	}
	return 0, false
}
