//go:build !(pgx || duckdb)

package main

import (
	"context"
	"encoding/json"
	"fmt"
)

// What SQLite takes in its own way: a list is JSON, a document is text.

func ids(list ...int64) string {
	text, err := json.Marshal(list)
	must(err)
	return string(text)
}

func parseOwn(field any, text string) error { return fmt.Errorf("no way from %q to %T", text, field) }

func exact(any) (float64, bool) { return 0, false }

// Ids go on behind the largest one.
func loaded(context.Context, *Music) error { return nil }
