//go:build duckdb

package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/big"
	"strings"

	"github.com/duckdb/duckdb-go/v2"

	parquet "sqg.example/sensors/gen/archive"
	sensors "sqg.example/sensors/gen/duckdb"
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

func open(_ context.Context, file string) (*sql.DB, error) { return sql.Open("duckdb", file) }

func hundredths(n int64) duckdb.Decimal {
	return duckdb.Decimal{Width: 10, Scale: 2, Value: big.NewInt(n)}
}

func number(d duckdb.Decimal) float64 { return d.Float64() }

// archive writes the readings to a Parquet file, and asks for what is in it.
func archive(ctx context.Context, db *sql.DB, database string) error {
	file := database + ".parquet"
	if _, err := db.ExecContext(ctx, "COPY raw_readings TO '"+strings.ReplaceAll(file, "'", "''")+"'"); err != nil {
		return err
	}
	archive := parquet.New(db)
	archived, err := archive.Archived(ctx, file)
	if err != nil {
		return err
	}
	fmt.Println("archived |", archived.Rows, "|", archived.Checksum)
	for city, err := range archive.EachArchivedBelow(ctx, -19.5, file) {
		if err != nil {
			return err
		}
		fmt.Printf("cold | %s | %d | %.2f\n", text(city.City), city.Readings, city.Coldest)
	}
	return nil
}
