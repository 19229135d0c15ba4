package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Scripts run as a role that is no superuser: what a superuser may do cannot be told apart from running programs and
// reading files of the machine, whatever text is refused. What scripts need beyond that, sqg does itself on a
// connection of its own, before the first script runs, when nothing in the database can be a trap for it; or a script
// is named that the user trusts.

// reaching are the extensions that sqg never installs: they read files, run programs or connect to other databases.
// Those that bring a language in which code can do that, or a wrapper of foreign data, are found by what they make.
var reaching = []string{"adminpack", "dblink", "file_fdw", "http", "pg_background", "pg_cron", "pg_net", "orafce",
	"plsh"}

// reach tells what an extension made by which code can leave the server.
const reach = `SELECT 'the language ' || lanname FROM pg_catalog.pg_language WHERE NOT lanpltrusted AND lanname NOT IN ('internal', 'c')
	UNION ALL SELECT 'the foreign data wrapper ' || fdwname FROM pg_catalog.pg_foreign_data_wrapper`

const unsafeHint = "create it in a block of its own, name that block under `postgres: unsafe:` in sqg.yaml, and run sqg with --trust"

// install makes the extensions that the project lists, and gives them to the role that scripts run as.
func (s *session) install(ctx context.Context) error {
	if len(s.installed) == 0 {
		return nil
	}
	return s.asAdmin(ctx, func(conn *pgconn.PgConn) error {
		for _, name := range s.installed {
			if slices.Contains(reaching, name) {
				return &engine.Error{Msg: "the extension " + name +
					" reaches out of the server, and is never installed for scripts that may be a stranger's",
					Hint: unsafeHint, Offset: -1}
			}
			rs, err := conn.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS "+quoted(name)+" CASCADE; "+reach).ReadAll()
			if err != nil {
				return s.notInstalled(name, err)
			}
			if rows := rs[len(rs)-1].Rows; len(rows) > 0 {
				return &engine.Error{Msg: fmt.Sprintf("the extension %s brings %s, by which scripts could leave the server", name, rows[0][0]), Hint: unsafeHint, Offset: -1}
			}
		}
		return conn.Exec(ctx,
			"UPDATE pg_catalog.pg_extension SET extowner = (SELECT datdba FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())").Close()
	})
}

func (s *session) notInstalled(name string, err error) error {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return err
	}
	return &engine.Error{Msg: fmt.Sprintf("the extension %s of `postgres: extensions:` cannot be installed: %s", name,
		pg.Message), Offset: -1,
		Hint: "install it where PostgreSQL is installed, or " + s.waysTo(name)}
}

// asAdmin does something on a superuser's connection, which is closed before any text of a user's runs.
func (s *session) asAdmin(ctx context.Context, do func(*pgconn.PgConn) error) error {
	cfg := s.database.Admin()
	if cfg == nil {
		return &engine.Error{Msg: "the role of SQG_POSTGRES_URL is no superuser, who is needed for `postgres:` of sqg.yaml", Offset: -1,
			Hint: "name a superuser in SQG_POSTGRES_URL, or unset it for a server of sqg's own"}
	}
	conn, err := pgconn.ConnectConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return do(conn)
}

// Elevated lets the role be a superuser while something is done.
func (s *session) Elevated(ctx context.Context, do func(context.Context) error) error {
	if s.database.Shared {
		return &engine.Error{Msg: "`postgres: unsafe:` lets a script do anything to its server, and that of SQG_POSTGRES_URL is used by others", Offset: -1,
			Hint: "unset SQG_POSTGRES_URL for a server of sqg's own", Forbidden: true}
	}
	return s.elevated(ctx, do)
}

func (s *session) elevated(ctx context.Context, do func(context.Context) error) error {
	become := func(ctx context.Context, what string) error {
		return s.asAdmin(ctx, func(conn *pgconn.PgConn) error {
			return conn.Exec(ctx, "ALTER ROLE "+quoted(s.database.Config().User)+" "+what).Close()
		})
	}
	if err := become(ctx, "SUPERUSER"); err != nil {
		return err
	}
	err := do(ctx)
	return cmp.Or(err, become(context.WithoutCancel(ctx), "NOSUPERUSER"))
}

var createExtension = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?is)^\s*CREATE\s+EXTENSION\s+(?:IF\s+NOT\s+EXISTS\s+)?("(?:[^"]|"")+"|[\w$]+)`)
})

// isInstalled reports whether a command creates an extension that is there since before the first script.
func (s *session) isInstalled(sql string, c syntax.Command) bool {
	name := extensionOf(sql, c)
	return name != "" && slices.Contains(s.installed, name)
}

// extensionOf is the extension that a command creates, "" for any other command.
func extensionOf(sql string, c syntax.Command) string {
	if len(c.Words) < 2 || c.Words[0] != "CREATE" || c.Words[1] != "EXTENSION" {
		return ""
	}
	g := createExtension().FindStringSubmatch(sql)
	if g == nil {
		return ""
	}
	if name, inQuotes := strings.CutPrefix(g[1], `"`); inQuotes {
		return strings.ReplaceAll(strings.TrimSuffix(name, `"`), `""`, `"`)
	}
	return strings.ToLower(g[1])
}

var deniedExtension = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^permission denied to create extension "([^"]+)"`) })

// rightsHint is what to do where a script lacks a right.
func (s *session) rightsHint(pg *pgconn.PgError) string {
	if g := deniedExtension().FindStringSubmatch(pg.Message); g != nil {
		if slices.Contains(reaching, g[1]) {
			return "it reaches out of the server: " + unsafeHint
		}
		return "PostgreSQL trusts it to superusers only: list it in sqg.yaml, `postgres: {extensions: [" + g[1] +
			"]}`, and sqg installs it first"
	}
	if s.database.Shared {
		return "scripts have no rights beyond the scratch database: unset SQG_POSTGRES_URL to analyse with a server that sqg starts for itself, where they may make roles"
	}
	return "scripts do not run as a superuser, so that no stranger's can run programs or read files: leave it out, or name the block under `postgres: unsafe:` in sqg.yaml and run sqg with --trust"
}
