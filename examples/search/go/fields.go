package main

import (
	"database/sql"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// badRequest is what is wrong with a request.
type badRequest string

func (b badRequest) Error() string { return string(b) }

// fields reads a query string or a form. What is missing is nil, which leaves an optional part out. The first value
// that is wrong is kept as the error.
type fields struct {
	values url.Values
	err    error
}

// filled are those that are not empty: a browser also sends the text fields that nothing was typed into.
func filled(values url.Values) *fields {
	given := url.Values{}
	for name, texts := range values {
		if texts = slices.DeleteFunc(slices.Clone(texts),
			func(text string) bool { return text == "" }); len(texts) > 0 {
			given[name] = texts
		}
	}
	return &fields{values: given}
}

func (f *fields) refuse(format string, values ...any) {
	if f.err == nil {
		f.err = badRequest(fmt.Sprintf(format, values...))
	}
}

func (f *fields) texts(name string) *[]string {
	texts := f.values[name]
	for _, text := range texts {
		if text == "" || !utf8.ValidString(text) || strings.Contains(text, "\x00") {
			f.refuse("%s: a text is expected", name)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return &texts
}

func (f *fields) text(name string) *string {
	texts := f.texts(name)
	if texts == nil {
		return nil
	}
	return &(*texts)[0]
}

func (f *fields) integer(name string, least, most int64) *int64 {
	text := f.text(name)
	if text == nil {
		return nil
	}
	value, err := strconv.ParseInt(*text, 10, 64)
	if err != nil || value < least || value > most {
		f.refuse("%s: an integer from %d to %d is expected", name, least, most)
	}
	return &value
}

// sort is the order that the request names, else the default.
func (f *fields) sort(name string) (sort Sort) {
	if label := f.text(name); label != nil {
		var err error
		if sort, err = parseSort(*label); err != nil {
			f.refuse("%s: %v", name, err)
		}
	}
	return sort
}

// orNull is what read returns of a field, and NULL where the field is empty.
func orNull[T any](f *fields, name string, read func() *T) *sql.Null[T] {
	if f.values.Has(name) && f.values.Get(name) == "" {
		return &sql.Null[T]{}
	}
	value := read()
	if value == nil {
		return nil
	}
	return &sql.Null[T]{V: *value, Valid: true}
}

// required is the value of a field that the request must have.
func required[T any](f *fields, name string, value *T) (_ T) {
	if value == nil {
		f.refuse("%s is missing", name)
		return
	}
	return *value
}
