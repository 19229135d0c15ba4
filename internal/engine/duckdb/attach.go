package duckdb

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// own is the name of the scratch database itself.
const own = "memory"

// Attach copies the schema of a PostgreSQL database into an empty database of that name. DuckDB writes out no plan that
// reads from PostgreSQL, and the scratch database is to reach nothing outside; so a second DuckDB connects, reads the
// schema the way a program's DuckDB will see it, and is gone before the first statement is described.
func (s *session) Attach(ctx context.Context, name, address string, writes bool) error {
	reader, err := s.host.read(ctx, name, address)
	if err != nil {
		return err
	}
	defer reader.Close()
	types, tables, err := reader.schema(ctx)
	if err != nil {
		return fmt.Errorf("reading the schema of %s: %w", name, err)
	}
	if s.lake != nil {
		if err := s.lake.copy(ctx, name, writes, types, tables); err != nil {
			return err
		}
	}
	return s.copy(ctx, name, writes, types, tables)
}

// copy makes the empty database of a source.
func (s *session) copy(ctx context.Context, name string, writes bool, types []foreignType,
	tables []foreignTable) error {
	s.catalog = nil
	to := ir.Quote(name)
	if err := s.run(ctx, "ATTACH ':memory:' AS "+to, 0); err != nil {
		return err
	}
	s.attached[strings.ToLower(name)] = writes
	for _, t := range types {
		if err := s.copied(ctx, to, t, "CREATE TYPE "+to+"."+t.name()+" AS "+t.definition); err != nil {
			return err
		}
	}
	for _, t := range tables {
		names := []string{t.name()}
		if t.schema == defaultSchema {
			names = append(names, "main."+ir.Quote(t.table))
		}
		for _, name := range names {
			if err := s.copied(ctx, to, t.foreignType,
				"CREATE TABLE "+to+"."+name+" ("+strings.Join(t.columns, ", ")+")"); err != nil {
				return err
			}
		}
	}
	return nil
}

// defaultSchema is the one that a PostgreSQL table is in that is named without a schema. Its tables are in the copy's
// schema main a second time, where DuckDB looks for them then.
const defaultSchema = "public"

// copied makes a type or table in a copy. What DuckDB cannot hold is left out, as a table with a numeric(5,-2), which
// the extension reads as another number than it is.
func (s *session) copied(ctx context.Context, to string, t foreignType, sql string) error {
	err := s.run(ctx, "CREATE SCHEMA IF NOT EXISTS "+to+"."+ir.Quote(t.schema), 0)
	if err == nil {
		err = s.run(ctx, sql, 0)
	}
	var e *engine.Error
	if errors.As(err, &e) {
		s.leftOut[strings.ToLower(t.table)] = e.Msg
		return nil
	}
	return err
}

// tell says what became of a table that is not there because it was left out.
func (s *session) tell(err error) error {
	var e *engine.Error
	if errors.As(err, &e) {
		if m := missing.FindStringSubmatch(e.Msg); m != nil && s.leftOut[strings.ToLower(m[1])] != "" {
			e.Hint = "DuckDB cannot read the PostgreSQL table " + m[1] + ": " + s.leftOut[strings.ToLower(m[1])]
		}
	}
	return err
}

var missing = regexp.MustCompile(`^table with name (?:.*\.)?(\S+) does not exist`)

