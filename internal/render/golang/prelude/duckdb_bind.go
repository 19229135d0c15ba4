//go:build ignore

package prelude

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"
)

// What the driver does not bind as it is, is bound as text that DuckDB makes the exact value of.

func bindUint(v uint64) any { return strconv.FormatUint(v, 10) }

func bindBig(v *big.Int) any { return v.String() }

func bindBlob(v []byte) any {
	if v == nil {
		return []byte{}
	}
	return v
}

func bindJSON(v json.RawMessage) any { return string(v) }

func bindInterval(v duckdb.Interval) any {
	return fmt.Sprintf("%d months %d days %d microseconds", v.Months, v.Days, v.Micros)
}

func bindUUID(v [16]byte) any {
	return fmt.Sprintf("%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:])
}

func bindLabel[T ~string](v T) any { return string(v) }

// bindDecimal binds a number with all of its digits. The zero Decimal is 0.
func bindDecimal(v duckdb.Decimal) any {
	if v.Value == nil {
		return "0"
	}
	digits, sign := new(big.Int).Abs(v.Value).String(), ""
	if v.Value.Sign() < 0 {
		sign = "-"
	}
	if missing := int(v.Scale) + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	point := len(digits) - int(v.Scale)
	return strings.TrimSuffix(sign+digits[:point]+"."+digits[point:], ".")
}

func bindDate(v time.Time) any { return momentText(v, "") }

func bindTimestamp(v time.Time) any { return momentText(v, " 15:04:05"+fraction(v)) }

func bindInstant(v time.Time) any {
	v = v.UTC()
	return momentText(v, " 15:04:05"+fraction(v)+"+00")
}

func bindClock(v time.Time) any { return clockText(v) }

func bindClockTZ(v time.Time) any {
	_, offset := v.Zone()
	sign := "+"
	if offset < 0 {
		sign, offset = "-", -offset
	}
	return fmt.Sprintf("%s%s%02d:%02d:%02d", clockText(v), sign, offset/3600, offset/60%60, offset%60)
}

// clockText is a time of day; the first of the second day is the last of the first.
func clockText(v time.Time) string {
	if v.Year() == 1 && v.YearDay() == 2 && v.Hour() == 0 && v.Minute() == 0 && v.Second() == 0 && v.Nanosecond() == 0 {
		return "24:00:00"
	}
	return v.Format("15:04:05" + fraction(v))
}

// momentText is a day, and what the layout says of its time.
func momentText(v time.Time, layout string) any {
	switch {
	case v.Equal(infinity):
		return "infinity"
	case v.Equal(negativeInfinity):
		return "-infinity"
	}
	year, era := v.Year(), ""
	if year <= 0 {
		year, era = 1-year, " (BC)"
	}
	return fmt.Sprintf("%04d%s%s%s", year, v.Format("-01-02"), era, v.Format(layout))
}

// fraction is the layout of a second's: none, six digits, or nine where those do not hold it.
func fraction(t time.Time) string {
	switch ns := t.Nanosecond(); {
	case ns == 0:
		return ""
	case ns%1000 == 0:
		return ".000000"
	}
	return ".000000000"
}

// asJSON binds what holds other values as JSON.
func asJSON[T any](put func([]byte, T) []byte) func(T) any {
	return func(v T) any { return string(put(nil, v)) }
}

// asEncodedJSON is the same where a function of the program makes a part of the value, whose error is bound.
func asEncodedJSON[T any](put func([]byte, T) []byte) func(T) any {
	return func(v T) (bound any) {
		defer func() {
			switch failed := recover().(type) {
			case nil:
			case unencoded:
				bound = failed.error
			default:
				panic(failed)
			}
		}()
		return asJSON(put)(v)
	}
}

// unencoded is the error of a function of the program.
type unencoded struct{ error }

// putEncoded puts what a function of the program makes of a value.
func putEncoded[T, V any](encode func(T) (V, error), put func([]byte, V) []byte) func([]byte, T) []byte {
	return func(b []byte, v T) []byte {
		encoded, err := encode(v)
		if err != nil {
			panic(unencoded{err})
		}
		return put(b, encoded)
	}
}

// putInt, and the functions below, append a value to a JSON document.
func putInt[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32](b []byte, v T) []byte {
	return strconv.AppendInt(b, int64(v), 10)
}

func putBool(b []byte, v bool) []byte { return strconv.AppendBool(b, v) }

func putFloat[T float32 | float64](b []byte, v T) []byte {
	switch {
	case math.IsInf(float64(v), 1):
		return append(b, `"infinity"`...)
	case math.IsInf(float64(v), -1):
		return append(b, `"-infinity"`...)
	}
	b = append(b, '"')
	if _, single := any(v).(float32); single {
		b = strconv.AppendFloat(b, float64(v), 'g', -1, 32)
	} else {
		b = strconv.AppendFloat(b, float64(v), 'g', -1, 64)
	}
	return append(b, '"')
}

func putText[T ~string](b []byte, v T) []byte {
	b = append(b, '"')
	for _, c := range []byte(v) {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ':
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// putAs puts the text that a value is bound as.
func putAs[T any](bind func(T) any) func([]byte, T) []byte {
	return func(b []byte, v T) []byte { return putText(b, bind(v).(string)) }
}

func putBlob(b []byte, v []byte) []byte {
	var text strings.Builder
	for _, c := range v {
		fmt.Fprintf(&text, `\x%02X`, c)
	}
	return putText(b, text.String())
}

func putOrNull[T any](put func([]byte, T) []byte) func([]byte, *T) []byte {
	return func(b []byte, v *T) []byte {
		if v == nil {
			return append(b, "null"...)
		}
		return put(b, *v)
	}
}

func putSliceOrNull[S ~[]E, E any](put func([]byte, S) []byte) func([]byte, S) []byte {
	return func(b []byte, v S) []byte {
		if v == nil {
			return append(b, "null"...)
		}
		return put(b, v)
	}
}

func putMapOrNull[K comparable, V any](put func([]byte, map[K]V) []byte) func([]byte, map[K]V) []byte {
	return func(b []byte, v map[K]V) []byte {
		if v == nil {
			return append(b, "null"...)
		}
		return put(b, v)
	}
}

func putPointerOrNull[T any](put func([]byte, *T) []byte) func([]byte, *T) []byte {
	return func(b []byte, v *T) []byte {
		if v == nil {
			return append(b, "null"...)
		}
		return put(b, v)
	}
}

func putList[T any](put func([]byte, T) []byte) func([]byte, []T) []byte {
	return func(b []byte, list []T) []byte {
		b = append(b, '[')
		for i, v := range list {
			if i > 0 {
				b = append(b, ',')
			}
			b = put(b, v)
		}
		return append(b, ']')
	}
}

// putMap puts a map. A key of JSON is a text.
func putMap[K comparable, V any](key func([]byte, K) []byte,
	value func([]byte, V) []byte) func([]byte, map[K]V) []byte {
	return func(b []byte, m map[K]V) []byte {
		values := make(map[string]V, len(m))
		for k, v := range m {
			values[string(putKey(nil, key(nil, k)))] = v
		}
		b = append(b, '{')
		for i, k := range slices.Sorted(maps.Keys(values)) { // DuckDB's maps are equal in one order only
			if i > 0 {
				b = append(b, ',')
			}
			b = value(append(append(b, k...), ':'), values[k])
		}
		return append(b, '}')
	}
}

// putEntries puts a map whose keys are no keys of a map of Go.
func putEntries[K, V any](key func([]byte, K) []byte,
	value func([]byte, V) []byte) func([]byte, []MapEntry[K, V]) []byte {
	return func(b []byte, entries []MapEntry[K, V]) []byte {
		b = append(b, '{')
		for i, e := range entries {
			if i > 0 {
				b = append(b, ',')
			}
			b = value(append(putKey(b, key(nil, e.Key)), ':'), e.Value)
		}
		return append(b, '}')
	}
}

// putPairs puts a map whose keys hold other values, which are no keys of JSON: as a list.
func putPairs[K, V any](key func([]byte, K) []byte,
	value func([]byte, V) []byte) func([]byte, []MapEntry[K, V]) []byte {
	return putList(func(b []byte, e MapEntry[K, V]) []byte {
		b = append(key(append(b, `{"key":`...), e.Key), `,"value":`...)
		return append(value(b, e.Value), '}')
	})
}

func putKey(b, key []byte) []byte {
	if key[0] == '"' {
		return append(b, key...)
	}
	return append(append(append(b, '"'), key...), '"')
}
