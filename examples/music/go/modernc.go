//go:build modernc

package main

import (
	"context"
	"database/sql"

	_ "modernc.org/sqlite"

	music "sqg.example/music/gen/modernc"
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

func open(_ context.Context, file string) (*sql.DB, error) { return sql.Open("sqlite", file) }
