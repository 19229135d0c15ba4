package sqlite

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/ir"
	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// seen is what running a statement showed of one result column.
type seen struct {
	null    bool
	classes typeSet
	bools   bool // every integer was 0 or 1; true to start with
	rows    int
	values  map[string]bool // as text, from the state that observe was told of
}

// bind gives a parameter a value: nil, int, float64, string or []byte.
func (s *stmt) bind(t *testing.T, n int, value any) {
	t.Helper()
	rc := int32(0)
	switch v := value.(type) {
	case nil:
		rc = sqlite3.Xsqlite3_bind_null(s.c.tls, s.p, int32(n))
	case int:
		rc = sqlite3.Xsqlite3_bind_int64(s.c.tls, s.p, int32(n), int64(v))
	case float64:
		rc = sqlite3.Xsqlite3_bind_double(s.c.tls, s.p, int32(n), v)
	case string:
		p, err := libc.CString(v)
		if err != nil {
			t.Fatal(err)
		}
		defer libc.Xfree(s.c.tls, p)
		rc = sqlite3.Xsqlite3_bind_text(s.c.tls, s.p, int32(n), p, int32(len(v)), sqlite3.SQLITE_TRANSIENT)
	case []byte:
		p, err := libc.CString(string(v))
		if err != nil {
			t.Fatal(err)
		}
		defer libc.Xfree(s.c.tls, p)
		rc = sqlite3.Xsqlite3_bind_blob(s.c.tls, s.p, int32(n), p, int32(len(v)), sqlite3.SQLITE_TRANSIENT)
	default:
		t.Fatalf("cannot bind %T", value)
	}
	if rc != sqlite3.SQLITE_OK {
		t.Fatalf("bind %d: %s", n, s.c.message())
	}
}

func (s *stmt) reset() { sqlite3.Xsqlite3_reset(s.c.tls, s.p) }

// observe runs sql and joins what it returns into cols. An error while it runs ends it; what came before counts.
func (c *conn) observe(t *testing.T, sql string, args []any, cols []seen) (rows int, failed bool) {
	t.Helper()
	st, _, fault := c.prepare(sql)
	if fault != nil {
		t.Fatalf("%s\n%s", fault.msg, sql)
	}
	defer st.close()
	for i, a := range args {
		if i < st.params() {
			st.bind(t, i+1, a)
		}
	}
	for {
		more, fault := st.step()
		if fault != nil || !more {
			return rows, fault != nil
		}
		if rows++; rows > 2000 {
			return rows, false
		}
		for i := range cols {
			cols[i].look(st, i)
		}
	}
}

func (s *seen) look(st *stmt, i int) {
	s.rows++
	switch sqlite3.Xsqlite3_column_type(st.c.tls, st.p, int32(i)) {
	case sqlite3.SQLITE_NULL:
		s.null = true
		return
	case sqlite3.SQLITE_INTEGER:
		if n := st.int(i); n != 0 && n != 1 {
			s.bools = false
		}
		s.classes |= tInt
	case sqlite3.SQLITE_FLOAT:
		s.classes |= tReal
	case sqlite3.SQLITE_TEXT:
		s.classes |= tText
	case sqlite3.SQLITE_BLOB:
		s.classes |= tBlob
	}
	if s.values != nil {
		s.values[st.text(i)] = true
	}
}

// fits reports whether every value seen is one of the claimed type.
func (s *seen) fits(typ ir.Type) bool {
	return s.classes&^holds(typ) == 0 && (typ.Kind != ir.Bool || s.bools)
}

func mustRun(t *testing.T, c *conn, script string) {
	t.Helper()
	for at := nextToken(script, 0); at < len(script); at = nextToken(script, at) {
		st, used, fault := c.prepare(script[at:])
		if fault != nil {
			t.Fatalf("%s\n%s", fault.msg, script[at:])
		}
		for more := true; more; {
			if more, fault = st.step(); fault != nil {
				t.Fatalf("%s\n%s", fault.msg, script[at:at+used])
			}
		}
		st.close()
		at += used
	}
}
