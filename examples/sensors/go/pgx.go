//go:build !duckdb

package main

import (
	"context"
	"math/big"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	sensors "sqg.example/sensors/gen/pgx"
)

type (
	Sensors              = sensors.Sensors
	Checksum             = sensors.Checksum
	RawReadingsRow       = sensors.RawReadingsRow
	SensorReadingsInsert = sensors.SensorReadingsInsert
	InsertReadingParams  = sensors.InsertReadingParams
	InsertReadingsParams = sensors.InsertReadingsParams
	SetTemperatureParams = sensors.SetTemperatureParams
)

var (
	New             = sensors.New
	ApplyMigrations = sensors.ApplyMigrations
)

func open(ctx context.Context, url string) (*pgxpool.Pool, error) { return pgxpool.New(ctx, url) }

func hundredths(n int64) pgtype.Numeric {
	return pgtype.Numeric{Int: big.NewInt(n), Exp: -2, Valid: true}
}

func number(n pgtype.Numeric) float64 {
	value, err := n.Float64Value()
	must(err)
	return value.Float64
}

// archive is for DuckDB, which reads Parquet files.
func archive(context.Context, *pgxpool.Pool, string) error { return nil }
