package postgres

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
)

// Plan is the server's plan for any values of the parameters. Planning computes what is constant, so it must not be
// able to write.
func (s *session) Plan(ctx context.Context, in engine.Stmt, _ []engine.Param) (string, error) {
	return s.explained(ctx, "GENERIC_PLAN, COSTS OFF", in.SQL)
}

// explained is what EXPLAIN returns; "" where the server does not plan that, as DDL, or a parameter whose type only sqg
// knows.
func (s *session) explained(ctx context.Context, options, sql string) (plan string, err error) {
	if err := s.exec(ctx, "BEGIN READ ONLY"); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.exec(ctx, "ROLLBACK")) }()
	rs, err := s.conn.Exec(ctx, "EXPLAIN ("+options+") "+sql).ReadAll()
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var lines []string
	for _, row := range rs[0].Rows {
		lines = append(lines, string(row[0]))
	}
	return strings.Join(lines, "\n"), nil
}
