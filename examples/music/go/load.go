package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// load fills the tables from tab-separated files through the generated bulk inserts.
func load(ctx context.Context, shop *Music, data string) {
	fmt.Println("== loaded")
	fill(ctx, data, "artists", shop.BulkInsertArtists)
	fill(ctx, data, "genres", shop.BulkInsertGenres)
	fill(ctx, data, "media_types", shop.BulkInsertMediaTypes)
	fill(ctx, data, "albums", shop.BulkInsertAlbums)
	fill(ctx, data, "tracks", shop.BulkInsertTracks)
	fill(ctx, data, "employees", shop.BulkInsertEmployees)
	fill(ctx, data, "customers", shop.BulkInsertCustomers)
	fill(ctx, data, "invoices", shop.BulkInsertInvoices)
	fill(ctx, data, "invoice_lines", shop.BulkInsertInvoiceLines)
	fill(ctx, data, "promotions", shop.BulkInsertPromotions)
	fill(ctx, data, "playlists", shop.BulkInsertPlaylists)
	fill(ctx, data, "playlist_tracks", shop.BulkInsertPlaylistTracks)
	fill(ctx, data, "reviews", shop.BulkInsertReviews)
	fill(ctx, data, "plays", shop.BulkInsertPlays)
}

func fill[Row any](ctx context.Context, data, table string,
	insert func(context.Context, iter.Seq[Row]) (int64, error)) {
	file, err := os.Open(filepath.Join(data, table+".tsv"))
	must(err)
	defer file.Close()
	count, err := insert(ctx, lines[Row](file))
	must(err)
	fmt.Println(table, "|", count)
}

// lines reads a row at a time. The fields of a line stand in the order of the row's.
func lines[Row any](file *os.File) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		scanner := bufio.NewScanner(file)
		for scanner.Scan() {
			var row Row
			fields := reflect.ValueOf(&row).Elem()
			for i, text := range strings.Split(scanner.Text(), "\t") {
				if text != `\N` {
					must(parse(fields.Field(i).Addr().Interface(), text))
				}
			}
			if !yield(row) {
				return
			}
		}
		must(scanner.Err())
	}
}

// parse sets the field of a row to what a text says.
func parse(field any, text string) (err error) {
	switch f := field.(type) {
	case *string:
		*f = text
	case **string:
		*f = &text
	case *int64:
		*f, err = strconv.ParseInt(text, 10, 64)
	case **int64:
		*f = new(int64)
		err = parse(*f, text)
	case *float64:
		*f, err = strconv.ParseFloat(text, 64)
	case *bool:
		*f = text == "1"
	case *time.Time:
		*f, err = time.Parse(time.DateTime[:len(text)], text)
	case **time.Time:
		*f = new(time.Time)
		err = parse(*f, text)
	case *json.RawMessage:
		*f = json.RawMessage(text)
	default:
		err = parseOwn(field, text)
	}
	return err
}
