package main

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// The report: the same text in every language. The three functions take what a generated method returns.

func rows(title string) func(found any, err error) {
	return func(found any, err error) {
		must(err)
		fmt.Println("==", title)
		list := reflect.ValueOf(found)
		for i := range list.Len() {
			fmt.Println(line(list.Index(i)))
		}
	}
}

func one(title string) func(row any, err error) {
	return func(row any, err error) {
		fmt.Println("==", title)
		if errors.Is(err, sql.ErrNoRows) {
			fmt.Println("(none)")
			return
		}
		must(err)
		fmt.Println(line(reflect.ValueOf(row)))
	}
}

func affected(title string) func(count int64, err error) {
	return func(count int64, err error) {
		must(err)
		fmt.Println("==", title)
		fmt.Println("affected", count)
	}
}

// line is a row's fields, or what stands in its place: the only value of one. A list of rows stands below, in lines of
// its own.
func line(row reflect.Value) string {
	if row.Kind() == reflect.Interface {
		row = row.Elem()
	}
	if row.Kind() != reflect.Struct {
		return show("", row)
	}
	var cells []string
	for i := range row.NumField() {
		cells = append(cells, show(row.Type().Field(i).Name, row.Field(i)))
	}
	return strings.ReplaceAll(strings.Join(cells, " | "), " | \n", "\n")
}

func show(name string, value reflect.Value) string {
	if value.Kind() == reflect.Pointer {
		if value.IsNil() {
			return "NULL"
		}
		value = value.Elem()
	}
	if value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Struct {
		var below strings.Builder
		for i := range value.Len() {
			below.WriteString("\n  " + line(value.Index(i)))
		}
		return below.String()
	}
	switch v := value.Interface().(type) {
	case bool:
		return map[bool]string{true: "1", false: "0"}[v]
	case float64:
		return decimals(v)
	case time.Time:
		// A time.Time does not say whether it is a day or an instant: names of instants end in At.
		if v.Equal(v.Truncate(24*time.Hour)) && !strings.HasSuffix(name, "At") {
			return v.Format(time.DateOnly)
		}
		return v.Format(time.DateTime)
	case json.RawMessage:
		return string(v)
	default:
		if number, ok := exact(v); ok {
			return decimals(number)
		}
		return fmt.Sprint(v)
	}
}

func decimals(number float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(number, 'f', 6, 64), "0"), ".")
}