// read starts a DuckDB that is connected to a PostgreSQL database, as foreign, and to nothing else.
func (h host) read(ctx context.Context, name, address string) (*session, error) {
	connection, err := pgserver.Parse(address)
	if err != nil { // not what the parser says, which may quote the password
		return nil, &engine.Error{Msg: "the address of the source " + name + " cannot be read",
			Hint: pgserver.AddressHint, Offset: -1}
	}
	s, err := h.start(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.loadNamed(ctx, extension.Postgres); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if !strings.Contains(address, "connect_timeout") {
		address = pgserver.With(address, "connect_timeout", "10")
	}
	if err := s.exec(ctx, "ATTACH "+literal(address)+" AS "+foreign+" (TYPE postgres, READ_ONLY)"); err != nil {
		msg := strings.TrimPrefix(firstLine(err), fmt.Sprintf("Unable to connect to Postgres at %q: ", address))
		for _, secret := range []string{address, connection.Password} {
			if secret != "" {
				msg = strings.ReplaceAll(msg, secret, "…")
			}
		}
		return nil, errors.Join(&engine.Error{Msg: "cannot attach the source " + name + ": " + msg, Offset: -1,
			Hint: "check its url: in sqg.yaml, or write its CREATE TABLE statements below the annotation, for a PostgreSQL that sqg starts by itself"}, s.Close())
	}
	return s, nil
}

// foreign is what a reader calls the database that it reads.
const foreign = "foreign_database"

func firstLine(err error) string {
	var e *libduckdb.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	line, _, _ := strings.Cut(failureOf(e).Message, "\n")
	return line
}

type foreignType struct{ schema, table, definition string }

type foreignTable struct {
	foreignType
	columns []string
}

// name is that of a type or table in its database.
func (t foreignType) name() string { return ir.Quote(t.schema) + "." + ir.Quote(t.table) }

// A table has a type of its own in PostgreSQL, with its name.
const foreignTypes = `
SELECT t.schema_name, t.type_name FROM duckdb_types() t ANTI JOIN duckdb_tables() r
ON r.database_name = t.database_name AND r.schema_name = t.schema_name AND r.table_name = t.type_name
WHERE t.database_name = '` + foreign + `' AND NOT t.internal AND t.schema_name NOT IN ('pg_catalog', 'information_schema') ORDER BY ALL`

// What the extension says of NOT NULL is not the whole truth: see firmColumns.
const foreignColumns = `
SELECT c.schema_name, c.table_name, c.column_name, c.data_type, f.attname IS NOT NULL
FROM duckdb_columns() c LEFT JOIN postgres_query('` + foreign + `', $firm$` + firmColumns + `$firm$) f
ON f.nspname = c.schema_name AND f.relname = c.table_name AND f.attname = c.column_name AND f.ordinal = c.column_index
WHERE c.database_name = '` + foreign + `' AND c.schema_name NOT IN ('pg_catalog', 'information_schema') ORDER BY c.schema_name, c.table_name, c.column_index`

// firmColumns are the columns in which no row of a table holds NULL, nor any of the tables that inherit from it: since
// version 18 a constraint may be NOT VALID for rows that are there already, and heirs may do without it; foreign tables
// check nothing.
const firmColumns = `
WITH RECURSIVE firm AS (
  SELECT a.attrelid, a.attname, row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum) AS ordinal,
    a.attnotnull AND c.relkind IN ('r', 'p') AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k
      WHERE k.conrelid = a.attrelid AND k.contype = 'n' AND NOT k.convalidated AND k.conkey[1] = a.attnum) AS holds
  FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid WHERE a.attnum > 0 AND NOT a.attisdropped
), heirs AS (
  SELECT inhparent AS rel, inhrelid AS heir FROM pg_catalog.pg_inherits
  UNION SELECT h.rel, i.inhrelid FROM heirs h JOIN pg_catalog.pg_inherits i ON i.inhparent = h.heir
)
SELECT n.nspname::text, c.relname::text, f.attname::text, f.ordinal::integer FROM firm f JOIN pg_catalog.pg_class c ON c.oid = f.attrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE f.holds AND NOT EXISTS (SELECT FROM heirs h LEFT JOIN firm g ON g.attrelid = h.heir AND g.attname = f.attname
  WHERE h.rel = f.attrelid AND g.holds IS NOT TRUE)`

// schema reads what a reader is connected to.
func (s *session) schema(ctx context.Context) (types []foreignType, tables []foreignTable, err error) {
	if err := s.each(ctx, foreignTypes,
		func(r row) { types = append(types, foreignType{schema: r.text(0), table: r.text(1)}) }); err != nil {
		return nil, nil, err
	}
	for i := range types {
		plan, err := s.plan(ctx, "SELECT CAST(NULL AS "+foreign+"."+types[i].name()+")")
		if err != nil {
			return nil, nil, err
		}
		types[i].definition = plan.Expressions.List[0].logicalType().spelled()
	}
	err = s.each(ctx, foreignColumns, func(r row) {
		if n := len(tables); n == 0 || tables[n-1].schema != r.text(0) || tables[n-1].table != r.text(1) {
			tables = append(tables, foreignTable{foreignType: foreignType{schema: r.text(0), table: r.text(1)}})
		}
		t := &tables[len(tables)-1]
		t.columns = append(t.columns, ir.Quote(r.text(2))+" "+r.text(3)+map[bool]string{true: " NOT NULL"}[r.truth(4)])
	})
	return types, tables, err
}

// spelled is a type's definition, where the extension has put the name of a type of PostgreSQL on it.
func (l *logical) spelled() string {
	if l.Info == nil {
		return l.ID
	}
	unnamed, info := *l, *l.Info
	unnamed.Info, info.Alias = &info, ""
	return unnamed.written((*logical).spelled)
}

// targetWords are those that may stand before the name of what a statement changes.
var targetWords = `(?:CREATE|OR|REPLACE|IGNORE|TEMP|TEMPORARY|PERSISTENT|UNIQUE|ALTER|DROP|COMMENT|ON|TRUNCATE|INSERT|INTO|UPDATE|DELETE|FROM|MERGE|` +
	`TABLE|VIEW|SCHEMA|TYPE|SEQUENCE|MACRO|FUNCTION|INDEX|COLUMN|IF|NOT|EXISTS)\s+`

var changing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(CREATE|ALTER|DROP|COMMENT|TRUNCATE|INSERT|UPDATE|DELETE|MERGE)\s+(?:` +
		targetWords + `)*("(?:[^"]|"")+"|\w+)\s*\.`)
})

