// Package postgres analyses statements with a PostgreSQL server: a scratch database holds the schema, the server parses
// and analyses each statement, and the Query tree that it made of it is read. No statement that is described is ever run.
package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

type session struct {
	scratch *scratch
	conn    *pgconn.PgConn
	trees   []string // of the statement being described, as the server's notices tell them
	catalog *catalog // nil after a change, until it is needed
}

type host struct{ env engine.Environment }

// NewHost makes scratch databases on a server of its own, or on the one that SQG_POSTGRES_URL names.
func NewHost(env engine.Environment) engine.Host { return &host{env} }

func (h *host) Close() error { return nil }

func (h *host) Open(ctx context.Context) (engine.Session, error) {
	db, err := newScratch(ctx, h.env)
	if err != nil {
		return nil, err
	}
	s := &session{scratch: db}
	cfg := db.config.Copy()
	cfg.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) {
		if n.SeverityUnlocalized == "LOG" && strings.HasPrefix(n.Detail, "({QUERY") || strings.HasPrefix(n.Detail, "{QUERY") {
			s.trees = append(s.trees, n.Detail)
		}
	}
	if s.conn, err = pgconn.ConnectConfig(ctx, cfg); err != nil {
		db.drop()
		return nil, err
	}
	return s, nil
}

func (s *session) Close() error {
	if s.conn == nil {
		return nil
	}
	s.conn.Close(context.Background())
	s.conn = nil
	return s.scratch.drop()
}

func (s *session) loaded(ctx context.Context) (*catalog, error) {
	if s.catalog == nil {
		c, err := loadCatalog(ctx, s.conn)
		if err != nil {
			return nil, err
		}
		s.catalog = c
	}
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
	r := s.conn.ExecParams(ctx, "SELECT pg_catalog.to_regtype($1)::pg_catalog.oid", [][]byte{[]byte(name)}, nil, nil, nil).Read()
	if r.Err != nil || len(r.Rows) != 1 || r.Rows[0][0] == nil {
		return typeID{}, false
	}
	id := typeID{number(r.Rows[0][0]), -1}
	s.trees = nil
	if d, err := s.conn.Prepare(ctx, "", "SELECT NULL::"+name+"\n", nil); err == nil && len(d.Fields) == 1 {
		id.mod = d.Fields[0].TypeModifier
	}
	return id, true
}
