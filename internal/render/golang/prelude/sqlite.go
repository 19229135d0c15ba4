//go:build ignore

package prelude

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// boolean reads a boolean, which SQLite stores as 0 or 1.
func (r *record) boolean(i int, column string) bool {
	switch v := r.value(i).(type) {
	case bool:
		return v
	case int64:
		if v == 0 || v == 1 {
			return v == 1
		}
	}
	r.misfit(i, column, "INTEGER 0 or 1")
	return false
}

// decimal reads a decimal number as its text.
func (r *record) decimal(i int, column string) string {
	switch v := r.value(i).(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		if text := strconv.FormatFloat(v, 'f', -1, 64); isDecimal(text) {
			return text
		}
	case string:
		if isDecimal(v) {
			return v
		}
	}
	r.misfit(i, column, "a decimal number")
	return ""
}

// jsonText reads a JSON document. A column of the type JSON stores one that is a number as that number.
func (r *record) jsonText(i int, column string) json.RawMessage {
	switch v := r.value(i).(type) {
	case string:
		return json.RawMessage(v)
	case int64, float64:
		return json.RawMessage(fmt.Sprint(v))
	}
	r.misfit(i, column, "JSON as TEXT")
	return nil
}

// uuid reads a UUID, as its text or its bytes.
func (r *record) uuid(i int, column string) (id [16]byte) {
	switch v := r.value(i).(type) {
	case string:
		if digits := strings.ReplaceAll(v, "-", ""); len(digits) == 32 {
			if _, err := hex.Decode(id[:], []byte(digits)); err == nil {
				return id
			}
		}
	case []byte:
		if len(v) == 16 {
			return [16]byte(v)
		}
	}
	r.misfit(i, column, "a UUID as TEXT or a BLOB of 16 bytes")
	return id
}

// date reads a day.
func (r *record) date(i int, column string) time.Time {
	return r.moment(i, column, "a date as TEXT YYYY-MM-DD", func(t time.Time) bool { return t.Equal(t.Truncate(24 * time.Hour)) }, time.DateOnly)
}

// clock reads a time of day.
func (r *record) clock(i int, column string) time.Time {
	return r.moment(i, column, "a time as TEXT HH:MM:SS", nil, "15:04:05.999999999", "15:04")
}

// timestamp reads a date and time.
func (r *record) timestamp(i int, column string) time.Time {
	return r.moment(i, column, "a timestamp as TEXT YYYY-MM-DD HH:MM:SS", nil, "2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999",
		"2006-01-02 15:04", "2006-01-02T15:04")
}

// instant reads a date and time with an offset. SQLite's own date functions say UTC without one.
func (r *record) instant(i int, column string) time.Time {
	return r.moment(i, column, "a timestamp as TEXT YYYY-MM-DD HH:MM:SS+00:00", nil, "2006-01-02 15:04:05.999999999Z07:00",
		"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999",
		"2006-01-02 15:04Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02 15:04", "2006-01-02T15:04")
}

// moment reads a time that is written in one of several ways. A driver may have read it already.
func (r *record) moment(i int, column, expected string, fits func(time.Time) bool, layouts ...string) time.Time {
	switch v := r.value(i).(type) {
	case time.Time:
		if (fits == nil || fits(v)) && !misread(v) {
			return v.UTC()
		}
	case string:
		for _, layout := range layouts {
			if t, err := time.Parse(layout, v); err == nil {
				return t.UTC()
			}
		}
	}
	r.misfit(i, column, expected)
	return time.Time{}
}

// anything reads a value of whatever type it has.
func (r *record) anything(i int, column string) any {
	v := r.value(i)
	if v == nil {
		r.misfit(i, column, "a value")
	}
	return v
}

// orNull reads a value; nil is NULL.
func orNull[T any](r *record, read func(i int, column string) T, i int, column string) *T {
	if r.null(i) {
		return nil
	}
	v := read(i, column)
	return &v
}

// orNil reads a value whose own nil is NULL.
func orNil[T any](r *record, read func(i int, column string) T, i int, column string) (v T) {
	if r.null(i) {
		return v
	}
	return read(i, column)
}

// nullIn reads what may be NULL.
func nullIn[T any](read func(*record, int, string) T) func(*record, int, string) *T {
	return func(r *record, i int, column string) *T {
		if r.null(i) {
			return nil
		}
		v := read(r, i, column)
		return &v
	}
}

// nilIn reads what may be NULL, and has a nil of its own for it.
func nilIn[T any](read func(*record, int, string) T) func(*record, int, string) T {
	return func(r *record, i int, column string) (v T) {
		if r.null(i) {
			return v
		}
		return read(r, i, column)
	}
}

