//go:build ignore

package prelude

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

// record is the row that is read, with the first error of doing so.
type record struct {
	values []any
	err    error
}

// misfit keeps the first error of a row.
func (r *record) misfit(expected string, v any) {
	if r.err == nil {
		found := "NULL"
		if v != nil {
			found = fmt.Sprintf("%T", v)
		}
		r.err = fmt.Errorf("expected %s, got %s", expected, found)
	}
}

// field reads a column by a function for its type.
func field[T any](r *record, i int, column string, read func(*record, any) T) T {
	before := r.err
	v := read(r, r.values[i])
	if before == nil && r.err != nil {
		r.err = fmt.Errorf("column %s: %w", column, r.err)
	}
	return v
}

// fieldOrNull reads a column; nil is NULL.
func fieldOrNull[T any](r *record, i int, column string, read func(*record, any) T) *T {
	if r.values[i] == nil {
		return nil
	}
	v := field(r, i, column, read)
	return &v
}

// fieldOrNil reads a column whose own nil is NULL.
func fieldOrNil[T any](r *record, i int, column string, read func(*record, any) T) (v T) {
	if r.values[i] == nil {
		return v
	}
	return field(r, i, column, read)
}

// as reads a value that the driver gives as it is.
func as[T any](r *record, v any) T {
	t, ok := v.(T)
	if !ok {
		r.misfit(fmt.Sprintf("%T", t), v)
	}
	return t
}

// decodedAs reads what a function of the program makes of a value.
func decodedAs[T, V any](read func(*record, any) V, decode func(V) (T, error)) func(*record, any) T {
	return func(r *record, v any) (t T) {
		value := read(r, v)
		if r.err != nil {
			return t
		}
		t, r.err = decode(value)
		return t
	}
}

// label reads an enum's label.
func label[T ~string](r *record, v any) T { return T(as[string](r, v)) }

// jsonText reads a JSON document, which comes as its text.
func jsonText(r *record, v any) json.RawMessage { return json.RawMessage(as[string](r, v)) }

// readUUID reads a UUID.
func readUUID(r *record, v any) (id [16]byte) {
	copy(id[:], as[[]byte](r, v))
	return id
}

// bits reads a BIT, which comes as its text, but within others as the driver has it.
func bits(r *record, v any) string {
	if b, ok := v.(duckdb.Bit); ok {
		return b.String()
	}
	return as[string](r, v)
}

// clock reads a time of day, which comes as its text. The last one, 24:00:00, is the first of the next day.
func clock(r *record, v any) time.Time {
	text := as[string](r, v)
	t, err := time.Parse("15:04:05.999999999", text)
	switch {
	case err == nil:
		return t.AddDate(1, 0, 0)
	case text == "24:00:00":
		return time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC)
	case r.err == nil:
		r.err = err
	}
	return t
}

// The moments that stand for infinity and -infinity.
var infinity, negativeInfinity = time.UnixMicro(math.MaxInt64).UTC(), time.UnixMicro(-math.MaxInt64).UTC()

// moment reads a day or a timestamp. Each type has infinities of its own.
func moment(r *record, v any) time.Time {
	t := as[time.Time](r, v)
	for _, limit := range infinities {
		switch {
		case t.Equal(limit[0]):
			return infinity
		case t.Equal(limit[1]):
			return negativeInfinity
		}
	}
	return t
}

// infinities of days, and of timestamps in seconds, milliseconds and nanoseconds.
var infinities = [][2]time.Time{
	{time.Unix(math.MaxInt32*86400, 0), time.Unix(-math.MaxInt32*86400, 0)},
	{time.Unix(math.MaxInt64, 0), time.Unix(-math.MaxInt64, 0)},
	{time.UnixMilli(math.MaxInt64), time.UnixMilli(-math.MaxInt64)},
	{time.Unix(0, math.MaxInt64), time.Unix(0, -math.MaxInt64)},
}

// orNull reads a value within another; nil is NULL.
func orNull[T any](read func(*record, any) T) func(*record, any) *T {
	return func(r *record, v any) *T {
		if v == nil {
			return nil
		}
		t := read(r, v)
		return &t
	}
}

// orNil reads a value within another, whose own nil is NULL.
func orNil[T any](read func(*record, any) T) func(*record, any) T {
	return func(r *record, v any) (t T) {
		if v == nil {
			return t
		}
		return read(r, v)
	}
}

// listOf reads a list.
func listOf[T any](read func(*record, any) T) func(*record, any) []T {
	return func(r *record, v any) []T {
		items := as[[]any](r, v)
		list := make([]T, len(items))
		for i, item := range items {
			list[i] = read(r, item)
		}
		return list
	}
}

// MapEntry is an entry of a map whose keys are nothing that a map of Go can have as keys.
type MapEntry[K, V any] struct {
	Key   K
	Value V
}

// entriesOf reads a map as its entries, in which form some maps come.
func entriesOf[K, V any](key func(*record, any) K, value func(*record, any) V) func(*record, any) []MapEntry[K, V] {
	return func(r *record, v any) []MapEntry[K, V] {
		entries := []MapEntry[K, V]{}
		if m, ok := v.(duckdb.OrderedMap); ok {
			values := m.Values()
			for i, k := range m.Keys() {
				entries = append(entries, MapEntry[K, V]{key(r, k), value(r, values[i])})
			}
			return entries
		}
		for _, item := range as[[]any](r, v) {
			m := as[map[string]any](r, item)
			entries = append(entries, MapEntry[K, V]{key(r, m["key"]), value(r, m["value"])})
		}
		return entries
	}
}

// mapOf reads a map.
func mapOf[K comparable, V any](key func(*record, any) K, value func(*record, any) V) func(*record, any) map[K]V {
	entries := entriesOf(key, value)
	return func(r *record, v any) map[K]V {
		m := map[K]V{}
		for _, e := range entries(r, v) {
			m[e.Key] = e.Value
		}
		return m
	}
}

// tagged reads a union: which member it has, and all members by their names.
func tagged(r *record, v any, tag string) (string, map[string]any) {
	if u, ok := v.(duckdb.Union); ok {
		return u.Tag, map[string]any{u.Tag: u.Value}
	}
	members := as[map[string]any](r, v)
	return as[string](r, members[tag]), members
}
