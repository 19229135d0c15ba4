package pgserver

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
)

// Scripts run as a role of their own, which owns a scratch database and has no right to anything else. On a server of
// our own it may make roles; elsewhere they are somebody else's.
const makesRoles = "CREATEROLE CREATEDB BYPASSRLS"

// quiet keeps what the analysis makes the server tell out of the server's own log, which takes a superuser to say.
func quiet(role string) []string {
	return []string{"ALTER ROLE " + role + " SET log_min_messages = fatal"}
}

// rolesOf are the roles that a role which makes roles may give them, and take itself: none of them reaches the machine.
func rolesOf(role string) []string {
	return []string{
		"ALTER ROLE " + role + " SET createrole_self_grant = 'set, inherit'",
		"GRANT pg_read_all_data, pg_write_all_data, pg_monitor, pg_signal_backend TO " + role + " WITH ADMIN OPTION",
	}
}

// replica is a setting that test data is loaded with.
const replica = "GRANT SET ON PARAMETER session_replication_role TO PUBLIC"

// makeRole makes the role for a scratch database, of the same name, and says how it connects.
func (r *remote) makeRole(ctx context.Context, name string) (*pgconn.Config, error) {
	password := rand.Text() + "-1"
	commands := []string{"CREATE ROLE " + name + " LOGIN PASSWORD '" + password + "'"}
	switch {
	case !r.shared:
		commands[0] += " " + makesRoles
		commands = append(append(commands, quiet(name)...), rolesOf(name)...)
	case r.super:
		commands = append(commands, quiet(name)...)
	default: // whoever gives a database to a role must be able to become it
		commands = append(commands, "GRANT "+name+" TO CURRENT_USER")
	}
	for _, sql := range commands {
		if err := r.exec(ctx, sql); err != nil {
			return nil, r.roleless(err)
		}
	}
	config := r.config.Copy()
	config.User, config.Password, config.Database = name, password, name
	return config, nil
}

// enters checks that the server lets the role in.
func (r *remote) enters(ctx context.Context, config *pgconn.Config) error {
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return r.closed(err)
	}
	return conn.Close(ctx)
}

// dropping are the commands that remove a scratch database and its role.
func dropping(name string) []string {
	return []string{"DROP DATABASE IF EXISTS " + name + " WITH (FORCE)", "DROP ROLE IF EXISTS " + name}
}

// dropAll removes a scratch database and its role, as far as either is there.
func (r *remote) dropAll(ctx context.Context, name string) error {
	var errs []error
	for _, sql := range dropping(name) {
		errs = append(errs, r.exec(ctx, sql))
	}
	return errors.Join(errs...)
}
