package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
)

// SQLSTATEs that say what to do.
const (
	undefinedTable      = "42P01"
	undefinedColumn     = "42703"
	undefinedFunction   = "42883"
	uncommittedLabel    = "55P04"
	activeTransaction   = "25001"
	invalidTermination  = "2D000"
	undefinedObject     = "42704"
	undefinedParameter  = "42P02"
	undefinedSchema     = "3F000"
	ambiguousFunction   = "42725"
	indeterminateType   = "42P18"
	ambiguousParameter  = "42P08"
	featureNotSupported = "0A000"
	undefinedFile       = "58P01"
	invalidReference    = "42P10"
	datatypeMismatch    = "42804"
	wrongObjectType     = "42809"
	noRight             = "42501"
)

// explain makes the server's error about sql an engine.Error; any other error stays as it is.
func (s *session) explain(ctx context.Context, err error, sql string, params []engine.ParamHint) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || pg.SeverityUnlocalized != "ERROR" {
		return err // the connection's end says nothing of the SQL
	}
	e := &engine.Error{Msg: pg.Message, Offset: offset(pg, sql), Hint: hintText(pg.Hint)}
	if pg.Detail != "" {
		e.Msg += " (" + strings.TrimSuffix(pg.Detail, ".") + ")"
	}
	if pg.Position == 0 && pg.Where != "" {
		where, _, _ := strings.Cut(pg.Where, "\n")
		e.Msg += ", in " + where
	}
	if hint := s.hint(ctx, pg); hint != "" {
		e.Hint = hint
	}
	e.Msg, e.Hint = named(e.Msg, params), named(e.Hint, params)
	return e
}

// offset is the byte that the server points to, -1 where it points nowhere. It counts characters; and where it ran a
// statement inside another, as a DO block does, it counts in that one. Where it only names something, that is the
// place.
func offset(pg *pgconn.PgError, sql string) int {
	switch {
	case pg.Position > 0 && pg.Code == undefinedColumn: // it points to the table's name before it
		return engine.Unqualified(sql, byteOffset(sql, int(pg.Position)))
	case pg.Position > 0:
		return byteOffset(sql, int(pg.Position))
	case pg.InternalPosition > 0 && strings.Count(sql, pg.InternalQuery) == 1:
		return strings.Index(sql, pg.InternalQuery) + byteOffset(pg.InternalQuery, int(pg.InternalPosition))
	}
	for _, re := range []*regexp.Regexp{quotedName, calledName} {
		if g := re.FindStringSubmatch(pg.Message); g != nil {
			if at := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(g[1]) + `\b`).FindStringIndex(sql); at != nil {
				return at[0]
			}
		}
	}
	return -1
}

// byteOffset is where the n-th character of sql starts, from 1.
func byteOffset(sql string, n int) int {
	at := 0
	for ; n > 1 && at < len(sql); n-- {
		_, size := utf8.DecodeRuneInString(sql[at:])
		at += size
	}
	return at
}

// hintText puts the server's hint in the form that the others have: no capital, no full stop.
func hintText(hint string) string {
	if hint == "" {
		return ""
	}
	hint = strings.TrimSuffix(hint, ".")
	first, n := utf8.DecodeRuneInString(hint)
	if second, _ := utf8.DecodeRuneInString(hint[n:]); unicode.IsUpper(second) {
		return hint
	}
	return string(unicode.ToLower(first)) + hint[n:]
}

var placeholder = regexp.MustCompile(`\$(\d+)`)

// named writes ${name} for $n.
func named(msg string, params []engine.ParamHint) string {
	return placeholder.ReplaceAllStringFunc(msg, func(m string) string {
		if n := paramNumber(m); n > 0 && n <= len(params) {
			return "${" + params[n-1].Name + "}"
		}
		return m
	})
}

// paramNumber is the number of the parameter that a message names, 0 for none.
func paramNumber(msg string) int {
	g := placeholder.FindStringSubmatch(msg)
	if g == nil {
		return 0
	}
	n, _ := strconv.Atoi(g[1])
	return n
}

