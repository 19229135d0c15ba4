package querytree

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/pgserver"
)

// ownServer is started where no other is named, and stopped when the tests are over.
var ownServer = sync.OnceValues(func() (*pgserver.Server, error) {
	return pgserver.Start(context.Background(), pgserver.FromEnvironment(os.Getenv, nil), pgserver.EmbeddedVersion,
		true)
})

var ownStarted bool

func TestMain(m *testing.M) {
	code := m.Run()
	if ownStarted {
		if s, err := ownServer(); err == nil {
			s.Close()
		}
	}
	os.Exit(code)
}

// serverURL is the server to test with: that of SQG_TEST_POSTGRES_URL, or one of our own.
func serverURL(t testing.TB) string {
	t.Helper()
	if url := os.Getenv("SQG_TEST_POSTGRES_URL"); url != "" {
		return url
	}
	ownStarted = true
	s, err := ownServer()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("postgresql://postgres@%s:%d/postgres", s.Host, s.Port)
}

// database is one of the test's own.
type database struct {
	t       testing.TB
	conn    *pgconn.PgConn // runs statements
	reader  *pgconn.PgConn // tells their trees
	trees   []string
	version int
	catalog *Catalog
}

var databases int

// newDatabase makes a database and runs the scripts in it.
func newDatabase(t testing.TB, scripts ...string) *database {
	t.Helper()
	ctx := context.Background()
	url := serverURL(t)
	admin, err := pgconn.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	databases++
	name := fmt.Sprintf("querytree_%d_%d", os.Getpid(), databases)
	if err := admin.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'UTF8'").Close(); err != nil {
		t.Fatal(err)
	}
	db := &database{t: t}
	t.Cleanup(func() {
		for _, c := range []*pgconn.PgConn{db.conn, db.reader} {
			if c != nil {
				c.Close(ctx)
			}
		}
		if err := admin.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)").Close(); err != nil {
			t.Error(err)
		}
		admin.Close(ctx)
	})
	connect := func(notice func(*pgconn.PgConn, *pgconn.Notice)) *pgconn.PgConn {
		cfg, err := pgconn.ParseConfig(url)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Database, cfg.OnNotice = name, notice
		cfg.RuntimeParams["timezone"] = "UTC"
		c, err := pgconn.ConnectConfig(ctx, cfg)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	db.conn = connect(nil)
	db.reader = connect(func(_ *pgconn.PgConn, n *pgconn.Notice) {
		if strings.HasPrefix(n.Message, "parse tree") {
			db.trees = append(db.trees, n.Detail)
		}
	})
	fmt.Sscan(db.conn.ParameterStatus("server_version"), &db.version)
	for _, s := range scripts {
		db.run(s)
	}
	if _, err := db.reader.Exec(ctx,
		"SET debug_print_parse = on; SET debug_pretty_print = off; SET client_min_messages = log").ReadAll(); err != nil {
		t.Fatal(err)
	}
	db.load()
	return db
}

func (db *database) load() {
	db.t.Helper()
	c, err := Load(db.version, db.rows)
	if err != nil {
		db.t.Fatal(err)
	}
	db.catalog = c
}

// run executes a script.
func (db *database) run(script string) {
	db.t.Helper()
	if _, err := db.conn.Exec(context.Background(), script).ReadAll(); err != nil {
		db.t.Fatalf("%v\n%s", err, script)
	}
}

// rows are what one query returns, as text.
func (db *database) rows(sql string) ([][][]byte, error) {
	r := db.conn.ExecParams(context.Background(), sql, nil, nil, nil, nil).Read()
	return r.Rows, r.Err
}

// describe is what the server says of a statement, with its tree.
func (db *database) describe(sql string) (*pgconn.StatementDescription, string, error) {
	db.trees = nil
	d, err := db.reader.Prepare(context.Background(), "", sql, nil)
	if err != nil {
		return nil, "", err
	}
	if len(db.trees) == 0 {
		return d, "", fmt.Errorf("the server told no tree")
	}
	return d, db.trees[len(db.trees)-1], nil
}
