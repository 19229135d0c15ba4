// Package duckdb analyses statements with DuckDB itself: a scratch database in memory holds the schema, DuckDB binds
// each statement, and the bound plan is read. No statement that is described is ever run.
package duckdb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// Version of DuckDB that analyses where nothing says another.
const Version = libduckdb.Version

type host struct{ env engine.Environment }

// NewHost makes scratch databases in memory, which can read the file sources and nothing else outside of them.
func NewHost(env engine.Environment) engine.Host { return host{env} }

func (host) Close() error { return nil }

// Open starts an empty scratch database.
func (h host) Open(ctx context.Context) (engine.Session, error) {
	s, err := h.start(ctx)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(s.loadExtensions(ctx), s.settings(ctx, h.shutOff())); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// start starts a DuckDB with an empty database in memory.
func (h host) start(ctx context.Context) (*session, error) {
	library, err := libduckdb.Open(ctx, h.env.DuckDB, h.env.Getenv, h.env.Log)
	if err != nil {
		return nil, engine.OfEnvironment(err)
	}
	conn, err := library.Connect()
	if err != nil {
		return nil, err
	}
	s := &session{host: h, conn: conn, attached: map[string]bool{}, leftOut: map[string]string{},
		casts: map[string]bool{}}
	if err := s.settings(ctx, append(slices.Clone(common),
		"SET memory_limit = "+literal(cmp.Or(h.env.Getenv(memoryVariable), defaultMemory)))); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *session) settings(ctx context.Context, settings []string) error {
	for _, set := range settings {
		if err := s.exec(ctx, set); err != nil {
			return err
		}
	}
	return nil
}

// memoryVariable is the environment variable with the memory that DuckDB may take, as DuckDB writes it.
const (
	memoryVariable = "SQG_MEMORY_LIMIT"
	defaultMemory  = "4GB"
)

// common are the settings of every DuckDB that is started here.
var common = []string{"SET threads = 1", "SET autoinstall_known_extensions = false",
	"SET autoload_known_extensions = false", "SET enable_progress_bar = false", "SET errors_as_json = true",
	"SET temp_directory = ''"}

// shutOff are those of a scratch database. What statements can read is fixed before the first of them, and beside it
// these folders.
func (h host) shutOff(inside ...string) []string {
	var paths, folders []string
	for _, f := range inside {
		folders = append(folders, literal(f))
	}
	for _, f := range append(slices.Sorted(maps.Values(h.env.Samples)), h.empty()) {
		paths = append(paths, literal(f))
	}
	for _, f := range h.env.Files {
		if strings.Contains(f, "://") { // an extension would fetch it
			continue
		}
		if glob := strings.IndexAny(f, "*?["); glob >= 0 {
			folders = append(folders, literal(f[:strings.LastIndexByte(f[:glob], '/')+1]))
		} else {
			paths = append(paths, literal(f))
		}
	}
	return []string{"SET allowed_paths = [" + strings.Join(paths, ", ") + "]",
		"SET allowed_directories = [" + strings.Join(folders, ", ") + "]",
		"SET enable_external_access = false"}
}

// empty is the path of an empty file, which stands for any file where its columns do not matter; "" for none.
func (h host) empty() string {
	path, err := libduckdb.Empty(h.env.Getenv)
	if err != nil {
		h.env.Log("an empty file in the cache: " + err.Error())
	}
	return path
}

// literal is a text as a string literal.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

type session struct {
	host     host
	conn     *libduckdb.Conn
	attached map[string]bool   // databases beside its own, in small letters, and whether statements may change them
	leftOut  map[string]string // what is missing in those, and why
	catalog  *catalog          // nil after a change, until it is needed
	busy     bool              // DuckDB has been left alone with what it does not stop
	casts    map[string]bool   // conversions that were tried, and whether DuckDB has them
	lake     *lake             // nil where the tables are not in one
}

// second reports whether DuckDB is one of 2.
func (s *session) second() bool { return s.conn.Second() }

func (s *session) Close() error {
	if !s.busy {
		s.conn.Close()
	}
	return s.lake.close()
}

// within is engine.Environment.Within; once DuckDB has not stopped, it is asked nothing more.
func (s *session) within(ctx context.Context, what string, f func(context.Context) error) error {
	if s.busy {
		return &engine.Error{Msg: "DuckDB still works on another statement of this unit", Offset: -1,
			Hint: "mend that one first"}
	}
	err := s.host.env.Within(ctx, "DuckDB", what, f)
	var busy *engine.Busy
	s.busy = errors.As(err, &busy)
	return err
}

func (s *session) exec(ctx context.Context, sql string) error {
	_, err := s.conn.Exec(ctx, sql)
	return err
}

func (s *session) loaded(ctx context.Context) (*catalog, error) {
	if s.catalog == nil {
		c, err := s.load(ctx)
		if err != nil {
			return nil, err
		}
		s.catalog = c
	}
	return s.catalog, nil
}

// Tables lists the tables of all schemas of the scratch database.
func (s *session) Tables(ctx context.Context) ([]*ir.Table, error) {
	c, err := s.loaded(ctx)
	if err != nil {
		return nil, err
	}
	return c.tables, nil
}

// Views lists the views of all schemas of the scratch database, and temporary ones.
func (s *session) Views(ctx context.Context) (list []*ir.Table, err error) {
	c, err := s.loaded(ctx)
	if err != nil || c.views != nil {
		return c.views, err
	}
	path, err := s.path(ctx)
	if err != nil {
		return nil, err
	}
	list = []*ir.Table{}
	err = s.each(ctx, "SELECT schema_name, view_name, comment FROM duckdb_views() WHERE NOT internal AND "+
		"database_name IN ('"+own+"', '"+temp+"') ORDER BY view_name", func(r row) {
		list = append(list, &ir.Table{Schema: r.text(0), Name: ir.NewName(r.text(1)), Comment: r.text(2),
			Hidden: !slices.Contains(path, r.text(0)), View: true})
	})
	if err == nil {
		c.views = list
	}
	return list, err
}

// Type is what a type's name stands for: DuckDB itself reads it.
func (s *session) Type(ctx context.Context, name string) (ir.Type, bool) {
	c, err := s.loaded(ctx)
	if err != nil {
		return ir.Type{}, false
	}
	plan, err := s.plan(ctx, "SELECT CAST(NULL AS "+name+") AS v")
	if err != nil || plan.Type != "LOGICAL_PROJECTION" || len(plan.Expressions.List) != 1 {
		return ir.Type{}, false
	}
	t := c.typeOf(plan.Expressions.List[0].logicalType())
	return t, t.Kind != ir.Unknown
}

// plan binds a statement and reads its plan.
func (s *session) plan(ctx context.Context, statement string) (*node, error) {
	text, err := s.serialized(ctx, statement)
	if err != nil {
		return nil, err
	}
	return planOf(text)
}

// serialized is DuckDB's bound plan of a statement, or why there is none, as JSON.
func (s *session) serialized(ctx context.Context, sql string) (text string, err error) {
	err = s.conn.Query(ctx, "SELECT json_serialize_plan($1::VARCHAR)::VARCHAR",
		func(r []any) { text, _ = r[0].(string) }, sql)
	text = numbersQuoted(text)
	if s.second() {
		text = asWritten15(text)
	}
	return text, err
}

// numbersQuoted has as texts the numbers that DuckDB writes and JSON does not have.
func numbersQuoted(text string) string {
	if !strings.Contains(text, "Infinity") && !strings.Contains(text, "NaN") && !strings.Contains(text, "NAN") {
		return text
	}
	return noNumber().ReplaceAllStringFunc(text, func(token string) string {
		if token[0] == '"' {
			return token
		}
		return `"` + token + `"`
	})
}

var noNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?Infinity|-?N[Aa]N`) })

// row is a row of one of the engine's own queries.
type row []any

func (r row) text(i int) string {
	t, _ := r[i].(string)
	return t
}

func (r row) truth(i int) bool {
	t, _ := r[i].(bool)
	return t
}

func (r row) texts(i int) []string {
	list, _ := r[i].([]any)
	out := make([]string, len(list))
	for k, v := range list {
		out[k] = fmt.Sprint(v)
	}
	return out
}

// each runs one of the engine's own queries.
func (s *session) each(ctx context.Context, query string, visit func(row)) error {
	return s.conn.Query(ctx, query, func(r []any) { visit(r) })
}
