// Loads the sensor readings and asks for them.
//
//	go run . ROWS URL                     PostgreSQL by pgx: the URL of an empty database
//	go run -tags duckdb . ROWS FILE       DuckDB: a file to make
//
// A tag chooses pgx.go or duckdb.go, which opens the database and says what the engine takes in its own way.
package main

import (
	"context"
	"fmt"
	"iter"
	"log"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: sensors ROWS DATABASE")
	}
	count, err := strconv.ParseInt(os.Args[1], 10, 64)
	must(err)
	ctx := context.Background()
	db, err := open(ctx, os.Args[2])
	must(err)
	defer db.Close()
	_, err = ApplyMigrations(ctx, db, "")
	must(err)
	sensors := New(db)
	load(ctx, sensors, count)
	streamed(ctx, sensors, count)
	change(ctx, sensors, count)
	checked("after")(sensors.Checksum(ctx))
	ask(ctx, sensors, count)
	must(archive(ctx, db, os.Args[2]))
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func load(ctx context.Context, sensors *Sensors, count int64) {
	start := time.Now()
	_, err := sensors.BulkInsertSensorReadings(ctx, withoutID(readings(0, count)))
	must(err)
	timed("sensor_readings", count, start)
	checked("sensor_readings")(sensors.Checksum(ctx))
	start = time.Now()
	_, err = sensors.BulkInsertRawReadings(ctx, readings(0, count))
	must(err)
	timed("raw_readings", count, start)
	checked("raw_readings")(sensors.RawChecksum(ctx))
}

// withoutID: the first table has an id, which the engine gives.
func withoutID(rows iter.Seq[RawReadingsRow]) iter.Seq[SensorReadingsInsert] {
	return func(yield func(SensorReadingsInsert) bool) {
		for row := range rows {
			if !yield(SensorReadingsInsert(row)) {
				return
			}
		}
	}
}

func streamed(ctx context.Context, sensors *Sensors, count int64) {
	next, stop := iter.Pull(readings(0, count))
	defer stop()
	var asSent int64
	for row, err := range sensors.EachAllRaw(ctx) {
		must(err)
		if sent, ok := next(); ok && same(row, sent) {
			asSent++
		}
	}
	fmt.Printf("streamed | %d | %d as sent\n", count, asSent)
}

func change(ctx context.Context, sensors *Sensors, count int64) {
	some := slices.Collect(readings(count, 10))
	inserted, err := sensors.InsertReadingBatch(ctx, func(yield func(InsertReadingParams) bool) {
		for _, r := range some {
			if !yield(InsertReadingParams(r)) {
				return
			}
		}
	})
	must(err)
	corrected, err := sensors.SetTemperatureBatch(ctx, func(yield func(SetTemperatureParams) bool) {
		for _, r := range some {
			if !yield(SetTemperatureParams{DeviceID: r.DeviceID, Timestamp: r.Timestamp, Temperature: 42}) {
				return
			}
		}
	})
	must(err)
	fmt.Printf("batch | %d inserted | %d corrected\n", inserted, corrected)

	var devices [][16]byte
	var times []time.Time
	var temperatures []float64
	for _, r := range some {
		devices = append(devices, r.DeviceID)
		times = append(times, r.Timestamp)
		temperatures = append(temperatures, r.Temperature)
	}
	corrected, err = sensors.SetTemperatures(ctx, devices, times, temperatures)
	must(err)
	deleted, err := sensors.DeleteReadings(ctx, devices, times)
	must(err)
	inserted, err = insertReadings(ctx, sensors, some)
	must(err)
	deletedAgain, err := sensors.DeleteReadings(ctx, devices, times)
	must(err)
	fmt.Printf("lists | %d corrected | %d deleted | %d inserted | %d deleted\n", corrected, deleted, inserted,
		deletedAgain)
}

func insertReadings(ctx context.Context, sensors *Sensors, rows []RawReadingsRow) (int64, error) {
	var columns InsertReadingsParams
	for _, r := range rows {
		columns.DeviceIds = append(columns.DeviceIds, r.DeviceID)
		columns.Timestamps = append(columns.Timestamps, r.Timestamp)
		columns.Temperatures = append(columns.Temperatures, r.Temperature)
		columns.Locations = append(columns.Locations, r.Location)
	}
	return sensors.InsertReadings(ctx, columns)
}

func ask(ctx context.Context, sensors *Sensors, count int64) {
	latest, err := sensors.LatestOfDevice(ctx, reading(count-1).DeviceID, 5)
	must(err)
	for _, row := range latest {
		var tags []string
		for _, tag := range row.Tags {
			tags = append(tags, *tag)
		}
		fmt.Printf("latest | %.2f | %.2f | %d | %s\n",
			row.Temperature, number(row.Pressure), row.BatteryLevel, strings.Join(tags, ","))
	}
	tags, err := sensors.ReadingsPerTag(ctx)
	must(err)
	for _, tag := range tags {
		fmt.Printf("tag | %s | %d\n", text(tag.Tag), tag.Readings)
	}
	cities, err := sensors.ReadingsPerCity(ctx)
	must(err)
	for _, city := range cities {
		fmt.Printf("city | %s | %d | %d | %d | %.2f\n",
			text(city.City), city.Readings, city.Anomalies, city.LowestBattery, number(city.Pressure))
	}
	tagged, err := sensors.Tagged(ctx, []string{"indoor", "hvac"}, start, start.Add(time.Hour))
	must(err)
	fmt.Println("tagged in the first hour |", tagged)
}

// text is a text, or one that an engine does not promise to be there.
func text[S string | *string](value S) string {
	if pointer, ok := any(value).(*string); ok {
		return *pointer
	}
	return any(value).(string)
}

func checked(name string) func(checksum Checksum, err error) {
	return func(checksum Checksum, err error) {
		must(err)
		fmt.Println(name, "|", checksum.Rows, "|", checksum.Checksum)
	}
}

func timed(name string, count int64, start time.Time) {
	seconds := time.Since(start).Seconds()
	fmt.Fprintf(os.Stderr, "%s: %d rows in %.2f s, %.0f a second\n", name, count, seconds, float64(count)/seconds)
}