// changesRows are the words that begin a statement which changes rows.
var changesRows = []string{"TRUNCATE", "INSERT", "UPDATE", "DELETE", "MERGE"}

// unchanged refuses a statement whose words say that it changes an attached database which is read-only, or more of one
// than its rows. DuckDB itself would not tell before it runs. A script changes none: it runs in one transaction with
// what else it does, and DuckDB writes to one database in each.
func (s *session) unchanged(statement string, at int, script bool) error {
	m := changing().FindStringSubmatch(statement)
	if m == nil {
		return nil
	}
	name := strings.ReplaceAll(strings.Trim(m[2], `"`), `""`, `"`)
	err := s.writable(name, at)
	if s.attached[strings.ToLower(name)] && (script || !slices.Contains(changesRows, strings.ToUpper(m[1]))) {
		err = &engine.Error{Msg: "only a QUERY or EXEC can change the source " + name + ", and only its rows",
			Offset: at, Forbidden: true,
			Hint: "change its schema where PostgreSQL is migrated, and its rows in an EXEC"}
	}
	return err
}

// changes refuses a plan that changes an attached database in a way that it cannot be changed.
func (s *session) changes(n *node) error {
	if n.TableInfo != nil {
		if err := s.writable(n.TableInfo.Catalog, -1); err != nil {
			return err
		}
		what := ""
		switch {
		case n.Type == "LOGICAL_MERGE_INTO":
			what = "MERGE"
		case n.ReturnChunk != nil && *n.ReturnChunk:
			what = "RETURNING"
		}
		if what != "" && s.attached[strings.ToLower(n.TableInfo.Catalog)] {
			return &engine.Error{Msg: "DuckDB cannot do " + what + " in a PostgreSQL that it attaches", Offset: -1,
				Forbidden: true,
				Hint:      "write INSERT, UPDATE or DELETE that return nothing"}
		}
	}
	for _, child := range n.Children {
		if err := s.changes(child); err != nil {
			return err
		}
	}
	return nil
}

// writable refuses changes of an attached database that is read-only.
func (s *session) writable(database string, at int) error {
	if writes, there := s.attached[strings.ToLower(database)]; there && !writes {
		return &engine.Error{Msg: "the source " + database + " is attached read-only", Offset: at, Forbidden: true,
			Hint: "add `mode: read-write` to the source in sqg.yaml, or change it through a driver for PostgreSQL"}
	}
	return nil
}
