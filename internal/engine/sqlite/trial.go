package sqlite

import (
	"context"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Run runs a statement and takes back what it does.
func (s *session) Run(ctx context.Context, in engine.Stmt, d *engine.Description, t engine.Trial) (out *engine.Rows,
	err error) {
	err = s.within(ctx, func(ctx context.Context) (err error) {
		out, err = s.try(ctx, in, d, t)
		return err
	})
	return out, err
}

func (s *session) try(ctx context.Context, in engine.Stmt, d *engine.Description, t engine.Trial) (*engine.Rows,
	error) {
	if err := s.conn.query("BEGIN", func(*stmt) {}); err != nil {
		return nil, err
	}
	defer s.conn.rollback()
	defer s.conn.interruptAtEnd(ctx)()
	failed := func(fault *sqlError) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return s.explain(fault, in.SQL)
	}
	st, _, fault := s.conn.prepare(in.SQL)
	if fault != nil {
		return nil, failed(fault)
	}
	defer st.close()
	for i, v := range t.Values {
		text := v.Text
		if v.Sample != "" {
			err := s.conn.query("SELECT "+v.Sample, func(row *stmt) { text = row.value(0) })
			if err != nil {
				return nil, &engine.Error{Msg: "the sample " + v.Sample + " of " + in.Params[i].Name + ": " +
					err.Error(), Offset: -1}
			}
		}
		if text != nil {
			st.take(i+1, *text, d.Params[i].Type.Kind)
		}
	}
	out := &engine.Rows{}
	for {
		more, fault := st.step()
		if fault != nil {
			return nil, failed(fault)
		}
		if out.More = more && len(out.Rows) == t.Rows; !more || out.More {
			break
		}
		var row []*string
		for i := range st.columns() {
			row = append(row, st.value(i))
		}
		out.Rows = append(out.Rows, row)
	}
	if d.Counts {
		out.Changed = int64(sqlite3.Xsqlite3_changes64(s.conn.tls, s.conn.db))
	}
	return out, nil
}

// value is a column's as a text, bytes as a literal of them; nil for NULL.
func (s *stmt) value(i int) *string {
	switch sqlite3.Xsqlite3_column_type(s.c.tls, s.p, int32(i)) {
	case sqlite3.SQLITE_NULL:
		return nil
	case sqlite3.SQLITE_BLOB:
		n := sqlite3.Xsqlite3_column_bytes(s.c.tls, s.p, int32(i))
		text := "x'" + hex.EncodeToString(cbytes(sqlite3.Xsqlite3_column_blob(s.c.tls, s.p, int32(i)), int(n))) + "'"
		return engine.Shown(text)
	}
	return engine.Shown(s.text(i))
}

// bindable are the kinds whose values programs bind as numbers where they are some.
var bindable = []ir.Kind{ir.Any, ir.Bool, ir.Int64, ir.Float64, ir.Decimal}

// take binds a text as what programs bind for a parameter of a kind.
func (s *stmt) take(n int, text string, kind ir.Kind) {
	at := int32(n)
	if slices.Contains(bindable, kind) {
		if kind == ir.Bool && (text == "true" || text == "false") {
			text = map[string]string{"true": "1", "false": "0"}[text]
		}
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			sqlite3.Xsqlite3_bind_int64(s.c.tls, s.p, at, i)
			return
		}
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			sqlite3.Xsqlite3_bind_double(s.c.tls, s.p, at, f)
			return
		}
	}
	literal, isLiteral := strings.CutPrefix(strings.ToLower(text), "x'")
	bytes, err := hex.DecodeString(strings.TrimSuffix(literal, "'"))
	blob := isLiteral && err == nil && kind == ir.Blob
	if !blob {
		bytes = []byte(text)
	}
	p := libc.Xmalloc(s.c.tls, libc.Tsize_t(len(bytes)+1))
	if p == 0 {
		return // the value is NULL then
	}
	defer libc.Xfree(s.c.tls, p)
	copy(cbytes(p, len(bytes)), bytes)
	if blob {
		sqlite3.Xsqlite3_bind_blob(s.c.tls, s.p, at, p, int32(len(bytes)), sqlite3.SQLITE_TRANSIENT)
		return
	}
	sqlite3.Xsqlite3_bind_text(s.c.tls, s.p, at, p, int32(len(bytes)), sqlite3.SQLITE_TRANSIENT)
}