const takesNone = "parameters stand for values in SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES, CALL, EXPLAIN and CREATE TABLE … AS; other statements take none"

var (
	quotedName = regexp.MustCompile(`"([^"]+)"`)
	calledName = regexp.MustCompile(`([^\s(]+)\(`)
	columnName = regexp.MustCompile(`column "?([^" ]+)"?`)
)

// hint is what to do about an error, where more can be said than the server does.
func (s *session) hint(ctx context.Context, pg *pgconn.PgError) string {
	first := func(re *regexp.Regexp) string {
		if g := re.FindStringSubmatch(pg.Message); g != nil {
			return g[1]
		}
		return ""
	}
	switch pg.Code {
	case undefinedTable:
		if !strings.HasPrefix(pg.Message, "relation") {
			return "" // an alias that FROM does not have
		}
		return cmp.Or(s.didYouMean(ctx, first(quotedName), relationNamesSQL),
			"only what MIGRATE and BASELINE blocks make is there; names are looked up by the search path")
	case undefinedColumn:
		if g := quotedName.FindStringSubmatch(pg.Hint); g != nil {
			return inQuotes(last(first(columnName)), last(g[1]))
		}
		return s.didYouMean(ctx, first(columnName), columnNamesSQL)
	case uncommittedLabel:
		return engine.DivideHint
	case activeTransaction, invalidTermination:
		return noTransactionHint
	case undefinedFunction:
		name := first(calledName)
		return cmp.Or(s.signatures(ctx, name), s.didYouMean(ctx, name, functionNamesSQL))
	case undefinedObject:
		name := first(quotedName)
		if strings.HasPrefix(pg.Message, "role ") {
			return s.missingRole(name)
		}
		return cmp.Or(s.extension(ctx, name), s.didYouMean(ctx, name, typeNamesSQL))
	case undefinedSchema:
		return s.didYouMean(ctx, first(quotedName), schemaNamesSQL)
	case undefinedParameter:
		return takesNone
	case noRight:
		return s.rightsHint(pg)
	case featureNotSupported, undefinedFile:
		if ext := first(extensionName); ext != "" {
			return fmt.Sprintf("sqg analyses with PostgreSQL %s, which has no extension %s: %s",
				s.conn.ParameterStatus("server_version"), ext, s.waysTo(ext))
		}
	}
	return ""
}

// inQuotes says how to write a name that differs from the one that is meant in capitals only, "" for any other:
// PostgreSQL makes small letters of a name that is not quoted.
func inQuotes(name, meant string) string {
	switch {
	case meant == name || !strings.EqualFold(meant, name):
		return ""
	case meant == strings.ToLower(meant):
		return "write " + meant + " without quotes, or in small letters"
	}
	return `write "` + meant + `" in quotes: PostgreSQL reads a name without them in small letters`
}

var extensionName = regexp.MustCompile(`^extension "([^"]+)" is not available`)

// missingRole is the hint for a role that the server does not have, as scripts name them that pg_dump wrote.
func (s *session) missingRole(name string) string {
	hint := "leave owners and privileges out, as pg_dump --no-owner --no-privileges does"
	if !s.database.Shared {
		hint += ", or write CREATE ROLE " + name + " before"
	}
	return hint
}

// brings are types of extensions that are not called like them.
var brings = map[string]string{"halfvec": "vector", "sparsevec": "vector", "geometry": "postgis",
	"geography": "postgis", "lquery": "ltree", "ltxtquery": "ltree",
	"isbn": "isn", "isbn13": "isn", "issn": "isn", "ean13": "isn", "upc": "isn"}

// packages are what brings extensions that PostgreSQL does not come with; # is a major version.
var packages = map[string]string{
	"vector":  "`sqg prefetch pgvector` fetches it for PostgreSQL 18 on Linux, or install the package postgresql-#-pgvector",
	"postgis": "install the package postgresql-#-postgis-3",
}

