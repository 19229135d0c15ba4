package pgserver

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/environment"
)

// Host is where scratch databases are made: on the server that the options name, else on servers of our own. It is
// safe for concurrent use.
type Host struct {
	options Options

	mu     sync.Mutex
	source source // nil before it is needed
	open   map[*Database]bool
}

// source makes scratch databases.
type source interface {
	scratch(ctx context.Context) (*Database, error)
	close() error // ends what the source itself has running; its databases are dropped before
}

// Database is a scratch database.
type Database struct {
	Version int  // of its server, as server_version_num: 180006
	Shared  bool // the server is not ours alone: roles, tablespaces and settings of the server are somebody else's

	config  *pgconn.Config // as the role that scripts run as, who owns the database
	admin   *pgconn.Config // as a superuser; nil where there is none to be
	address string         // of the server, as the user wrote it; "" for one of our own
	host    *Host
	drop    func(context.Context) error
}

// New makes a host. Nothing is looked for or started before a database is asked for.
func New(o Options) *Host { return &Host{options: o, open: map[*Database]bool{}} }

// dropTime bounds the tidying up, which a cancelled context must not prevent.
const dropTime = 20 * time.Second

// Scratch makes an empty database.
func (h *Host) Scratch(ctx context.Context) (*Database, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.source == nil {
		s, d, err := h.options.find(ctx)
		if err != nil {
			return nil, err
		}
		h.source = s
		return h.keep(d), nil
	}
	d, err := h.source.scratch(ctx)
	if err != nil {
		return nil, err
	}
	return h.keep(d), nil
}

func (h *Host) keep(d *Database) *Database {
	d.host = h
	h.open[d] = true
	return d
}

// Config says how to connect. It is the caller's to change.
func (d *Database) Config() *pgconn.Config { return d.config.Copy() }

// Admin says how a superuser connects, for what sqg itself does there; nil where there is none. No text of a user's is
// for that connection.
func (d *Database) Admin() *pgconn.Config {
	if d.admin == nil {
		return nil
	}
	return d.admin.Copy()
}

// Drop removes the database, whoever is connected to it.
func (d *Database) Drop(ctx context.Context) error {
	d.host.mu.Lock()
	defer d.host.mu.Unlock()
	return d.dropOnce(ctx)
}

func (d *Database) dropOnce(ctx context.Context) error {
	if !d.host.open[d] {
		return nil
	}
	delete(d.host.open, d)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), dropTime)
	defer cancel()
	return d.drop(ctx)
}

// Close drops the databases that are left and stops what was started.
func (h *Host) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var errs []error
	for d := range h.open {
		errs = append(errs, d.dropOnce(context.Background()))
	}
	if h.source != nil {
		errs = append(errs, h.source.close())
		h.source = nil
	}
	return errors.Join(errs...)
}

// find gets a first database from the first source that has one.
func (o Options) find(ctx context.Context) (source, *Database, error) {
	if o.URL != "" {
		s, err := connect(ctx, o.URL)
		if err != nil {
			return nil, nil, err
		}
		return first(ctx, s)
	}
	var tried []string
	for _, c := range o.candidates() {
		s, err := c.open(ctx)
		if err == nil {
			var d *Database
			if s, d, err = first(ctx, s); err == nil {
				return s, d, nil
			}
		}
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		o.logf("%s: %v", c.name, err)
		tried = append(tried, "- "+c.name+": "+err.Error())
	}
	return nil, nil, &environment.Error{
		Msg:  "there is no PostgreSQL to analyse with:" + indented(strings.Join(tried, "\n")),
		Hint: "set SQG_POSTGRES_URL to a server where scratch databases may be made, or install PostgreSQL 16 or newer",
	}
}

func first(ctx context.Context, s source) (source, *Database, error) {
	d, err := s.scratch(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, s.close())
	}
	return s, d, nil
}

// candidate is a way to a server when none is named.
type candidate struct {
	name string
	open func(ctx context.Context) (source, error)
}

func (o Options) candidates() []candidate {
	var all []candidate
	for _, p := range o.programs() {
		all = append(all, candidate{p.name, func(ctx context.Context) (source, error) {
			o, err := o.withCache()
			if err != nil {
				return nil, err
			}
			in, err := p.find(ctx, o)
			if err != nil {
				return nil, err
			}
			return o.local(in)
		}})
	}
	return append(all, candidate{"a container", o.containers})
}

// programs are a server's programs that the machine has, or gets.
type programs struct {
	name string
	find func(ctx context.Context, o Options) (install, error)
}

func (o Options) programs() []programs {
	return []programs{
		{"PostgreSQL on this machine", installed},
		{"embedded PostgreSQL " + EmbeddedVersion, embedded},
	}
}

func embedded(ctx context.Context, o Options) (install, error) { return fetch(ctx, o, EmbeddedVersion) }

// Prefetch fetches embedded PostgreSQL into the cache, unless it is there, starts it once, which leaves a prepared
// cluster there, too, and returns the folder of its programs.
func Prefetch(ctx context.Context, o Options) (string, error) {
	in, err := o.prefetch(ctx)
	if err == nil {
		return filepath.Dir(in.bin), nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return "", &environment.Error{Msg: "cannot get PostgreSQL: " + err.Error(),
		Hint: "install PostgreSQL 16 or newer, or set SQG_POSTGRES_URL to a server where scratch databases may be made"}
}

func (o Options) prefetch(ctx context.Context) (install, error) {
	o, err := o.withCache()
	if err != nil {
		return install{}, err
	}
	in, err := embedded(ctx, o)
	if err != nil {
		return in, err
	}
	s, err := o.local(in)
	if err != nil {
		return in, err
	}
	s, d, err := first(ctx, s)
	if err != nil {
		return in, err
	}
	return in, errors.Join(d.drop(ctx), s.close())
}

// Start runs an embedded server of a version on a fresh cluster, for tests that want a whole server: on a TCP port of
// the loopback interface, or on a socket only.
func Start(ctx context.Context, o Options, version string, tcp bool) (*Server, error) {
	o, err := o.withCache()
	if err != nil {
		return nil, err
	}
	in, err := fetch(ctx, o, version)
	if err != nil {
		return nil, err
	}
	s, err := openStore(o, in, whole)
	if err != nil {
		return nil, err
	}
	return s.start(ctx, tcp)
}
