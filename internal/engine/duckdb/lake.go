package duckdb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/extension"
	"github.com/sqg-dev/sqg/internal/libduckdb"
)

// lake is a DuckLake of its own beside a scratch database, where the program's tables are in one: it takes every script
// and statement, too, and refuses those that have what a DuckLake lacks. DuckDB writes out no plan that reads from a
// DuckLake, so types and nullability are those of the scratch database. A nil lake takes everything.
type lake struct {
	*session
	folder string
}

// InLake opens an empty DuckLake, which has what the scratch database has from then on.
func (s *session) InLake(ctx context.Context) (err error) {
	s.lake, err = s.host.openLake(ctx)
	return err
}

// openLake starts a DuckDB with an empty DuckLake as its database. Its catalogue is in memory, and its statements can
// reach no other files than those of its tables.
func (h host) openLake(ctx context.Context) (*lake, error) {
	folder, err := os.MkdirTemp("", "sqg-lake-")
	if err != nil {
		return nil, err
	}
	s, err := h.start(ctx)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	l := &lake{s, folder}
	if err := l.attach(ctx); err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

func (l *lake) attach(ctx context.Context) error {
	if err := l.loadExtensions(ctx); err != nil {
		return err
	}
	if err := l.loadNamed(ctx, extension.DuckLake); err != nil {
		return err
	}
	data := filepath.ToSlash(l.folder) + "/"
	return l.settings(ctx, append([]string{"ATTACH 'ducklake::memory:' AS lake (DATA_PATH " + literal(data) + ")",
		"USE lake"}, l.host.shutOff(data)...))
}

// close also removes the files of the tables.
func (l *lake) close() error {
	if l == nil {
		return nil
	}
	return errors.Join(l.Close(), os.RemoveAll(l.folder))
}

// apply runs a script that the scratch database has run.
func (l *lake) apply(ctx context.Context, script string) error {
	if l == nil {
		return nil
	}
	return refusedByLake(l.runAll(ctx, script))
}

// migrate runs a migration in a transaction, as programs do.
func (l *lake) migrate(ctx context.Context, script string) error {
	if l == nil {
		return nil
	}
	return refusedByLake(l.committed(ctx, script))
}

// takes reports what the lake lacks for a statement that the scratch database takes. Some of it DuckDB says only when
// it plans what the statement does.
func (l *lake) takes(ctx context.Context, scratch *session, stmt engine.Stmt, params []engine.Param) error {
	if l == nil {
		return nil
	}
	_, err := l.explained(ctx, stmt, params)
	var e *libduckdb.Error
	if !errors.As(err, &e) {
		return err
	}
	if _, own := scratch.explained(ctx, stmt, params); own != nil { // EXPLAIN does not take it
		return nil
	}
	refusal := &engine.Error{Offset: -1}
	errors.As(explain(err, ""), &refusal)
	refusal.Offset = -1 // of the text with values in it
	return refusedByLake(refusal)
}

// refusedByLake says who refuses.
func refusedByLake(err error) error {
	var e *engine.Error
	if errors.As(err, &e) {
		e.Msg = strings.Replace(e.Msg, "duckLake", "DuckLake", 1) // as the first word of DuckDB's message
		if !strings.Contains(e.Msg, "DuckLake") {
			e.Msg = "DuckLake refuses this: " + e.Msg
		}
	}
	return err
}