// decodedIn reads what a function of the program makes of a value.
func decodedIn[T, V any](read func(*record, int, string) V, decode func(V) (T, error)) func(*record, int, string) T {
	return func(r *record, i int, column string) (v T) {
		value := read(r, i, column)
		if r.err != nil {
			return v
		}
		v, err := decode(value)
		if err != nil {
			r.err = fmt.Errorf("column %s: %w", column, err)
		}
		return v
	}
}

// misfit keeps the first error of a row: a value that is not of its column's declared type.
func (r *record) misfit(i int, column, expected string) {
	found := map[bool]string{true: "NULL", false: "another"}[r.null(i)]
	switch v := r.value(i).(type) {
	case int64, bool:
		found = "INTEGER"
	case float64:
		found = "REAL"
		if expected == "INTEGER" {
			found += ", as where arithmetic overflows: CAST it AS REAL to read that"
		}
	case string:
		found = "TEXT"
		if !strings.Contains(expected, "BLOB") { // bytes and UUIDs, which may be secrets
			found += " " + beginning(v)
		}
	case []byte:
		found = "BLOB"
	case time.Time:
		found = "what the driver took for " + v.Format("2006-01-02 15:04:05")
	}
	if r.err == nil {
		r.err = fmt.Errorf("column %s: expected %s, got %s", column, expected, found)
	}
}

// beginning is a text in quotes, cut after 40 characters.
func beginning(text string) string {
	short := fmt.Sprintf("%.40s", text)
	if short != text {
		short += "..."
	}
	return strconv.Quote(short)
}

// isDecimal reports whether a text is a decimal number.
func isDecimal(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return (err == nil || errors.Is(err, strconv.ErrRange)) && strings.Trim(text, "+-.0123456789eE") == ""
}

// The functions below make the bound form of a value. Its error is returned when the statement runs.

// bindReal binds a number. SQLite would store NULL for NaN.
func bindReal(v float64) any {
	if math.IsNaN(v) {
		return errors.New("NaN is no value of SQLite")
	}
	return v
}

func bindBlob(v []byte) any {
	if v == nil {
		return []byte{}
	}
	return v
}

func bindDecimal(v string) any {
	if !isDecimal(v) {
		return fmt.Errorf("%q is not a decimal number", v)
	}
	return v
}

func bindJSON(v json.RawMessage) any { return string(v) }

func bindUUID(v [16]byte) any {
	return fmt.Sprintf("%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:])
}

func bindDate(v time.Time) any { return inYears(v, v.Format(time.DateOnly)) }

func bindClock(v time.Time) any { return v.Format("15:04:05" + fraction(v)) }

func bindTimestamp(v time.Time) any {
	return inYears(v, v.Format("2006-01-02 15:04:05"+fraction(v)))
}

func bindInstant(v time.Time) any {
	v = v.UTC()
	return inYears(v, v.Format("2006-01-02 15:04:05"+fraction(v)+"+00:00"))
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

// inYears is the text of a time in a year that SQLite's texts have room for.
func inYears(t time.Time, text string) any {
	if t.Year() < 0 || t.Year() > 9999 {
		return fmt.Errorf("the year %d does not have four digits", t.Year())
	}
	return text
}

// bindList makes what binds a list: JSON, whose values the statement reads.
func bindList[T any](bind func(T) any) func([]T) any {
	return func(list []T) any {
		text := []byte{'['}
		for i, v := range list {
			if i > 0 {
				text = append(text, ',')
			}
			switch v := bind(v).(type) {
			case error:
				return fmt.Errorf("value %d of a list: %w", i+1, v)
			case int64:
				text = strconv.AppendInt(text, v, 10)
			case float64:
				text = appendReal(text, v)
			case bool:
				text = strconv.AppendBool(text, v)
			case string:
				text = appendText(text, v)
			case []byte:
				text = append(hex.AppendEncode(append(text, '"'), v), '"')
			}
		}
		return string(append(text, ']'))
	}
}

// appendReal appends a number so that it is read as the same; JSON has none for an infinity, but for what is too large.
func appendReal(text []byte, v float64) []byte {
	switch {
	case math.IsInf(v, 1):
		return append(text, "9e999"...)
	case math.IsInf(v, -1):
		return append(text, "-9e999"...)
	}
	return strconv.AppendFloat(text, v, 'e', -1, 64)
}

// appendText appends a string as it is, but for what JSON has escapes for.
func appendText(text []byte, v string) []byte {
	text = append(text, '"')
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case c == '"' || c == '\\':
			text = append(text, '\\', c)
		case c < ' ':
			text = fmt.Appendf(text, "\\u%04x", c)
		default:
			text = append(text, c)
		}
	}
	return append(text, '"')
}

