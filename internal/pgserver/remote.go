package pgserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/environment"
)

// remote makes scratch databases on a server that it did not start, each with a role of the same name that owns it.
//
// A database is called sqg_scratch_OID_RANDOM. While it is in use, its maker holds an advisory lock on RANDOM in the
// database that it was told to connect to, whose OID is part of the name because such locks are a database's own.
// PostgreSQL frees the lock when the maker's connection ends, so whoever can take it may drop the database.
type remote struct {
	config   *pgconn.Config
	address  string         // as the user wrote it; "" for a server of our own
	conn     *pgconn.PgConn // to the database that the URL names: nothing is changed there
	version  int
	shared   bool      // with others than us
	super    bool      // we are a superuser there
	watchdog *watchdog // nil for a server that goes when we go
	database string    // its OID
}

// lockClass is the first key of our advisory locks: "sqg" and a byte for the kind.
const lockClass = 's'<<24 | 'q'<<16 | 'g'<<8 | 1

func connect(ctx context.Context, url string) (source, error) {
	config, err := Parse(url)
	if err != nil {
		return nil, unreadable(err)
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "sqg"
	}
	r := &remote{config: config, address: url, shared: true}
	if err := r.open(ctx); err != nil {
		return nil, err
	}
	r.watchdog = startWatchdog(url)
	return r, nil
}

func (r *remote) open(ctx context.Context) (err error) {
	if r.conn, err = pgconn.ConnectConfig(ctx, r.config); err != nil {
		return r.unreachable(err)
	}
	defer func() {
		if err != nil {
			r.conn.Close(context.WithoutCancel(ctx))
		}
	}()
	// The lock must last as long as the run, however long the user thinks between two commands of sqg watch.
	row, err := r.row(ctx, `SELECT pg_catalog.current_setting('server_version_num'), d.oid, pg_catalog.pg_is_in_recovery(),
		pg_catalog.set_config('idle_session_timeout', '0', false), pg_catalog.set_config('statement_timeout', '0', false),
		(SELECT r.rolsuper FROM pg_catalog.pg_roles r WHERE r.rolname = CURRENT_USER)
		FROM pg_catalog.pg_database d WHERE d.datname = pg_catalog.current_database()`)
	if err != nil {
		return r.failed("asking the server's version", err)
	}
	if r.version, err = strconv.Atoi(row[0]); err != nil {
		return err
	}
	r.database, r.super = row[1], row[5] == "t"
	switch {
	case r.version < minVersion:
		return &environment.Error{
			Msg:  fmt.Sprintf("%s runs PostgreSQL %s", r.place(), versionText(r.version)),
			Hint: fmt.Sprintf("sqg analyses with version %d or newer: name another server in SQG_POSTGRES_URL, or unset it for one of sqg's own", minVersion/10000),
		}
	case row[2] == "t":
		return &environment.Error{Msg: r.place() + " is a standby, where no database can be made",
			Hint: "name its primary in SQG_POSTGRES_URL"}
	}
	return r.sweep(ctx)
}

func (r *remote) scratch(ctx context.Context) (*Database, error) {
	var random [4]byte
	rand.Read(random[:])
	name := fmt.Sprintf("sqg_scratch_%s_%x", r.database, random)
	if free, err := r.lock(ctx, name); err != nil || !free {
		return nil, errors.Join(err, fmt.Errorf("%s is locked by another run", name))
	}
	r.watchdog.tell("+" + name)
	config, err := r.makeRole(ctx, name)
	if err == nil {
		if err = r.exec(ctx, "CREATE DATABASE "+name+" OWNER "+name+" TEMPLATE template0"); err != nil {
			err = r.refused(err)
		} else {
			err = r.enters(ctx, config)
		}
	}
	if err != nil {
		tidy := context.WithoutCancel(ctx)
		_ = r.remove(tidy, name) // what there is of it; the error that counts is the first
		r.unlock(tidy, name)
		return nil, err
	}
	var admin *pgconn.Config
	if r.super {
		admin = r.config.Copy()
		admin.Database = name
	}
	return &Database{
		Version: r.version,
		Shared:  r.shared,
		config:  config,
		admin:   admin,
		address: r.address,
		drop:    func(ctx context.Context) error { return errors.Join(r.remove(ctx, name), r.unlock(ctx, name)) },
	}, nil
}

// remove drops a scratch database.
func (r *remote) remove(ctx context.Context, name string) error {
	if r.conn.IsClosed() {
		var err error
		if r.conn, err = pgconn.ConnectConfig(ctx, r.config); err != nil {
			return r.unreachable(err)
		}
	}
	if err := r.dropAll(ctx, name); err != nil {
		return r.failed("dropping the scratch database "+name, err)
	}
	r.watchdog.tell("-" + name)
	return nil
}

var scratchName = regexp.MustCompile(`^sqg_scratch_(\d+)_([0-9a-f]{8})$`)

// sweep drops the scratch databases of runs that were killed.
func (r *remote) sweep(ctx context.Context) error {
	rows, err := r.rows(ctx, `SELECT datname FROM pg_catalog.pg_database
		WHERE datname LIKE 'sqg\_scratch\_%' AND pg_catalog.pg_has_role(datdba, 'USAGE')
		UNION SELECT rolname FROM pg_catalog.pg_roles
		WHERE rolname LIKE 'sqg\_scratch\_%' AND rolname <> CURRENT_USER AND pg_catalog.pg_has_role(oid, 'USAGE')`)
	if err != nil {
		return r.failed("listing the server's databases", err)
	}
	for _, row := range rows {
		name := row[0]
		m := scratchName.FindStringSubmatch(name)
		if m == nil || m[1] != r.database {
			continue
		}
		if free, err := r.lock(ctx, name); err != nil || !free {
			continue
		}
		err := r.dropAll(ctx, name)
		if err := errors.Join(err, r.unlock(ctx, name)); err != nil {
			return r.failed("dropping "+name+", which an earlier run has left", err)
		}
	}
	return nil
}

func (r *remote) close() error {
	r.watchdog.close()
	return r.conn.Close(context.Background())
}

// lock takes a scratch database's advisory lock; false means that another run has it.
func (r *remote) lock(ctx context.Context, name string) (bool, error) {
	row, err := r.row(ctx, "SELECT pg_catalog.pg_try_advisory_lock("+lockKeys(name)+")")
	if err != nil {
		return false, r.failed("locking "+name, err)
	}
	return row[0] == "t", nil
}

func (r *remote) unlock(ctx context.Context, name string) error {
	_, err := r.row(ctx, "SELECT pg_catalog.pg_advisory_unlock("+lockKeys(name)+")")
	return err
}

func lockKeys(name string) string {
	n, _ := strconv.ParseUint(scratchName.FindStringSubmatch(name)[2], 16, 32)
	return fmt.Sprintf("%d, %d", lockClass, int32(n))
}
