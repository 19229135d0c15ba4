package suite

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	zombiezensqlite "zombiezen.com/go/sqlite"

	duckdbappender "sqg.example/suite/gen/duckdb/appender"
	mattn "sqg.example/suite/gen/mattn/appender"
	modernc "sqg.example/suite/gen/modernc/appender"
	pgappender "sqg.example/suite/gen/pg/appender"
	pgbulk "sqg.example/suite/gen/pg/bulk"
	zombiezen "sqg.example/suite/gen/zombiezen/appender"
)

// server is a PostgreSQL of a test's own, to be killed and started again.
type server struct {
	t                *testing.T
	programs, folder string
	owner            *syscall.SysProcAttr
	port             int
	process          *exec.Cmd
}

func newServer(t *testing.T) *server {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), os.Getenv("SQG_TEST_POSTGRES_URL"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	s := &server{t: t, owner: &syscall.SysProcAttr{Setpgid: true}}
	var data string
	err = conn.QueryRow(t.Context(),
		"SELECT (SELECT setting FROM pg_config WHERE name = 'BINDIR'), current_setting('data_directory')").Scan(&s.programs, &data)
	if err != nil {
		t.Fatal(err)
	}
	if s.folder, err = os.MkdirTemp("", "sqg-kill-test"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(s.folder) })
	if os.Getuid() == 0 { // PostgreSQL does not run as root
		info, err := os.Stat(data)
		if err != nil {
			t.Fatal(err)
		}
		owner := info.Sys().(*syscall.Stat_t)
		s.owner.Credential = &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}
		if err := os.Chown(s.folder, int(owner.Uid), int(owner.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.port = free.Addr().(*net.TCPAddr).Port
	free.Close()
	if out, err := s.command("initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C",
		"--no-sync").CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	s.start()
	t.Cleanup(func() { s.kill() })
	return s
}

func (s *server) command(program string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.programs, program), args...)
	c.Dir, c.SysProcAttr = s.folder, s.owner
	return c
}

func (s *server) url(port int) string {
	return fmt.Sprintf("host=127.0.0.1 port=%d user=postgres dbname=postgres sslmode=disable", port)
}

