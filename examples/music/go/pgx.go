//go:build pgx

package main

import (
	"context"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	music "sqg.example/music/gen/pgx"
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

func open(ctx context.Context, url string) (*pgxpool.Pool, error) { return pgxpool.New(ctx, url) }

func parseDecimal(text string) (pgtype.Numeric, error) {
	var decimal pgtype.Numeric
	err := decimal.Scan(text)
	return decimal, err
}

// exact is the number in a value of a type that has more digits than a float64.
func exact(value any) (float64, bool) {
	decimal, ok := value.(pgtype.Numeric)
	if !ok {
		return 0, false
	}
	number, err := decimal.Float64Value()
	must(err)
	return number.Float64, true
}
