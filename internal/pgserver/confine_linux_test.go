package pgserver

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sys/unix"
)

// helperEscapes has the helper try to leave the server as its superuser, which no script is.
const helperEscapes = "PGSERVER_TEST_ESCAPES"

// escapes says what a superuser could do outside of the server.
func escapes(ctx context.Context, d *Database, open, pristine string, pid, port int) (done []string) {
	for name, sql := range map[string]string{
		"write a file":        "COPY (SELECT 1) TO '" + open + "/mark1'",
		"run a program":       "COPY (SELECT 1) TO PROGRAM 'touch " + open + "/mark2'",
		"change the cluster":  "COPY (SELECT 1) TO '" + pristine + "/PG_VERSION'",
		"delete it":           "COPY (SELECT 1) TO PROGRAM 'rm -f " + pristine + "/PG_VERSION'",
		"read an environment": fmt.Sprintf("SELECT pg_read_binary_file('/proc/%d/environ')", pid),
		"end another process": fmt.Sprintf("COPY (SELECT 1) TO PROGRAM 'kill -CONT %d'", pid),
		"connect":             fmt.Sprintf("CREATE EXTENSION IF NOT EXISTS dblink; SELECT dblink_connect('host=127.0.0.1 port=%d connect_timeout=2')", port),
		"connect from the program": fmt.Sprintf("COPY (SELECT 1) TO PROGRAM 'bash -c \"echo > /dev/tcp/127.0.0.1/%d\"'",
			port),
		"send a datagram": fmt.Sprintf("COPY (SELECT 1) TO PROGRAM 'bash -c \"echo > /dev/udp/127.0.0.1/%d\"'",
			port),
	} {
		conn, err := pgconn.ConnectConfig(ctx, d.Admin())
		if err != nil {
			return []string{err.Error()}
		}
		_, err = conn.Exec(ctx, sql).ReadAll()
		conn.Close(ctx)
		if err == nil {
			done = append(done, name)
		}
	}
	return done
}

// tryEscapes is the helper's part of TestConfined.
func tryEscapes(ctx context.Context, d *Database) {
	var open, pristine string
	var port int
	if n, _ := fmt.Sscan(os.Getenv(helperEscapes), &open, &pristine, &port); n == 3 {
		fmt.Println("escapes:", escapes(ctx, d, open, pristine, os.Getpid(), port))
	}
}

// TestInThread: nothing is confined in the first thread, which stands for the process.
func TestInThread(t *testing.T) {
	first := 0
	for range 2000 {
		_ = inThread(func() error {
			if unix.Gettid() == unix.Getpid() {
				first++
			}
			return nil
		})
	}
	if first > 0 {
		t.Errorf("%d of 2000 run in the first thread", first)
	}
}

// TestConfined: whoever becomes the server's superuser all the same leaves nothing outside of its folder, and the
// cluster that later runs copy is as it was.
func TestConfined(t *testing.T) {
	if landlockVersion() < 6 {
		t.Skip("this kernel does not confine processes by Landlock")
	}
	for name, p := range places(t) {
		t.Run(name, func(t *testing.T) {
			p.start(t).end() // makes the cluster
			pristine, _ := filepath.Glob(filepath.Join(p.cache, "clusters", "*", "pristine"))
			open := filepath.Join(filepath.Dir(p.cache), "open")
			if err := os.Mkdir(open, 0o777); err != nil {
				t.Fatal(err)
			}
			os.Chmod(open, 0o777)
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			called := make(chan bool, 1)
			go func() {
				if c, err := l.Accept(); err == nil {
					c.Close()
					called <- true
				}
			}()
			r := p.start(t, helperEscapes+"="+strings.Join([]string{open, pristine[0],
				fmt.Sprint(l.Addr().(*net.TCPAddr).Port)}, " "))
			r.ready()
			if line := <-r.lines; line != "escapes: []" {
				t.Error(line)
			}
			r.end()
			if left, _ := os.ReadDir(open); len(left) > 0 {
				t.Errorf("there is now %v", left)
			}
			select {
			case <-called:
				t.Error("it has connected")
			default:
			}
			p.clean(t)
		})
	}
}
