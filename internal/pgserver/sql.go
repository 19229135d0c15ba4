package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/environment"
)

func (r *remote) exec(ctx context.Context, sql string) error {
	_, err := r.conn.Exec(ctx, sql).ReadAll()
	return err
}

func (r *remote) rows(ctx context.Context, sql string) ([][]string, error) {
	result := r.conn.ExecParams(ctx, sql, nil, nil, nil, nil).Read()
	out := make([][]string, len(result.Rows))
	for i, row := range result.Rows {
		for _, value := range row {
			out[i] = append(out[i], string(value))
		}
	}
	return out, result.Err
}

// row is the first row.
func (r *remote) row(ctx context.Context, sql string) ([]string, error) {
	rows, err := r.rows(ctx, sql)
	if err == nil && len(rows) == 0 {
		err = errors.New("the server returned no row")
	}
	if err != nil {
		return nil, err
	}
	return rows[0], nil
}

// place names the server in messages.
func (r *remote) place() string {
	if strings.HasPrefix(r.config.Host, "/") {
		return "the server in " + r.config.Host
	}
	return fmt.Sprintf("the server at %s:%d", r.config.Host, r.config.Port)
}

// unreadable tells of a URL that cannot be parsed: not what the parser says, which may quote the password.
func unreadable(err error) error {
	e := &environment.Error{
		Msg:  "SQG_POSTGRES_URL cannot be read",
		Hint: AddressHint,
	}
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		e.Msg += ": " + path.Error()
	}
	return e
}

// connectHints by SQLSTATE.
var connectHints = map[string]string{
	"28000": "check user and password in SQG_POSTGRES_URL, and the server's pg_hba.conf",
	"28P01": "check user and password in SQG_POSTGRES_URL",
	"3D000": "name a database that exists in SQG_POSTGRES_URL, such as postgres: nothing is changed in it",
	"53300": "the server takes no more connections: try later",
}

// unreachable tells of a connection that could not be made. What the driver says begins with all it was told to
// connect to, which we say in our own words.
func (r *remote) unreachable(err error) error {
	if cause := (*pgconn.ConnectError)(nil); errors.As(err, &cause) {
		err = cause.Unwrap()
	}
	if op := (*net.OpError)(nil); errors.As(err, &op) {
		err = op.Err
	}
	if dns := (*net.DNSError)(nil); errors.As(err, &dns) {
		err = dns
	}
	e := &environment.Error{
		Msg:  fmt.Sprintf("cannot connect to %s: %v", r.place(), err),
		Hint: "check SQG_POSTGRES_URL, or unset it for a server of sqg's own",
	}
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) {
		e.Msg = fmt.Sprintf("%s refuses the connection: %s", r.place(), pg.Message)
		if hint, ok := connectHints[pg.Code]; ok {
			e.Hint = hint
		}
	}
	return e
}

func (r *remote) failed(doing string, err error) error {
	return fmt.Errorf("%s: %s: %w", r.place(), doing, err)
}

// refused tells of a CREATE DATABASE that failed.
func (r *remote) refused(err error) error {
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == "42501" {
		return &environment.Error{
			Msg:  fmt.Sprintf("the role %s may not create databases on %s", r.config.User, r.place()),
			Hint: fmt.Sprintf("let a superuser run: ALTER ROLE %s CREATEDB; or unset SQG_POSTGRES_URL for a server of sqg's own", quoted(r.config.User)),
		}
	}
	return r.failed("making a scratch database", err)
}

// roleless tells of a server where no role can be made for scripts.
func (r *remote) roleless(err error) error {
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == "42501" {
		return &environment.Error{
			Msg:  fmt.Sprintf("the role %s may not create roles on %s, and sqg makes one for each scratch database, so that no script can reach anything else", r.config.User, r.place()),
			Hint: fmt.Sprintf("let a superuser run: ALTER ROLE %s CREATEDB CREATEROLE; or unset SQG_POSTGRES_URL for a server of sqg's own", quoted(r.config.User)),
		}
	}
	return r.failed("making a role for the scratch database", err)
}

// closed tells of a server that does not let that role in.
func (r *remote) closed(err error) error {
	pg := (*pgconn.PgError)(nil)
	if !errors.As(err, &pg) {
		return r.unreachable(err)
	}
	return &environment.Error{
		Msg:  fmt.Sprintf("%s refuses the role that sqg made for the scratch database, so that no script can reach anything else: %s", r.place(), pg.Message),
		Hint: "let its pg_hba.conf accept passwords (scram-sha-256) of roles called sqg_scratch_…, or unset SQG_POSTGRES_URL for a server of sqg's own",
	}
}
