//go:build pgx || duckdb

package main

import (
	"context"
	"fmt"
	"reflect"
)

// What PostgreSQL and DuckDB take in their own way: a list is an array, a status an enum, a sum of money exact.

func ids(list ...int64) []int64 { return list }

func parseOwn(field any, text string) (err error) {
	target := reflect.ValueOf(field).Elem()
	switch target.Kind() {
	case reflect.String:
		target.SetString(text)
	case reflect.Slice:
		target.Set(reflect.ValueOf([]*string{&text}))
	case reflect.Struct:
		decimal, failed := parseDecimal(text)
		target.Set(reflect.ValueOf(decimal))
		err = failed
	default:
		err = fmt.Errorf("no way from %q to %T", text, field)
	}
	return err
}

// The engine's own ids go on behind those that were loaded.
func loaded(ctx context.Context, shop *Music) error {
	_, err := shop.ContinueIds(ctx)
	return err
}