// start starts the server, also after it was killed: then what it left has to end first.
func (s *server) start() {
	s.t.Helper()
	for range 30 {
		process := s.command("postgres", "-D", "data", "-c", fmt.Sprint("port=", s.port), "-c",
			"unix_socket_directories=")
		if err := process.Start(); err != nil {
			s.t.Fatal(err)
		}
		s.process = process
		ended := make(chan error, 1)
		go func() { ended <- process.Wait() }()
		for len(ended) == 0 {
			if conn, err := pgx.Connect(context.Background(), s.url(s.port)); err == nil {
				conn.Close(context.Background())
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	s.t.Fatal("the server does not start")
}

// kill kills the server and these of its processes, which are sessions of their own. The others end by themselves.
func (s *server) kill(processes ...uint32) {
	for _, pid := range append(processes, uint32(s.process.Process.Pid)) {
		syscall.Kill(int(pid), syscall.SIGKILL)
	}
}

// query returns a number that the server has, by a connection of its own.
func (s *server) query(sql string, args ...any) (n int64) {
	s.t.Helper()
	conn, err := pgx.Connect(context.Background(), s.url(s.port))
	if err == nil {
		defer conn.Close(context.Background())
		err = conn.QueryRow(context.Background(), sql, args...).Scan(&n)
	}
	if err != nil {
		s.t.Fatal(sql, err)
	}
	return n
}

// wire passes on what goes between a client and the server, until it is cut.
func (s *server) wire() (port int, cut func()) {
	s.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.t.Fatal(err)
	}
	client, far := make(chan net.Conn, 1), make(chan net.Conn, 1)
	go func() {
		c, err := listener.Accept()
		if err != nil {
			return
		}
		p, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", s.port))
		if err != nil {
			return
		}
		client <- c
		far <- p
		go func() { _, _ = bufio.NewReader(c).WriteTo(p) }()
		_, _ = bufio.NewReader(p).WriteTo(c)
		c.Close() // the server has ended it
	}()
	return listener.Addr().(*net.TCPAddr).Port, func() {
		for _, end := range []chan net.Conn{client, far} {
			c := <-end
			c.(*net.TCPConn).SetLinger(0)
			c.Close()
		}
		listener.Close()
	}
}

// with are rows in the middle of which something happens.
func with(rows iter.Seq[pgappender.NarrowRow], at int32, event func()) iter.Seq[pgappender.NarrowRow] {
	return func(yield func(pgappender.NarrowRow) bool) {
		for r := range rows {
			if r.K == at {
				event()
			}
			if !yield(r) {
				return
			}
		}
	}
}

// TestPgxLosses: in the middle of a load the server dies, ends the connection, or the wire is cut. Then nothing is
// there, the error comes, and the connection says that it is lost.
func TestPgxLosses(t *testing.T) {
	s := newServer(t)
	scripts(t, s.url(s.port), pgappender.Migrations()...)
	scripts(t, s.url(s.port), "INSERT INTO narrow SELECT -i FROM generate_series(1, 7) AS i")
	for i, what := range []string{"the server is killed", "the server ends the connection", "the connection is cut"} {
		for j, own := range []string{"its own transaction", "the caller's"} {
			port, cut := s.wire()
			conn, err := pgx.Connect(t.Context(), s.url(port))
			if err != nil {
				t.Fatal(err)
			}
			backend := conn.PgConn().PID()
			event := []func(){func() { s.kill(backend) }, func() { s.query("SELECT pg_terminate_backend($1, 10000)::int", backend) }, cut}[i]
			load := func(q *pgappender.Appender) error {
				_, err := q.BulkInsertNarrow(t.Context(), with(narrowRows(1, 200_000), int32(20_000*(i+j+1)), event))
				return err
			}
			q := pgappender.New(conn)
			if j == 1 {
				err = q.InTx(t.Context(), load)
			} else {
				err = load(q)
			}
			if err == nil || !conn.IsClosed() {
				t.Fatalf("%s in %s: %v; closed: %v", what, own, err, conn.IsClosed())
			}
			if i == 0 {
				s.start()
			}
			wanted(t, what+" in "+own+": rows", s.query("SELECT count(*) FROM narrow"), 7)
		}
	}
}

// loads put so many rows into a database; a process that is killed meanwhile has no end of them.
var loads = map[string]func(ctx context.Context, place string, rows int, seen func(row int)) error{
	"pgx": func(ctx context.Context, place string, rows int, seen func(int)) error {
		conn, err := pgx.Connect(ctx, place)
		if err != nil {
			return err
		}
		defer conn.Close(context.Background())
		_, err = pgappender.New(conn).BulkInsertNarrow(ctx,
			numbered(rows, seen, func(k int) pgappender.NarrowRow { return pgappender.NarrowRow{K: int32(k)} }))
		return err
	},
	"staged": func(ctx context.Context, place string, rows int, seen func(int)) error { // :bulk, through a temporary table
		conn, err := pgx.Connect(ctx, place)
		if err != nil {
			return err
		}
		defer conn.Close(context.Background())
		_, err = pgbulk.New(conn).UpsertReadingBulk(ctx,
			numbered(rows, seen, func(k int) pgbulk.ReadingRow { return pgbulk.ReadingRow{Sensor: "s", At: int32(k)} }))
		return err
	},
	"mattn": func(ctx context.Context, place string, rows int, seen func(int)) error {
		db, err := sql.Open("sqlite3", place)
		if err != nil {
			return err
		}
		defer db.Close()
		_, err = mattn.New(db).BulkInsertNarrow(ctx,
			numbered(rows, seen, func(k int) mattn.NarrowRow { return mattn.NarrowRow{K: int64(k)} }))
		return err
	},
	"modernc": func(ctx context.Context, place string, rows int, seen func(int)) error {
		db, err := sql.Open("sqlite", place)
		if err != nil {
			return err
		}
		defer db.Close()
		_, err = modernc.New(db).BulkInsertNarrow(ctx,
			numbered(rows, seen, func(k int) modernc.NarrowRow { return modernc.NarrowRow{K: int64(k)} }))
		return err
	},
	"duckdb": func(ctx context.Context, place string, rows int, seen func(int)) error {
		db, err := sql.Open("duckdb", place)
		if err != nil {
			return err
		}
		defer db.Close()
		_, err = duckdbappender.New(db).BulkInsertNarrow(ctx,
			numbered(rows, seen, func(k int) duckdbappender.NarrowRow { return duckdbappender.NarrowRow{K: int32(k)} }))
		return err
	},
	"zombiezen": func(ctx context.Context, place string, rows int, seen func(int)) error {
		conn, err := zombiezensqlite.OpenConn(place)
		if err != nil {
			return err
		}
		defer conn.Close()
		_, err = zombiezen.New(conn).BulkInsertNarrow(ctx,
			numbered(rows, seen, func(k int) zombiezen.NarrowRow { return zombiezen.NarrowRow{K: int64(k)} }))
		return err
	},
}

func numbered[R any](rows int, seen func(row int), row func(k int) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		for k := 1; k <= rows && yield(row(k)); k++ {
			seen(k)
		}
	}
}

// TestKilled: of a process that is killed in the middle of a load, nothing is left in the database, and the next load
// is as any other.
func TestKilled(t *testing.T) {
	if driver, place, ok := strings.Cut(os.Getenv("SQG_LOAD"), " "); ok { // this is that process
		err := loads[driver](t.Context(), place, math.MaxInt, func(row int) {
			if row == 300_000 {
				fmt.Println("loading")
			}
		})
		t.Fatal(err)
	}
	for driver := range loads {
		t.Run(driver, func(t *testing.T) {
			place := filepath.Join(t.TempDir(), "test.db")
			count := func() (n int64, err error) {
				db, err := sql.Open("sqlite", place)
				if err != nil {
					return 0, err
				}
				defer db.Close()
				sound := ""
				err = errors.Join(db.QueryRow("SELECT count(*) FROM narrow").Scan(&n),
					db.QueryRow("PRAGMA integrity_check").Scan(&sound))
				if sound != "ok" {
					err = errors.Join(err, errors.New(sound))
				}
				return n, err
			}
			switch driver {
			case "pgx":
				place = newDatabase(t)
				scripts(t, place, pgappender.Migrations()...)
				count = func() (int64, error) { return pgCount(t, place, "narrow") }
			case "staged":
				place = newDatabase(t)
				scripts(t, place, pgbulk.Migrations()...)
				count = func() (int64, error) { return pgCount(t, place, "reading") }
			case "duckdb":
				db := newDuckdb(t, place)
				for _, script := range duckdbappender.Migrations() {
					if _, err := db.Exec(script); err != nil {
						t.Fatal(err)
					}
				}
				db.Close()
				count = func() (n int64, err error) {
					db := newDuckdb(t, place) // what was logged is played again
					defer db.Close()
					err = db.QueryRow("SELECT count(*) FROM narrow").Scan(&n)
					return n, err
				}
			default:
				db, err := sql.Open("sqlite", place)
				if err != nil {
					t.Fatal(err)
				}
				for _, script := range modernc.Migrations() {
					if _, err := db.Exec(script); err != nil {
						t.Fatal(err)
					}
				}
				db.Close()
			}
			child := exec.Command(os.Args[0], "-test.run=^TestKilled$")
			child.Env = append(os.Environ(), "SQG_LOAD="+driver+" "+place)
			out, err := child.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			line, err := bufio.NewReader(out).ReadString('\n')
			child.Process.Kill()
			if child.Wait(); err != nil || line != "loading\n" {
				t.Fatal(line, err)
			}
			if n, err := count(); err != nil || n != 0 {
				t.Fatalf("%d rows are left: %v", n, err)
			}
			const again = 12_000
			if err := loads[driver](t.Context(), place, again, func(int) {}); err != nil {
				t.Fatal("the next load:", err)
			}
			if n, err := count(); err != nil || n != again {
				t.Fatalf("the next load left %d rows: %v", n, err)
			}
		})
	}
}

// pgCount counts a table's rows once the sessions of others have ended, of which no table may be left then.
func pgCount(t *testing.T, url, table string) (n int64, err error) {
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		return 0, err
	}
	defer conn.Close(context.Background())
	others := 1
	for range 200 {
		err := conn.QueryRow(t.Context(),
			"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'").Scan(&others)
		if err != nil || others == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if others > 0 {
		return 0, errors.Join(err, errors.New("the killed process still has a session"))
	}
	if err := noStaging(t, conn); err != nil {
		return 0, err
	}
	err = conn.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n)
	return n, err
}

// noStaging fails where a table of :bulk is left.
func noStaging(t *testing.T, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) error {
	var left int
	err := db.QueryRow(t.Context(), "SELECT count(*) FROM pg_class WHERE relname LIKE 'sqg%'").Scan(&left)
	if err == nil && left > 0 {
		err = fmt.Errorf("%d staging tables are left", left)
	}
	return err
}