// bindAny binds a value of any type that SQLite has something for.
func bindAny(v any) any {
	switch v := v.(type) {
	case float64:
		return bindReal(v)
	case []byte:
		return bindBlob(v)
	case time.Time:
		return bindInstant(v)
	case [16]byte:
		return bindUUID(v)
	case json.RawMessage:
		return bindJSON(v)
	case int:
		return int64(v)
	}
	return v
}

// tracking is the SQL with which a program applies migrations.
type tracking struct {
	settings, relax, dangling, create, adopt, applied, record, changed, late, ended string
}

// relaxed runs work while foreign keys are not enforced. It gets the query for what breaks those that were.
func relaxed[T any](ctx context.Context, db DBTX, work func(dangling string) (T, error)) (done T, err error) {
	settings, err := one(ctx, db, "foreign_keys", firstText, trackingSQL.settings)
	if err != nil {
		return done, err
	}
	dangling, err := one(ctx, db, "foreign_keys", firstText, trackingSQL.dangling)
	if err != nil {
		return done, err
	}
	if err := runScript(ctx, db, trackingSQL.relax); err != nil {
		return done, err
	}
	done, err = work(dangling)
	return done, errors.Join(err, runScript(context.WithoutCancel(ctx), db, settings))
}

// applyNext applies the first migration that a database lacks, in the transaction that is open; nil if there is none.
func applyNext(ctx context.Context, db DBTX, migrations []migration, project, dangling string) (*migration, error) {
	if err := runScript(ctx, db, trackingSQL.create); err != nil {
		return nil, err
	}
	changes, err := all(ctx, db, "_sqg_migrations", firstText, trackingSQL.adopt)
	if err != nil {
		return nil, err
	}
	for _, change := range changes {
		if err := runScript(ctx, db, change); err != nil {
			return nil, err
		}
	}
	pending, err := pendingIn(ctx, db, migrations, project)
	if len(pending) == 0 || err != nil {
		return nil, err
	}
	m := pending[0]
	// SQLite does not check keys that have no index yet.
	before, _ := all(ctx, db, "foreign_keys", firstText, dangling)
	if err := runScript(ctx, db, m.sql); err != nil {
		return nil, m.of(err)
	}
	if after, _ := all(ctx, db, "foreign_keys", firstText, dangling); len(before) == 0 && len(after) > 0 {
		return nil, m.of(errors.New(after[0]))
	}
	return m, run(ctx, db, "_sqg_migrations", trackingSQL.record, project, m.name, m.checksum)
}

// pendingIn are the migrations that a database lacks.
func pendingIn(ctx context.Context, db DBTX, migrations []migration, project string) ([]*migration, error) {
	applied, err := one(ctx, db, "_sqg_migrations", firstText, trackingSQL.applied)
	if err != nil {
		return nil, err
	}
	known := map[string]*string{} // checksums; nil is unknown
	keep := func(r *record) (string, error) {
		id := r.text(0, "migration_id")
		known[id] = orNull(r, r.text, 1, "checksum")
		return id, r.err
	}
	if _, err := all(ctx, db, "_sqg_migrations", keep, applied, project); err != nil {
		return nil, err
	}
	return pendingOf(migrations, project, known)
}

func firstText(r *record) (string, error) { return r.text(0, "value"), r.err }

// batchSorted is batch in the order of a key: SQLite then goes through its table once.
func batchSorted[P any](ctx context.Context, db DBTX, name, sql string, rows iter.Seq[P],
	args func(P) []any, by order[P]) (int64, error) {
	return batchOf(ctx, db, name, sql, by.of(rows), args)
}

// order is that of a key. Fewer rows than from keep theirs, and up to window are held and sorted at a time.
type order[P any] struct {
	from, window int
	key          func(P) int64
}

// of are rows in that order, with the numbers that they have in theirs. Those of one key stay in it.
func (o order[P]) of(rows iter.Seq[P]) iter.Seq2[int, P] {
	type place struct {
		key int64
		i   int
	}
	return func(yield func(int, P) bool) {
		before := 0
		for some := range partsOf(rows, o.window) {
			places := make([]place, len(some))
			for i, p := range some {
				places[i] = place{o.key(p), i}
			}
			if len(some) >= o.from {
				slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.i, b.i)) })
			}
			for _, p := range places {
				if !yield(before+p.i+1, some[p.i]) {
					return
				}
			}
			before += len(some)
		}
	}
}
