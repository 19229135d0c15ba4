package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
)

// Covers compares Query trees: Whole's is that of each of the others with more members of the AND in its WHERE, or of
// the SET of an UPDATE that returns nothing. What stands in WHERE leaves rows out and does nothing else, and the server
// analyses each member by itself. Of the others it says when it prepares
// them what depends on the text, and tells no trees, which take most of the time. A statement that it may refuse to
// plan is not covered, because each of its texts is planned.
func (s *session) Covers(ctx context.Context, f engine.Family) (bool, error) {
	if _, err := s.loaded(ctx); err != nil {
		return false, err
	}
	whole, err := s.prepare(ctx, f.Whole)
	if err != nil {
		return refused(err)
	}
	if slices.ContainsFunc(planLate, func(l late) bool { return l.tree.in(whole.tree) }) ||
		!f.Filtered(func(stmt engine.Stmt) engine.Apart { return s.apart(ctx, stmt) }) {
		return false, nil
	}
	if err := s.exec(ctx, "SET debug_print_parse = off"); err != nil {
		return false, err
	}
	covers, err := s.alikePrepared(ctx, f, whole)
	if err := s.exec(ctx, "SET debug_print_parse = on"); err != nil {
		return false, err
	}
	return covers, err
}

// apart takes a statement apart at each WHERE that all rows go through; nil where the server refuses it.
func (s *session) apart(ctx context.Context, stmt engine.Stmt) (levels engine.Apart) {
	p, err := s.prepare(ctx, stmt)
	if err != nil {
		return nil
	}
	tree, err := querytree.Parse(p.tree)
	if err != nil {
		return nil
	}
	names := make([]string, len(stmt.Params))
	for i, h := range stmt.Params {
		names[i] = h.Name
	}
	for _, l := range querytree.Apart(tree, names) {
		levels = append(levels, engine.Level(l))
	}
	return levels
}

// alikePrepared reports whether the others of a family are prepared with the columns and parameters of the whole.
func (s *session) alikePrepared(ctx context.Context, f engine.Family, whole *prepared) (bool, error) {
	at := map[string]int{}
	for i, h := range f.Whole.Params {
		at[h.Name] = i
	}
	for texts := range slices.Chunk(slices.Concat(f.Less, f.Rest), atOnce) {
		if alike, err := s.inPipeline(ctx, texts, whole, at); !alike || err != nil {
			return false, err
		}
	}
	return true, nil
}

// atOnce is how many texts the server is sent before it is asked for its answers.
const atOnce = 128

// inPipeline prepares texts; at is where the whole has a parameter.
func (s *session) inPipeline(ctx context.Context, texts []engine.Stmt, whole *prepared, at map[string]int) (alike bool,
	err error) {
	pipeline := s.conn.StartPipeline(ctx)
	defer func() {
		if failed := pipeline.Close(); failed != nil && err == nil {
			alike, err = refused(failed)
		}
	}()
	for _, stmt := range texts {
		types := make([]uint32, len(stmt.Params))
		for i, h := range stmt.Params {
			n, is := at[h.Name]
			if !is {
				return false, nil
			}
			if whole.stated[n] {
				types[i] = whole.ParamOIDs[n]
			}
		}
		pipeline.SendPrepare("", stmt.SQL, types)
	}
	if err := pipeline.Sync(); err != nil {
		return false, err
	}
	for _, stmt := range texts {
		answer, err := pipeline.GetResults()
		if err != nil {
			return refused(err)
		}
		if p, is := answer.(*pgconn.StatementDescription); !is || !alikeDescribed(stmt, p, whole, at) {
			return false, nil
		}
	}
	return true, nil
}

// alikeDescribed reports whether the server describes a text as it does the whole.
func alikeDescribed(stmt engine.Stmt, p *pgconn.StatementDescription, whole *prepared, at map[string]int) bool {
	column := func(a, b pgconn.FieldDescription) bool {
		return a.Name == b.Name && a.DataTypeOID == b.DataTypeOID && a.TypeModifier == b.TypeModifier
	}
	if len(p.ParamOIDs) != len(stmt.Params) || !slices.EqualFunc(p.Fields, whole.Fields, column) {
		return false
	}
	for i, h := range stmt.Params {
		if p.ParamOIDs[i] != whole.ParamOIDs[at[h.Name]] {
			return false
		}
	}
	return true
}

// refused leaves it to a description to say what is wrong with a statement.
func refused(err error) (bool, error) {
	var wrong *pgconn.PgError
	var told *engine.Error
	if errors.As(err, &wrong) || errors.As(err, &told) {
		return false, nil
	}
	return false, err
}
