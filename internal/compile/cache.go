package compile

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Cache keeps what a later run of the same process need not do again, for `sqg watch`: parsed files while their text
// stays, scratch databases while their schema stays, and descriptions of statements in those.
type Cache struct {
	parsed   map[parseKey]parsed
	sessions map[sessionKey]*session
	hosts    map[string]engine.Host // by engine
	known    []string               // files and extensions that the hosts know of
}

type parseKey struct{ engine, path string }

type parsed struct {
	text   string
	blocks []*syntax.Block
	diags  []diag.Diagnostic
}

type sessionKey struct{ engine, unit string }

// session is an open scratch database with its schema applied, and what it said of statements so far.
type session struct {
	engine.Session
	schema string
	seen   map[string]*engine.Description // of this run and the one before
	used   map[string]*engine.Description // of this run
	made   bool                           // tables are there that are no part of the schema
}

// NewCache makes an empty cache; Close it to free its databases.
func NewCache() *Cache {
	return &Cache{parsed: map[parseKey]parsed{}, sessions: map[sessionKey]*session{}, hosts: map[string]engine.Host{}}
}

// Close closes the databases and stops the servers.
func (c *Cache) Close() error {
	first := c.closeSessions()
	for name, h := range c.hosts {
		if err := h.Close(); err != nil && first == nil {
			first = err
		}
		delete(c.hosts, name)
	}
	return first
}

func (c *Cache) closeSessions() (first error) {
	for k, s := range c.sessions {
		if err := s.Close(); err != nil && first == nil {
			first = err
		}
		delete(c.sessions, k)
	}
	return first
}

// parse parses a file, or returns what it gave last time.
func (c *Cache) parse(engineName string, f *source.File, d syntax.Dialect) ([]*syntax.Block, []diag.Diagnostic) {
	k := parseKey{engineName, f.Path}
	if p, ok := c.parsed[k]; ok && p.text == f.Text {
		return p.blocks, p.diags
	}
	blocks, diags := syntax.Parse(f, d)
	c.parsed[k] = parsed{f.Text, blocks, diags}
	return blocks, diags
}

// open returns a session to which a schema has been applied.
func (c *Cache) open(ctx context.Context, env engine.Environment, engineName, unit, schema string, apply func(engine.Session) []diag.Diagnostic) (*session, []diag.Diagnostic, error) {
	k := sessionKey{engineName, unit}
	if known := slices.Concat(env.Files, []string{"", env.DuckDB}, env.Extensions, samplesKnown(env.Samples)); !slices.Equal(c.known, known) {
		if err := c.Close(); err != nil {
			return nil, nil, err
		}
		c.known = known
	}
	if s, ok := c.sessions[k]; ok {
		if s.schema == schema {
			s.seen, s.used = s.used, map[string]*engine.Description{}
			return s, nil, nil
		}
		delete(c.sessions, k)
		if err := s.Close(); err != nil {
			return nil, nil, err
		}
	}
	opened, err := c.host(engineName, env).Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	if diags := apply(opened); len(diags) > 0 {
		return nil, diags, opened.Close()
	}
	s := &session{Session: opened, schema: schema, used: map[string]*engine.Description{}}
	c.sessions[k] = s
	return s, nil, nil
}

// host is where an engine's scratch databases are made.
func (c *Cache) host(engineName string, env engine.Environment) engine.Host {
	if c.hosts[engineName] == nil {
		c.hosts[engineName] = Engines[engineName].Host(env)
	}
	return c.hosts[engineName]
}

// forget closes a session that is of no more use.
func (c *Cache) forget(engineName, unit string) {
	k := sessionKey{engineName, unit}
	if s, ok := c.sessions[k]; ok {
		delete(c.sessions, k)
		_ = s.Close() // it failed already
	}
}

// schemaText is all that a schema comes from, but for what others change in their databases.
func schemaText(blocks []*syntax.Block, from sources, migrated bool) string {
	var out strings.Builder
	fmt.Fprintln(&out, migrated)
	for _, b := range blocks {
		if b.IsScript() {
			fmt.Fprintf(&out, "%s %s %v %s %v\n%s\n", b.Kind, b.Name, slices.Contains(from.unsafe, b.Name), b.Mods.Source, from.databases[b.Mods.Source], b.Script)
		}
	}
	return out.String()
}

// Describe remembers descriptions, since an unchanged schema and statement have the same.
func (s *session) Describe(ctx context.Context, stmt engine.Stmt) (*engine.Description, error) {
	if s.made {
		return s.Session.Describe(ctx, stmt)
	}
	key := stmt.Key()
	d, ok := s.used[key]
	if !ok {
		d, ok = s.seen[key]
	}
	if !ok {
		var err error
		if d, err = s.Session.Describe(ctx, stmt); err != nil {
			return nil, err
		}
	}
	s.used[key] = d
	return d, nil
}

// Make has descriptions not remembered while the tables are there.
func (s *session) Make(ctx context.Context, made []engine.Stmt) (func(context.Context) error, error) {
	undo, err := s.Session.Make(ctx, made)
	s.made = err == nil && len(made) > 0
	return func(ctx context.Context) error {
		s.made = false
		return undo(ctx)
	}, err
}
