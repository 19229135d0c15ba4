package postgres

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// guard keeps scripts from changing a server that others use. What plainly would is refused before it runs; but code
// can do anything. So a statement that may run code, or that grants or comments, runs in a transaction that is
// committed only if the server as a whole is as it was before. Repeatable reads see the transaction's own changes and
// nobody else's.
type guard struct {
	code   bool   // a script has made a function or an extension, which any later statement may call
	before string // the server, before the transaction that a script began
}

// clusterSQL is a digest of what a transaction can change outside of its database. Of the databases it has the versions
// of their rows: VACUUM and DROP DATABASE change some columns in place, which every snapshot sees at once.
const clusterSQL = `SELECT pg_catalog.md5(pg_catalog.string_agg(x, ';' ORDER BY x)) FROM (
	SELECT pg_catalog.to_jsonb(r)::text FROM pg_catalog.pg_roles r
	UNION ALL SELECT pg_catalog.to_jsonb(m)::text FROM pg_catalog.pg_auth_members m
	UNION ALL SELECT pg_catalog.to_jsonb(p)::text FROM pg_catalog.pg_parameter_acl p
	UNION ALL SELECT pg_catalog.to_jsonb(t)::text FROM pg_catalog.pg_tablespace t
	UNION ALL SELECT pg_catalog.to_jsonb(c)::text FROM pg_catalog.pg_shdescription c
	UNION ALL SELECT pg_catalog.concat_ws(' ', d.oid, d.xmin) FROM pg_catalog.pg_database d WHERE d.datname <> pg_catalog.current_database()
	UNION ALL SELECT pg_catalog.to_jsonb(s)::text FROM pg_catalog.pg_db_role_setting s
		WHERE s.setdatabase <> (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())) AS server(x)`

// run is how to run a command of a script.
func (g *guard) run(s *session, c syntax.Command) func(ctx context.Context, sql string) error {
	word := "" // as in (SELECT …)
	if len(c.Words) > 0 {
		word = c.Words[0]
	}
	idle := s.conn.TxStatus() == 'I'
	switch {
	case word == "BEGIN" || word == "START":
		return func(ctx context.Context, sql string) (err error) {
			if err = s.exec(ctx, sql); err == nil && idle {
				g.before, err = s.value(ctx, clusterSQL)
			}
			return err
		}
	case !idle && (word == "COMMIT" || word == "END") && s.conn.TxStatus() == 'T':
		return func(ctx context.Context, sql string) error { return g.commit(ctx, s, sql, word) }
	case !idle || notInTransaction.Command(c) != nil: // it is in a transaction already, or cannot be in one
		return s.exec
	case g.code || word == "DO" || word == "GRANT" || word == "REVOKE" || word == "COMMENT" || word == "SECURITY":
	case word == "CREATE" && makesCode(c.Words):
		g.code = true
		return s.exec
	default:
		return s.exec
	}
	return func(ctx context.Context, sql string) (err error) {
		if g.before, err = s.value(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ; "+clusterSQL); err != nil {
			return err
		}
		if err := s.exec(ctx, sql); err != nil {
			return errors.Join(err, s.exec(ctx, "ROLLBACK"))
		}
		return g.commit(ctx, s, "COMMIT", cmp.Or(word, "the statement"))
	}
}

// commit ends a transaction: with sql, or taking everything back where the server has changed.
func (g *guard) commit(ctx context.Context, s *session, sql, word string) error {
	after, err := s.value(ctx, clusterSQL)
	if err == nil && after != g.before {
		err = &engine.Error{Msg: word + sharedMsg, Hint: rolesHint, Forbidden: true}
	}
	if err != nil {
		return errors.Join(err, s.exec(ctx, "ROLLBACK"))
	}
	return s.exec(ctx, sql)
}

func makesCode(words []string) bool {
	return slices.Contains(words, "FUNCTION") || slices.Contains(words, "PROCEDURE") || slices.Contains(words, "EXTENSION")
}
