package duckdb

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// commands are the statements that work on files, settings and other databases. DuckDB checks them as far as preparing
// goes, and nothing runs them here.
var commands = map[string]bool{"COPY": true, "SET": true, "RESET": true, "USE": true, "PRAGMA": true, "CALL": true,
	"ATTACH": true, "DETACH": true,
	"INSTALL": true, "LOAD": true}

// command describes an EXEC that is a command, prepared with err.
func (s *session) command(ctx context.Context, stmt engine.Stmt, word string, p libduckdb.Prepared,
	err error) (*engine.Description, error) {
	var e *libduckdb.Error
	if word == "PRAGMA" && (errors.Is(err, libduckdb.ErrSeveral) || p.Kind == libduckdb.Multi) { // that of an extension
		return nil,
			&engine.Error{Msg: "DuckDB makes several statements of this PRAGMA, which not every driver runs as one",
				Offset: 0, Forbidden: true,
				Hint: "write it in a MIGRATE, or run it through the driver"}
	}
	switch {
	case err == nil:
	case word == "COPY" && errors.As(err, &e) && failureOf(e).Kind == "Permission": // the file, which DuckDB opens last
	case word == secret && !(errors.As(err, &e) && failureOf(e).Kind == "Parser"): // what it is about is there when the program runs
	case word == "CALL" && strings.Contains(err.Error(), "exists in the "): // of an extension that the program loads
	case strings.Contains(err.Error(), "Unexpected prepared parameter"):
		return nil, &engine.Error{Msg: engine.NoPlace, Offset: findParam(stmt.SQL, 1)}
	default:
		return nil, s.tell(unprepared(err, stmt.SQL))
	}
	d := &engine.Description{}
	if of := s.copiesQuery(ctx, stmt); of != nil {
		d.Params, d.Edits = of.Params, of.Edits
	}
	d.Counts = word == "COPY"
	if p.Kind == libduckdb.Select || word == "CALL" && err == nil && !slices.Equal(p.Names, []string{"Success"}) {
		d.Columns = s.columns(p, tellings.Of(dialect, stmt.SQL))
	}
	path, _ := paramBehind(stmt.SQL, "TO", "FROM")
	for n, h := range stmt.Params {
		if n < len(d.Params) && d.Params[n].Type.Kind != ir.Unknown {
			continue
		}
		name := cmp.Or(h.Type, sampleType(h.Sample))
		uncast := word == secret || word == "COPY" && n+1 == path // DuckDB takes no cast there
		if uncast {
			name = "VARCHAR"
		}
		typ, ok := ir.Type{}, false
		if name != "" {
			typ, ok = s.Type(ctx, name)
		}
		if !ok {
			return nil, untyped(h.Name, findParam(stmt.SQL, n+1))
		}
		if uncast {
			typ.Ref = ""
		}
		if n == len(d.Params) {
			d.Params = append(d.Params, engine.Param{})
		}
		d.Params[n] = engine.Param{Type: typ, Nullable: h.Nullable == engine.Yes, Why: "not declared nullable"}
	}
	return d, nil
}

var (
	copyOf  = regexp.MustCompile(`(?is)^\s*COPY\s*\(`)
	copyEnd = regexp.MustCompile(`(?is)\)\s*TO\b`)
)

// paramBehind is the number of the parameter that stands behind one of these words, and where; 0 for none.
func paramBehind(sql string, words ...string) (n, at int) {
	lexemes := dialect.Lexemes(sql)
	for i, l := range lexemes {
		if i > 0 && slices.Contains(words, lexemes[i-1].Text) && sql[l.Start] == '$' {
			n, _ := strconv.Atoi(sql[l.Start+1 : l.End])
			return n, l.Start
		}
	}
	return 0, -1
}

// copiesQuery describes the query of COPY (query) TO; nil where it is another COPY.
func (s *session) copiesQuery(ctx context.Context, stmt engine.Stmt) *engine.Description {
	for query := range copied(stmt.SQL) {
		inner := stmt
		inner.SQL = query
		if d, err := s.describe(ctx, inner); err == nil {
			return d
		}
	}
	return nil
}

// copied are the texts that may be the query of COPY (query) TO, each at the place that it has there.
func copied(sql string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := copyOf.FindString(sql)
		if start == "" {
			return
		}
		for _, end := range copyEnd.FindAllStringIndex(sql, -1) {
			if !yield(strings.Repeat(" ", len(start)) + sql[len(start):end[0]]) {
				return
			}
		}
	}
}

// commandWord is the word in commands that a statement starts with, or that it makes or drops a secret; "" for others.
func commandWord(sql string) string {
	words := dialect.Split(sql)[0].Words
	switch {
	case len(words) == 0:
	case commands[words[0]]:
		return words[0]
	case (words[0] == "CREATE" || words[0] == "DROP") && slices.Contains(words, secret) &&
		!slices.ContainsFunc(words[:slices.Index(words, secret)], made):
		return secret
	}
	return ""
}

const secret = "SECRET"

// made reports whether a word says that something else than a secret is made or dropped.
func made(word string) bool { return !slices.Contains(secretWords, word) }

var secretWords = []string{"CREATE", "DROP", "OR", "REPLACE", "PERSISTENT", "TEMPORARY", "TEMP"}

// firstWord is the word that a statement starts with, in capitals.
func firstWord(sql string) string {
	if words := dialect.Split(sql)[0].Words; len(words) > 0 {
		return words[0]
	}
	return ""
}
