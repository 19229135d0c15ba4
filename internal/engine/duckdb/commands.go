package duckdb

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// commands are the statements that work on files, settings and other databases. DuckDB checks them as far as preparing
// goes, and nothing runs them here.
var commands = map[string]bool{"COPY": true, "SET": true, "RESET": true, "USE": true, "PRAGMA": true, "CALL": true, "ATTACH": true, "DETACH": true,
	"INSTALL": true, "LOAD": true}

// command describes an EXEC that is a command, prepared with err.
func (s *session) command(ctx context.Context, stmt engine.Stmt, word string, p libduckdb.Prepared, err error) (*engine.Description, error) {
	var e *libduckdb.Error
	switch {
	case err == nil:
	case word == "COPY" && errors.As(err, &e) && failureOf(e).Kind == "Permission": // the file, which DuckDB opens last
	case word == "CALL" && strings.Contains(err.Error(), "exists in the "): // of an extension that the program loads
	default:
		return nil, s.tell(unprepared(err, stmt.SQL))
	}
	if d := s.copiesQuery(ctx, stmt); d != nil {
		return d, nil
	}
	d := &engine.Description{Counts: word == "COPY"}
	if p.Kind == libduckdb.Select || word == "CALL" && err == nil && !slices.Equal(p.Names, []string{"Success"}) {
		d.Columns = s.columns(p, tellings.Of(dialect, stmt.SQL))
	}
	for n, h := range stmt.Params {
		name := h.Type
		if name == "" {
			name = sampleType(h.Sample)
		}
		typ, ok := ir.Type{}, false
		if name != "" {
			typ, ok = s.Type(ctx, name)
		}
		if !ok {
			return nil, untyped(h.Name, findParam(stmt.SQL, n+1))
		}
		d.Params = append(d.Params, engine.Param{Type: typ, Nullable: h.Nullable == engine.Yes, Why: "not declared nullable"})
	}
	return d, nil
}

var (
	copyOf  = regexp.MustCompile(`(?is)^\s*COPY\s*\(`)
	copyEnd = regexp.MustCompile(`(?is)\)\s*TO\b`)
)

// copiesQuery describes COPY (query) TO by its query, whose parameters it has; nil where it is another COPY.
func (s *session) copiesQuery(ctx context.Context, stmt engine.Stmt) *engine.Description {
	start := copyOf.FindString(stmt.SQL)
	if start == "" {
		return nil
	}
	for _, end := range copyEnd.FindAllStringIndex(stmt.SQL, -1) {
		inner := stmt
		inner.SQL = stmt.SQL[len(start):end[0]]
		if d, err := s.describe(ctx, inner); err == nil {
			return &engine.Description{Params: d.Params, Counts: true}
		}
	}
	return nil
}

// firstWord is the word that a statement starts with, in capitals.
func firstWord(sql string) string {
	if words := dialect.Split(sql)[0].Words; len(words) > 0 {
		return words[0]
	}
	return ""
}
