// Package sqlite analyses statements with SQLite itself: a scratch database in memory holds the schema, SQLite compiles
// each statement, and the compiled program is interpreted abstractly. No statement that is described is ever run.
package sqlite

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

type session struct {
	conn    *conn
	schema  *schema // nil after a change, until it is needed
	machine machine
	env     engine.Environment
	busy    bool // SQLite has been left alone with what it does not stop
}

type host struct{ env engine.Environment }

// NewHost makes scratch databases in memory.
func NewHost(env engine.Environment) engine.Host { return host{env} }

func (host) Close() error { return nil }

func (h host) Open(context.Context) (engine.Session, error) {
	c, err := openMemory()
	if err != nil {
		return nil, err
	}
	if err := c.register(h.env.Functions, h.env.Collations); err != nil {
		c.close()
		return nil, err
	}
	return &session{conn: c, env: h.env}, nil
}

// Type is what a declared type name stands for.
func (s *session) Type(_ context.Context, name string) (ir.Type, bool) { return Type(name) }

// Open starts an empty scratch database.
func Open(ctx context.Context) (engine.Session, error) { return host{}.Open(ctx) }

func (s *session) Close() error {
	if s.conn != nil && !s.busy {
		s.conn.close()
		s.conn = nil
	}
	return nil
}

func (s *session) loaded() (*schema, error) {
	if s.schema == nil {
		loaded, err := loadSchema(s.conn)
		if err != nil {
			return nil, err
		}
		loaded.declare(s.env.Functions)
		s.schema = loaded
	}
	return s.schema, nil
}

// Tables lists the ordinary and virtual tables, without SQLite's own.
func (s *session) Tables(context.Context) ([]*ir.Table, error) {
	sch, err := s.loaded()
	if err != nil {
		return nil, err
	}
	var list []*ir.Table
	for _, t := range sch.tables {
		if t.listed() {
			list = append(list, t.model(sch))
		}
	}
	return list, nil
}

// Views lists the views, temporary ones too.
func (s *session) Views(context.Context) (list []*ir.Table, err error) {
	sch, err := s.loaded()
	if err != nil {
		return nil, err
	}
	for _, t := range sch.tables {
		if t.kind == "view" {
			list = append(list, &ir.Table{Schema: t.schema, Name: ir.NewName(t.name), View: true})
		}
	}
	return list, nil
}

func (t *table) model(s *schema) *ir.Table {
	m := &ir.Table{Schema: t.schema, Name: ir.NewName(t.name), Key: t.key, Foreign: t.foreign, Strict: t.strict}
	for _, c := range t.columns {
		if c.hidden {
			continue
		}
		typ := s.types[c.decl]
		m.Columns = append(m.Columns, ir.TableColumn{
			Field: ir.Field{Name: ir.NewName(c.name), Column: c.name, Type: typ.typ, Nullable: !c.notNull,
				Why:    c.why.String(),
				Source: c.ref(), Declared: typ.sure < declared},
			Identity: c.identity, Generated: c.generated, HasDefault: c.hasDefault || c == t.rowid,
			Default: c.expression,
		})
	}
	return m
}