// waysTo says how a server has an extension that it lacks.
func (s *session) waysTo(extension string) string {
	ways := "set SQG_POSTGRES_URL to a server that has it"
	if own := packages[extension]; own != "" {
		ways = strings.ReplaceAll(own, "#", strconv.Itoa(s.database.Version/10000)) + ", or " + ways
	}
	return ways
}

// extension is the hint for a type that an extension brings along.
func (s *session) extension(ctx context.Context, name string) string {
	if s.conn.TxStatus() != 'I' {
		return ""
	}
	if of := brings[name]; of != "" { // the extension may have another name
		name = of
	}
	r := s.conn.ExecParams(ctx,
		"SELECT FROM pg_catalog.pg_available_extensions WHERE name = $1 AND installed_version IS NULL",
		[][]byte{[]byte(name)}, nil, nil, nil).Read()
	switch {
	case r.Err == nil && len(r.Rows) > 0:
		return "CREATE EXTENSION " + name + " makes it"
	case packages[name] != "":
		return "CREATE EXTENSION " + name + " makes it where the server has that: " + s.waysTo(name)
	}
	return ""
}

// signatures are the arguments that functions of a name take, "" where there is no such function. Too many of them are
// not listed.
func (s *session) signatures(ctx context.Context, name string) string {
	if name == "" || s.conn.TxStatus() != 'I' {
		return ""
	}
	r := s.conn.ExecParams(ctx, `SELECT DISTINCT pg_catalog.format('(%s)', pg_catalog.pg_get_function_identity_arguments(oid)) FROM pg_catalog.pg_proc
		WHERE proname = pg_catalog.lower($1) OR proname = $1 ORDER BY 1`, [][]byte{[]byte(last(name))}, nil, nil, nil).Read()
	switch {
	case r.Err != nil || len(r.Rows) == 0:
		return ""
	case len(r.Rows) > 8:
		return name + " takes other types: cast what it is given"
	}
	list := make([]string, len(r.Rows))
	for i, row := range r.Rows {
		list[i] = string(row[0])
	}
	return name + " takes " + strings.Join(list, " or ")
}

const (
	relationNamesSQL = `SELECT DISTINCT relname FROM pg_catalog.pg_class WHERE relkind IN ('r', 'p', 'f', 'v', 'm')
		AND relnamespace NOT IN ('pg_catalog'::pg_catalog.regnamespace, 'pg_toast'::pg_catalog.regnamespace, 'information_schema'::pg_catalog.regnamespace)`
	columnNamesSQL = `SELECT DISTINCT attname FROM pg_catalog.pg_attribute JOIN pg_catalog.pg_class c ON c.oid = attrelid WHERE attnum > 0 AND NOT attisdropped
		AND relnamespace NOT IN ('pg_catalog'::pg_catalog.regnamespace, 'pg_toast'::pg_catalog.regnamespace, 'information_schema'::pg_catalog.regnamespace)`
	functionNamesSQL = `SELECT DISTINCT proname FROM pg_catalog.pg_proc`
	typeNamesSQL     = `SELECT typname FROM pg_catalog.pg_type WHERE typelem = 0 AND typtype <> 'c' UNION SELECT pg_catalog.format_type(oid, NULL) FROM pg_catalog.pg_type WHERE typtype = 'b' AND typelem = 0`
	schemaNamesSQL   = `SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname NOT LIKE 'pg\_%'`
)

// didYouMean names the known name that this one is likely a misspelling of. The server lists them, unless it is in a
// transaction that failed.
func (s *session) didYouMean(ctx context.Context, name, knownSQL string) string {
	if name == "" || s.conn.TxStatus() != 'I' {
		return ""
	}
	rs, err := s.conn.Exec(ctx, knownSQL).ReadAll()
	if err != nil {
		return ""
	}
	known := make([]string, len(rs[0].Rows))
	for i, r := range rs[0].Rows {
		known[i] = string(r[0])
	}
	for _, k := range known {
		if hint := inQuotes(last(name), k); hint != "" {
			return hint
		}
	}
	return diag.DidYouMean(last(name), known)
}

// last is a name without what stands before it.
func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
