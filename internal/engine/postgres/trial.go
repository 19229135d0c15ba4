package postgres

import (
	"cmp"
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Run runs a statement and takes back what it does. Sequences go on: the server does not take that back.
func (s *session) Run(ctx context.Context, in engine.Stmt, d *engine.Description, t engine.Trial) (out *engine.Rows,
	err error) {
	p, err := s.prepare(ctx, in)
	if err != nil {
		return nil, err
	}
	types := make([]uint32, len(p.types))
	for i, of := range p.types {
		types[i] = of.oid
	}
	// The trees of statements are of use to a description only.
	out, err = s.try(ctx, "BEGIN; SET LOCAL debug_print_parse = off", in, types, d, t)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), s.explain(context.WithoutCancel(ctx), err, in.SQL, in.Params))
	}
	return out, nil
}

// try runs a statement, with parameters of these types, in a transaction that is rolled back.
func (s *session) try(ctx context.Context, begin string, in engine.Stmt, types []uint32, d *engine.Description,
	t engine.Trial) (out *engine.Rows, err error) {
	whole := context.WithoutCancel(ctx)
	if err := s.exec(whole, begin); err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, s.exec(whole, "ROLLBACK")) }()
	values := make([][]byte, len(t.Values))
	for i, v := range t.Values {
		if v.Sample != "" {
			r := s.interruptible(ctx, "SELECT ("+v.Sample+")::pg_catalog.text", nil, nil, 1, d.Counts)
			if r.err != nil {
				return nil, &engine.Error{Msg: "the sample " + v.Sample + " of " + in.Params[i].Name + ": " +
					r.err.Error(), Offset: -1}
			}
			if len(r.Rows.Rows) > 0 {
				v.Text = r.Rows.Rows[0][0]
			}
		}
		if v.Text != nil {
			values[i] = []byte(*v.Text)
		}
	}
	r := s.interruptible(ctx, in.SQL, values, types, t.Rows, d.Counts)
	return &r.Rows, r.err
}

// ran is what one statement has returned.
type ran struct {
	engine.Rows
	err error
}

// interruptible runs one statement, which the server stops where ctx ends: the connection is of use after that, too.
func (s *session) interruptible(ctx context.Context, sql string, values [][]byte, types []uint32, most int,
	counts bool) (out ran) {
	over := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(over)
		_ = s.conn.CancelRequest(context.Background()) // of a server that is gone nothing runs
	})
	defer func() {
		if !stop() {
			<-over
		}
	}()
	r := s.conn.ExecParams(context.Background(), sql, values, types, nil, nil)
	for r.NextRow() {
		if out.More = len(out.Rows.Rows) == most; out.More {
			continue // the server sends the rest nevertheless
		}
		var row []*string
		for _, v := range r.Values() {
			if v == nil {
				row = append(row, nil)
			} else {
				row = append(row, engine.Shown(string(v)))
			}
		}
		out.Rows.Rows = append(out.Rows.Rows, row)
	}
	tag, err := r.Close()
	if counts {
		out.Changed = tag.RowsAffected()
	}
	var refused *pgconn.PgError
	if out.err = err; errors.As(err, &refused) && ctx.Err() != nil {
		out.err = ctx.Err()
	}
	return out
}
