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

// Cache keeps what a later run of the same process need not do again, for `sqg watch` and `sqg lsp`: parsed files while
// their text stays, scratch databases while their schema stays, and what the engine said of statements in those. The
// database of the schema before stays, too, since a schema that is broken is mostly mended again.
type Cache struct {
	parsed   map[parseKey]parsed
	sessions map[sessionKey][]*session // the last one first
	hosts    map[string]engine.Host    // by engine
	known    []string                  // files and extensions that the hosts know of
	opened   int                       // so many databases have been opened
}

type parseKey struct{ engine, path string }

type parsed struct {
	text   string
	blocks []*syntax.Block
	diags  []diag.Diagnostic
}

type sessionKey struct{ engine, unit string }

// schema is the blocks that a scratch database is made of, and all of them that matters to it.
type schema struct {
	text   string
	blocks []*syntax.Block
}

// session is an open scratch database with its schema applied, and what it said of statements so far.
type session struct {
	engine.Session // nil where the schema is wrong
	schema
	found     []diag.Diagnostic // in the schema
	described memo[*engine.Description]
	explicit  memo[*engine.Explicit]
	covers    memo[bool]
	whole     bool // the run has asked for every statement
	made      bool // tables are there that are no part of the schema
	number    int  // of the database among those of the cache
	functions []engine.Function
}

