// Package postgres analyses statements with a PostgreSQL server: a scratch database holds the schema, the server parses
// and analyses each statement, and the Query tree that it made of it is read. No statement that is described is ever
// run.
package postgres

import (
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

type session struct {
	database *pgserver.Database
	env      engine.Environment
	conn     *pgconn.PgConn
	trees    []string // of the statement being described, as the server's notices tell them
	catalog  *catalog // nil after a change, until it is needed
	keywords map[string]bool

	installed []string // extensions that sqg has installed

	path         string // the search path that scripts left
	databasePath string // the one that they gave the database
}

type host struct {
	*pgserver.Host
	env engine.Environment
}

// NewHost makes scratch databases on a server of its own, or on the one that SQG_POSTGRES_URL names.
func NewHost(env engine.Environment) engine.Host {
	options := pgserver.FromEnvironment(env.Getenv, env.Log)
	options.Again = env.Again
	return host{pgserver.New(options), env}
}

func (h host) Close() error { return engine.OfEnvironment(h.Host.Close()) }

func (h host) Open(ctx context.Context) (engine.Session, error) {
	db, err := h.Scratch(ctx)
	if err != nil {
		return nil, engine.OfEnvironment(err)
	}
	s := &session{database: db, env: h.env, installed: h.env.Extensions}
	err = s.install(ctx)
	if err == nil {
		err = s.connect(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// settings are those of every session, whatever the role on a server that others use has of its own: scripts and
// statements mean the same everywhere, and sqg watch may wait for its user as long as it takes.
var settings = map[string]string{
	"search_path": `"$user", public`, "client_encoding": "UTF8", "standard_conforming_strings": "on",
	"default_transaction_read_only": "off",
	"statement_timeout":             "0", "lock_timeout": "0", "idle_session_timeout": "0",
	"idle_in_transaction_session_timeout": "0",
	"synchronous_commit":                  "off", // nobody needs a scratch database after a crash
}

func (s *session) connect(ctx context.Context) (err error) {
	cfg := s.database.Config()
	maps.Copy(cfg.RuntimeParams, settings)
	cfg.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		if strings.HasPrefix(n.Message, "parse tree") {
			s.trees = append(s.trees, n.Detail)
		}
	}
	if s.conn, err = pgconn.ConnectConfig(ctx, cfg); err != nil {
		return err
	}
	return s.settle(ctx)
}

// Address is where another engine can read the schema that the scripts made.
func (s *session) Address() string { return s.database.Address() }

func (s *session) Close() error {
	ctx := context.Background()
	if s.conn != nil {
		s.conn.Close(ctx) // what there is to lose goes with the database
	}
	return engine.OfEnvironment(s.database.Drop(ctx))
}

// tellTrees makes the server send the Query tree of each statement that it analyses.
const tellTrees = "SET debug_print_parse = on; SET debug_pretty_print = off; SET client_min_messages = log"

// loaded is the catalogue as the scripts left it.
func (s *session) loaded(ctx context.Context) (*catalog, error) {
	if s.catalog != nil {
		return s.catalog, nil
	}
	if err := s.reset(ctx); err != nil {
		return nil, err
	}
	c, err := loadCatalog(ctx, s.conn, s.database.Version)
	if err != nil {
		return nil, err
	}
	set := tellTrees
	if s.conn.ParameterStatus("is_superuser") == "on" {
		set += "; SET log_min_messages = fatal" // only a superuser can keep the trees out of the server's own log
	}
	if err := s.exec(ctx, set); err != nil {
		return nil, err
	}
	s.catalog = c
	return s.catalog, nil
}

// Type is what a type's name stands for, as PostgreSQL reads it in a column definition.
func (s *session) Type(ctx context.Context, name string) (ir.Type, bool) {
	c, err := s.loaded(ctx)
	if err != nil {
		return ir.Type{}, false
	}
	id, ok := s.parseType(ctx, name)
	if !ok {
		return ir.Type{}, false
	}
	t, err := c.typeOf(ctx, id)
	return t, err == nil && t.Kind != ir.Unknown
}

// parseType lets the server read a type's name, and then its modifiers by analysing a cast to it.
func (s *session) parseType(ctx context.Context, name string) (typeID, bool) {
	r := s.conn.ExecParams(ctx, "SELECT pg_catalog.to_regtype($1)::pg_catalog.oid", [][]byte{[]byte(name)}, nil, nil,
		nil).Read()
	if r.Err != nil || len(r.Rows) != 1 || r.Rows[0][0] == nil {
		return typeID{}, false
	}
	id := typeID{oid: number(r.Rows[0][0]), mod: -1, dims: strings.Count(quotedName.ReplaceAllString(name, ""), "[")}
	s.trees = nil
	if d, err := s.conn.Prepare(ctx, "", "SELECT NULL::"+name+"\n", nil); err == nil && len(d.Fields) == 1 {
		id.mod = d.Fields[0].TypeModifier
	}
	return id, true
}
