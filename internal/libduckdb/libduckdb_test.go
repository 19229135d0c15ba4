package libduckdb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/environment"
)

func connection(t *testing.T) *Conn {
	t.Helper()
	l, err := Open(t.Context(), "", os.Getenv, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	c, err := l.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestValues(t *testing.T) {
	c := connection(t)
	long := strings.Repeat("é", 5000)
	for sql, want := range map[string]any{
		"SELECT NULL": nil, "SELECT true": true, "SELECT 'short'": "short", "SELECT repeat('é', 5000)": long,
		"SELECT ''": "",
		"SELECT -7": int32(-7), "SELECT 9223372036854775807": int64(9223372036854775807), "SELECT 0.5::DOUBLE": 0.5,
		"SELECT ['a', NULL, 'b']": []any{"a", nil, "b"}, "SELECT [[1], [], NULL]": []any{[]any{int32(1)}, []any{}, nil},
		"SELECT {'x': 1, 'y': ['z']}": []any{int32(1), []any{"z"}}, "SELECT MAP {'k': 2}": []any{[]any{"k", int32(2)}},
		"SELECT array_value(1, 2)": []any{int32(1), int32(2)}, "SELECT DATE '1970-01-02'": "01000000",
		"SELECT TIMESTAMP '2024-02-29 12:00:00.5'": time.Date(2024, 2, 29, 12, 0, 0, 500_000_000, time.UTC),
		"SELECT 1.25::DECIMAL(9,2)":                int32(125), "SELECT 'b'::ENUM ('a', 'b')": uint8(1),
		"SELECT '\\xC3\\xA9'::BLOB": "é",
	} {
		var got []any
		if err := c.Query(t.Context(), sql, func(row []any) { got = append(got, row[0]) }); err != nil ||
			!reflect.DeepEqual(got, []any{want}) {
			t.Errorf("%s: %#v, %v", sql, got, err)
		}
	}
}

// TestRows: results of several chunks, and the NULLs in them.
func TestRows(t *testing.T) {
	c := connection(t)
	n, nulls := 0, 0
	err := c.Query(t.Context(),
		"SELECT i, CASE WHEN i % 3 = 0 THEN NULL ELSE 'text ' || i END FROM range(10000) AS r(i)", func(row []any) {
			if row[0] != int64(n) {
				t.Fatalf("row %d is %v", n, row[0])
			}
			if n++; row[1] == nil {
				nulls++
			}
		})
	if err != nil || n != 10000 || nulls != 3334 {
		t.Errorf("%d rows, %d NULLs, %v", n, nulls, err)
	}
}

func TestExec(t *testing.T) {
	c := connection(t)
	changed, err := c.Exec(t.Context(),
		"CREATE TABLE t (a VARCHAR); INSERT INTO t VALUES ('x'); INSERT INTO t VALUES ($1), ($2)", "it's",
		"two\x00parts")
	if err != nil || changed != 2 {
		t.Errorf("%d changed, %v", changed, err)
	}
	var got []any
	if err := c.Query(t.Context(), "FROM t", func(row []any) { got = append(got, row[0]) }); err != nil ||
		!slices.Equal(got, []any{"x", "it's", "two\x00parts"}) {
		t.Errorf("%q, %v", got, err)
	}
	var e *Error
	if _, err := c.Exec(t.Context(),
		"INSERT INTO t VALUES ('y'); SELECT nothing; INSERT INTO t VALUES ('z')"); !errors.As(err, &e) ||
		!strings.Contains(e.Msg, "nothing") {
		t.Error(err)
	}
	for _, sql := range []string{"", ";", "-- a comment"} {
		if _, err := c.Exec(t.Context(), sql); err == nil {
			t.Errorf("%q is run", sql)
		}
	}
}

func TestPrepare(t *testing.T) {
	c := connection(t)
	if _, err := c.Exec(t.Context(), "CREATE TABLE t (a INTEGER, b VARCHAR)"); err != nil {
		t.Fatal(err)
	}
	integer, text, count := &Type{ID: "INTEGER"}, &Type{ID: "VARCHAR"}, []*Type{{ID: "BIGINT"}}
	for sql, want := range map[string]Prepared{
		"SELECT a, b AS \"it's\" FROM t WHERE a = $1": {Kind: Select, Names: []string{"a", "it's"},
			Types: []*Type{integer, text}, Params: []*Type{integer}},
		"INSERT INTO t VALUES ($1, $2)": {Kind: Insert, Names: []string{"Count"}, Types: count,
			Params: []*Type{integer, text}},
		"UPDATE t SET a = 1":        {Kind: Update, Names: []string{"Count"}, Types: count},
		"DELETE FROM t RETURNING b": {Kind: Delete, Names: []string{"b"}, Types: []*Type{text}},
		"MERGE INTO t USING (SELECT 1 AS a) s ON t.a = s.a WHEN MATCHED THEN DELETE": {Kind: Merge,
			Names: []string{"Count"}, Types: count},
		"SELECT {'x': 1, 'y': [1.5]} AS s, union_value(n := 'a') AS u, MAP {'a': 1} AS m, 'b'::ENUM ('b') AS e, [1]::INTEGER[1] AS l": {
			Kind: Select, Names: []string{"s", "u", "m", "e", "l"}, Types: []*Type{
				{ID: "STRUCT", Fields: []Field{{"x", integer},
					{"y", &Type{ID: "LIST", Fields: []Field{{"", &Type{ID: "DECIMAL", Width: 2, Scale: 1}}}}}}},
				{ID: "UNION", Fields: []Field{{"n", text}}},
				{ID: "MAP", Fields: []Field{{"key", text}, {"value", integer}}},
				{ID: "ENUM", Labels: []string{"b"}}, {ID: "ARRAY", Size: 1, Fields: []Field{{"", integer}}}}},
	} {
		if got, err := c.Prepare(t.Context(), sql); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", sql, got, err)
		}
	}
	if got, err := c.Prepare(t.Context(), "SELECT $1"); err != nil || !got.Open {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := c.Prepare(t.Context(), "SELECT 1; SELECT 2"); !errors.Is(err, ErrSeveral) {
		t.Error(err)
	}
	var e *Error
	if _, err := c.Prepare(t.Context(), "SELEC 1"); !errors.As(err, &e) {
		t.Error(err)
	}
	if _, err := c.Prepare(t.Context(), "DELETE FROM absent"); !errors.As(err, &e) ||
		!strings.Contains(e.Msg, "absent") {
		t.Error(err)
	}
}

// TestInterrupt: a statement that runs for long ends with its context, and the connection stays.
func TestInterrupt(t *testing.T) {
	c := connection(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	started := time.Now()
	err := c.Query(ctx, "SELECT count(*) FROM range(1000000) a, range(1000000) b", func([]any) {})
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(started) > time.Minute {
		t.Errorf("%v after %v", err, time.Since(started))
	}
	if _, err := c.Exec(t.Context(), "SELECT 1"); err != nil {
		t.Error(err)
	}
	if _, err := c.Exec(ctx, "SELECT 1"); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// TestConnections: databases in memory see nothing of one another, in several threads at once.
func TestConnections(t *testing.T) {
	for range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			c := connection(t)
			if _, err := c.Exec(t.Context(), "CREATE TABLE t AS SELECT 1 AS a"); err != nil {
				t.Fatal(err)
			}
			for range 200 {
				if _, err := c.Prepare(t.Context(), "SELECT a FROM t"); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestOpen: what is not the library is told as the user's error, with what to do.
func TestOpen(t *testing.T) {
	for file, want := range map[string]string{filepath.Join(t.TempDir(), "absent.so"): "absent.so",
		os.Args[0]: filepath.Base(os.Args[0])} {
		_, err := Open(t.Context(), "", func(name string) string { return map[string]string{Variable: file}[name] },
			func(string) {})
		var e *environment.Error
		if !errors.As(err, &e) || !strings.Contains(e.Msg, Variable) || !strings.Contains(e.Msg, want) || e.Hint == "" {
			t.Errorf("%+v", err)
		}
	}
	// nothing can be fetched, and nothing is there
	t.Setenv("PATH", t.TempDir())
	_, err := Open(t.Context(), "",
		func(name string) string { return map[string]string{"SQG_CACHE_DIR": t.TempDir()}[name] }, func(string) {})
	var e *environment.Error
	if !errors.As(err, &e) || !strings.Contains(e.Msg, "there is no npm") ||
		!strings.Contains(e.Msg, "there is no mvn") || !strings.Contains(e.Hint, Variable) {
		t.Errorf("%+v", err)
	}
}

// TestFailed: what DuckDB says of a database that it has given up stays short. 2.0.0 gives one up where a comparison is
// called as a function of values that have nothing in common; nothing is known that makes 1.5.5 do so.
func TestFailed(t *testing.T) {
	c := connection(t)
	if !c.Second() {
		return
	}
	_, err := c.Exec(t.Context(), `SELECT "IS NOT DISTINCT FROM"(v, l) FROM (VALUES ('x', [1, NULL])) AS t(v, l)`)
	for range 40 {
		if err == nil || len(err.Error()) > 4000 {
			t.Fatalf("%.200v", err)
		}
		_, err = c.Prepare(t.Context(), "SELECT 1")
	}
	if !strings.Contains(err.Error(), "a statement before this one") {
		t.Error(err)
	}
}
