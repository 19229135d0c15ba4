package pgserver

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/environment"
)

// Guarded is a whole server on a TCP port of the loopback interface, for programs that are not sqg's. Only who has the
// password may connect.
type Guarded struct {
	*Server
	password string
}

// StartGuarded starts one, of programs that the machine has, else of those that sqg fetches.
func StartGuarded(ctx context.Context, o Options) (*Guarded, error) {
	o, err := o.withCache()
	if err != nil {
		return nil, err
	}
	var tried []string
	for _, p := range o.programs() {
		g, err := p.guarded(ctx, o)
		if err == nil {
			return g, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		o.logf("%s: %v", p.name, err)
		tried = append(tried, "- "+p.name+": "+err.Error())
	}
	return nil, &environment.Error{
		Msg:  "there is no PostgreSQL to start:" + indented(strings.Join(tried, "\n")),
		Hint: "install PostgreSQL 16 or newer",
	}
}

func (p programs) guarded(ctx context.Context, o Options) (*Guarded, error) {
	in, err := p.find(ctx, o)
	if err != nil {
		return nil, err
	}
	s, err := openStore(o, in, guarded)
	if err != nil {
		return nil, err
	}
	srv, err := s.start(ctx, true)
	if err != nil {
		return nil, err
	}
	g := &Guarded{srv, rand.Text()}
	if err := g.secure(ctx); err != nil {
		return nil, errors.Join(err, srv.Close())
	}
	o.logf("using PostgreSQL %s of %s", versionText(in.version), in.bin)
	return g, nil
}

// secure gives the superuser the password. Its socket, in a folder of our own, asks for none.
func (g *Guarded) secure(ctx context.Context) error {
	conn, err := pgconn.ConnectConfig(ctx, ownConfig(g.socket, g.Port, superuser, "", "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return conn.Exec(ctx, "ALTER ROLE "+superuser+" PASSWORD '"+g.password+"'").Close() // letters and digits
}

// Environment is what programs read to connect as the superuser, by name.
func (g *Guarded) Environment() map[string]string {
	port := strconv.Itoa(g.Port)
	u := url.URL{Scheme: "postgresql", User: url.UserPassword(superuser, g.password),
		Host: net.JoinHostPort(g.Host, port), Path: "/postgres"}
	return map[string]string{
		"DATABASE_URL": u.String(),
		"PGHOST":       g.Host, "PGPORT": port, "PGUSER": superuser, "PGPASSWORD": g.password, "PGDATABASE": "postgres",
	}
}
