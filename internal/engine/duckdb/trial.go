package duckdb

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Run runs a statement and takes back what it does.
func (s *session) Run(ctx context.Context, in engine.Stmt, d *engine.Description, t engine.Trial) (out *engine.Rows,
	err error) {
	err = s.within(ctx, "statement", func(ctx context.Context) (err error) {
		out, err = s.try(ctx, in, d, t)
		return err
	})
	return out, err
}

func (s *session) try(ctx context.Context, in engine.Stmt, d *engine.Description, t engine.Trial) (out *engine.Rows,
	err error) {
	if err := s.exec(ctx, "BEGIN"); err != nil {
		return nil, err
	}
	defer func() {
		_, undone := s.rollback()
		err = cmp.Or(err, undone)
	}()
	texts := make([]*string, len(t.Values))
	for i, v := range t.Values {
		if texts[i] = v.Text; v.Sample == "" {
			continue
		}
		err := s.each(ctx, "SELECT CAST(("+v.Sample+") AS VARCHAR)", func(r row) {
			if text, is := r[0].(string); is {
				texts[i] = &text
			}
		})
		if err != nil {
			return nil, &engine.Error{Msg: "the sample " + v.Sample + " of " + in.Params[i].Name + ": " +
				failureText(err), Offset: -1}
		}
	}
	sql, args := valued(in.SQL, d.Params, texts)
	out = &engine.Rows{}
	if !d.Cursor || len(d.Columns) == 0 {
		err = s.change(ctx, sql, args, d, t.Rows, out)
	} else {
		err = s.read(ctx, sql, args, d, t.Rows, out)
	}
	if err != nil {
		return nil, cmp.Or(ctx.Err(), s.tell(explain(err, in.SQL)))
	}
	return out, nil
}

func failureText(err error) string {
	if e := explain(err, ""); e != nil {
		return e.Error()
	}
	return err.Error()
}

// valued is a statement whose parameters are texts that are cast to their types: DuckDB gives a parameter the type of
// its value.
func valued(sql string, params []engine.Param, values []*string) (string, []string) {
	var text strings.Builder
	var args []string
	numbers := map[int]int{}
	end := 0
	for _, at := range engine.DuckDB.Dialect.Marks(sql) {
		n, _ := strconv.Atoi(sql[at[0]+1 : at[1]])
		value := "NULL"
		if v := values[n-1]; v != nil {
			if numbers[n] == 0 {
				args = append(args, *v)
				numbers[n] = len(args)
			}
			value = "CAST($" + strconv.Itoa(numbers[n]) + " AS VARCHAR)"
		}
		text.WriteString(sql[end:at[0]] + "CAST(" + value + " AS " + params[n-1].Type.Ref + ")")
		end = at[1]
	}
	return text.String() + sql[end:], args
}

// read has DuckDB make texts of what a query returns.
func (s *session) read(ctx context.Context, sql string, args []string, d *engine.Description, most int,
	out *engine.Rows) error {
	var names, texts []string
	for i := range d.Columns {
		names = append(names, fmt.Sprintf("c%d", i))
		texts = append(texts, fmt.Sprintf("CAST(c%d AS VARCHAR)", i))
	}
	query := fmt.Sprintf("SELECT %s FROM (%s\n) AS t(%s) LIMIT %d", strings.Join(texts, ", "), sql,
		strings.Join(names, ", "), most+1)
	return s.conn.Query(ctx, query, func(values []any) {
		if out.More = len(out.Rows) == most; out.More {
			return
		}
		row := make([]*string, len(values))
		for i, v := range values {
			if v != nil {
				row[i] = engine.Shown(v.(string))
			}
		}
		out.Rows = append(out.Rows, row)
	}, args...)
}

// change runs what changes rows, of which there can be no subquery.
func (s *session) change(ctx context.Context, sql string, args []string, d *engine.Description, most int,
	out *engine.Rows) (err error) {
	if len(d.Columns) == 0 {
		out.Changed, err = s.conn.Exec(ctx, sql, args...)
		return err
	}
	err = s.conn.Query(ctx, sql, func(values []any) {
		if out.Changed++; len(out.Rows) == most {
			out.More = true
			return
		}
		row := make([]*string, len(values))
		for i, v := range values {
			if v != nil {
				row[i] = engine.Shown(returned(v, d.Columns[i].Type))
			}
		}
		out.Rows = append(out.Rows, row)
	}, args...)
	return err
}

// returned is a value that RETURNING gives as a text; of types that only DuckDB writes out, its bytes.
func returned(v any, t ir.Type) string {
	switch n := v.(type) {
	case time.Time:
		return n.Format("2006-01-02 15:04:05.999999")
	case string:
		if days, err := hex.DecodeString(n); t.Kind == ir.Date && err == nil && len(days) == 4 {
			return time.Unix(0, 0).UTC().AddDate(0, 0,
				int(int32(binary.LittleEndian.Uint32(days)))).Format(time.DateOnly)
		}
		return n
	case uint8:
		if t.Kind == ir.Enum && int(n) < len(t.Enum.Labels) {
			return t.Enum.Labels[n]
		}
	}
	return fmt.Sprint(v)
}
