package postgres

import (
	"context"
	"errors"
	"maps"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/mask"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// reading are the settings of a session on a database that programs use: it changes nothing, and keeps nobody waiting.
var reading = map[string]string{
	"application_name": "sqg", "default_transaction_read_only": "on", "client_encoding": "UTF8",
	"standard_conforming_strings": "on", "statement_timeout": "5s", "lock_timeout": "1s",
	"idle_in_transaction_session_timeout": "10s",
}

// Live runs a statement that reads on a database that programs use.
func Live(ctx context.Context, env engine.Environment, address string, in engine.Stmt, d *engine.Description,
	t engine.Trial) (*engine.Rows, error) {
	if !d.Cursor {
		return nil, &engine.Error{Msg: "the statement changes or locks rows", Offset: -1,
			Hint: "on a database of programs, only queries run"}
	}
	cfg, err := pgserver.Parse(address)
	if err != nil {
		return nil, &engine.Error{Msg: "the address cannot be read: " + mask.Text(err.Error()), Offset: -1,
			Hint: pgserver.AddressHint}
	}
	maps.Copy(cfg.RuntimeParams, reading)
	conn, err := pgconn.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, &engine.Error{Msg: mask.Text(err.Error()), Offset: -1}
	}
	defer conn.Close(context.WithoutCancel(ctx))
	s := &session{env: env, conn: conn}
	types := make([]uint32, len(d.Params))
	for i, p := range d.Params {
		id, _ := s.parseType(ctx, p.Type.SQL) // types have other numbers there
		types[i] = id.oid
	}
	rows, err := s.try(ctx, "BEGIN READ ONLY", in, types, d, t)
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return nil, &engine.Error{Msg: refused.Message, Offset: offset(refused, in.SQL)}
	}
	return rows, err
}
