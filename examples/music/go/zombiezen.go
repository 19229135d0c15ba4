//go:build zombiezen

package main

import (
	"context"

	"zombiezen.com/go/sqlite"

	music "sqg.example/music/gen/zombiezen"
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

func open(_ context.Context, file string) (*sqlite.Conn, error) { return sqlite.OpenConn(file) }
