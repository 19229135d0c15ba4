//go:build !duckdb

package main

import (
	"context"
	"math/big"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	sensors "sqg.example/sensors/gen/pgx"
)

type (
	Sensors              = sensors.Sensors
	Checksum             = sensors.Checksum
	RawReadingsRow       = sensors.RawReadingsRow
	SensorReadingsRow    = sensors.SensorReadingsRow
	InsertReadingParams  = sensors.InsertReadingParams
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

// list: no element is NULL, as the column that it is stored into holds none.
func list[T any](values []T) []T { return values }

func insertReadings(ctx context.Context, sensors *Sensors, rows []RawReadingsRow) (int64, error) {
	var devices [][16]byte
	var times []time.Time
	var temperatures []float64
	var locations []string
	for _, r := range rows {
		devices = append(devices, r.DeviceID)
		times = append(times, r.Timestamp)
		temperatures = append(temperatures, r.Temperature)
		locations = append(locations, r.Location)
	}
	return sensors.InsertReadings(ctx, devices, times, temperatures, locations)
}

// archive is for DuckDB, which reads Parquet files.
func archive(context.Context, *pgxpool.Pool, string) error { return nil }