// NewCache makes an empty cache; Close it to free its databases.
func NewCache() *Cache {
	return &Cache{parsed: map[parseKey]parsed{}, sessions: map[sessionKey][]*session{}, hosts: map[string]engine.Host{}}
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
	for k := range c.sessions {
		if err := c.drop(k, 0); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// drop closes the sessions of a unit from the nth on.
func (c *Cache) drop(k sessionKey, n int) (first error) {
	list := c.sessions[k]
	for _, s := range list[min(n, len(list)):] {
		if s.Session == nil {
			continue
		}
		if err := s.Close(); err != nil && first == nil {
			first = err
		}
	}
	if n == 0 {
		delete(c.sessions, k)
	} else if n < len(list) {
		c.sessions[k] = list[:n]
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

// open returns a session to which a schema has been applied, nil where that is wrong, and what was found in it.
func (c *Cache) open(ctx context.Context, env engine.Environment, k sessionKey, of schema,
	apply func(engine.Session) []diag.Diagnostic) (*session, []diag.Diagnostic, error) {
	if known := slices.Concat(env.Files, []string{"", env.DuckDB}, env.DuckDBExtensions,
		[]string{fmt.Sprint(env.Functions, env.Collations)}, env.Extensions,
		samplesKnown(env.Samples)); !slices.Equal(c.known, known) {
		if err := c.Close(); err != nil {
			return nil, nil, err
		}
		c.known = known
	}
	list := c.sessions[k]
	if i := slices.IndexFunc(list, func(s *session) bool { return s.text == of.text }); i >= 0 {
		s := list[i]
		copy(list[1:i+1], list[:i])
		list[0] = s
		s.found = of.moved(s.found, s.blocks)
		s.blocks = of.blocks
		return s.begin(), s.found, nil
	}
	if len(list) > 0 && list[0].Session == nil {
		list = list[1:] // of no more use
	}
	c.sessions[k] = list
	if err := c.drop(k, 1); err != nil {
		return nil, nil, err
	}
	opened, err := c.host(k.engine, env).Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	c.opened++
	s := &session{Session: opened, schema: of, found: apply(opened), whole: true, number: c.opened}
	if diag.Failed(s.found) {
		s.Session = nil
		if err := opened.Close(); err != nil || !of.holds(s.found) {
			return nil, s.found, err
		}
	}
	c.sessions[k] = slices.Insert(c.sessions[k], 0, s)
	return s.begin(), s.found, nil
}

// begin begins a run; nil where the schema is wrong.
func (s *session) begin() *session {
	if s.Session == nil {
		return nil
	}
	s.described.next(s.whole)
	s.explicit.next(s.whole)
	s.covers.next(s.whole)
	s.whole = false
	return s
}

// holds reports whether the schema itself is all that diagnostics depend on, and no server or other database.
func (s schema) holds(diags []diag.Diagnostic) bool {
	return !slices.ContainsFunc(diags, func(d diag.Diagnostic) bool {
		i := s.blockAt(d.Span)
		return d.Code == diag.Environment || d.Code == diag.Internal || i < 0 || s.blocks[i].Mods.Source != ""
	})
}

// blockAt is the index of the script block that a place is in; -1 where it is in none.
func (s schema) blockAt(at source.Span) int {
	return slices.IndexFunc(s.blocks, func(b *syntax.Block) bool {
		return b.IsScript() && at.File != nil && b.Span.File == at.File && b.Span.Start <= at.Start &&
			at.Start <= max(b.Body.End, b.Span.End)
	})
}

// moved are diagnostics of the same schema where its blocks stand now.
func (s schema) moved(diags []diag.Diagnostic, before []*syntax.Block) []diag.Diagnostic {
	was := schema{blocks: scripts(before)}
	now := scripts(s.blocks)
	move := func(at *source.Span) {
		if i := was.blockAt(*at); i >= 0 {
			from, to := was.blocks[i].Span, now[i].Span
			if at.Start >= was.blocks[i].Body.Start {
				from, to = was.blocks[i].Body, now[i].Body
			}
			by := to.Start - from.Start
			*at = source.Span{File: to.File, Start: at.Start + by, End: at.End + by}
		}
	}
	out := slices.Clone(diags)
	for i := range out {
		move(&out[i].Span)
		out[i].Notes = slices.Clone(out[i].Notes)
		for n := range out[i].Notes {
			move(&out[i].Notes[n].Span)
		}
	}
	return out
}

func scripts(blocks []*syntax.Block) (list []*syntax.Block) {
	for _, b := range blocks {
		if b.IsScript() {
			list = append(list, b)
		}
	}
	return list
}

// host is where an engine's scratch databases are made.
func (c *Cache) host(engineName string, env engine.Environment) engine.Host {
	if c.hosts[engineName] == nil {
		c.hosts[engineName] = Engines[engineName].Host(env)
	}
	return c.hosts[engineName]
}

// Functions are those that statements of a unit may call, nil where its schema is wrong.
func (c *Cache) Functions(ctx context.Context, engineName, unit string) ([]engine.Function, error) {
	list := c.sessions[sessionKey{engineName, unit}]
	if len(list) == 0 || list[0].Session == nil {
		return nil, nil
	}
	if list[0].functions == nil {
		var err error
		if list[0].functions, err = list[0].Session.Functions(ctx); err != nil {
			return nil, err
		}
	}
	return list[0].functions, nil
}

// forget closes a session that is of no more use.
func (c *Cache) forget(k sessionKey) {
	_ = c.drop(k, 0) // it failed already
}

// schemaText is all that a schema comes from, but for what others change in their databases. It has each block as it is
// written, line ends and all: what is wrong there only moves then.
func schemaText(blocks []*syntax.Block, from sources, how settings) string {
	var out strings.Builder
	fmt.Fprintln(&out, how.migrated, how.DuckLake)
	for _, b := range blocks {
		if b.IsScript() {
			fmt.Fprintf(&out, "%s %v %v\n%s\n", b.Span.Text(), slices.Contains(from.unsafe, b.Name),
				from.databases[b.Mods.Source], b.Body.Text())
		}
	}
	return out.String()
}

// Describe remembers descriptions, since an unchanged schema and statement have the same.
func (s *session) Describe(ctx context.Context, stmt engine.Stmt) (*engine.Description, error) {
	if s.made {
		return s.Session.Describe(ctx, stmt)
	}
	return s.described.of(stmt.Key(), func() (*engine.Description, error) { return s.Session.Describe(ctx, stmt) })
}

// Explicit remembers in the same way what has names.
func (s *session) Explicit(ctx context.Context, stmt engine.Stmt) (*engine.Explicit, error) {
	if s.made {
		return s.Session.Explicit(ctx, stmt)
	}
	return s.explicit.of(stmt.Key(), func() (*engine.Explicit, error) { return s.Session.Explicit(ctx, stmt) })
}

// Covers remembers in the same way which texts of a statement need no description.
func (s *session) Covers(ctx context.Context, f engine.Family) (bool, error) {
	of, is := s.Session.(engine.Coverer)
	if !is {
		return false, nil
	}
	if s.made {
		return of.Covers(ctx, f)
	}
	return s.covers.of(f.Key(), func() (bool, error) { return of.Covers(ctx, f) })
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
