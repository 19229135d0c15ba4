//go:build unix

package pgserver

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/cache"
)

// The tests run real servers, from the binaries of the user's own cache, which are fetched once. Everything else is in
// temporary folders. What happens to a process that is killed is seen in a second process: this program, started again.

const (
	helperVariable       = "PGSERVER_TEST_HELPER"
	helperOnlyContainers = "PGSERVER_TEST_CONTAINERS" // hides what is installed
)

// binaries is the folder of the embedded programs, in a place where installed() finds them.
var binaries string

func TestMain(m *testing.M) {
	if os.Getenv(helperVariable) != "" {
		os.Exit(helper())
	}
	o, err := Options{Log: func(s string) { fmt.Println(s) }}.withCache()
	if err == nil {
		var in install
		in, err = fetch(context.Background(), o, EmbeddedVersion)
		binaries = in.bin
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Setenv("PATH", binaries+string(filepath.ListSeparator)+os.Getenv("PATH"))
	os.Exit(m.Run())
}

// helper makes a scratch database, uses it, says so, and keeps it until its standard input closes.
func helper() int {
	ctx := context.Background()
	if os.Getenv(helperOnlyContainers) != "" {
		installFolders = nil
	}
	h := New(FromEnvironment(os.Getenv, nil))
	err := func() error {
		d, err := h.Scratch(ctx)
		if err != nil {
			return err
		}
		if err := use(ctx, d); err != nil {
			return err
		}
		fmt.Println("ready")
		tryEscapes(ctx, d)
		io.Copy(io.Discard, os.Stdin)
		return h.Close()
	}()
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// use does to a server what could be in the way of another run on the same one.
func use(ctx context.Context, d *Database) error {
	conn, err := pgconn.ConnectConfig(ctx, d.Config())
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE TABLE t (a int); INSERT INTO t VALUES (1)").ReadAll()
	if err == nil && !d.Shared {
		if _, err = conn.Exec(ctx, "CREATE ROLE app").ReadAll(); err != nil {
			return err
		}
		if conn, err = pgconn.ConnectConfig(ctx, d.Admin()); err == nil {
			_, err = conn.Exec(ctx, "ALTER SYSTEM SET work_mem = '1MB'").ReadAll()
		}
	}
	return err
}

// place is a user and a cache folder of theirs.
type place struct {
	uid, gid int
	program  string // this program, where the user can run it
	cache    string
}

// places are who the tests run as: as root also a plain user.
func places(t *testing.T) map[string]*place {
	t.Helper()
	out := map[string]*place{"self": newPlace(t, os.Getuid(), os.Getgid())}
	if os.Getuid() == 0 {
		u, err := user.Lookup("nobody")
		if err != nil {
			t.Fatal(err)
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		out["plain user"] = newPlace(t, uid, gid)
	}
	return out
}

func newPlace(t *testing.T, uid, gid int) *place {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgserver")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	p := &place{uid: uid, gid: gid, program: filepath.Join(dir, "program"), cache: filepath.Join(dir, "cache")}
	text, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		self, _ := os.Executable()
		text, err = os.ReadFile(self)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		os.WriteFile(p.program, text, 0o755), os.Chmod(dir, 0o755), os.Mkdir(p.cache, 0o755),
		os.Chown(p.cache, uid, gid),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// run is a helper at work.
type run struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.Closer
	lines chan string // what it says; closed at its end
}

func (p *place) start(t *testing.T, env ...string) *run {
	t.Helper()
	cmd := exec.Command(p.program)
	cmd.Dir = "/"
	cmd.Env = append(append(os.Environ(), helperVariable+"=1", "SQG_CACHE_DIR="+p.cache,
		"SQG_POSTGRES_REPOSITORY=http://127.0.0.1:1"), env...)
	if p.uid != os.Getuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(p.uid), Gid: uint32(p.gid)}}
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := &run{t, cmd, in, make(chan string, 100)}
	go func() {
		defer close(r.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			r.lines <- s.Text()
		}
	}()
	return r
}

// ready waits until the helper has its database.
func (r *run) ready() {
	r.t.Helper()
	if line := <-r.lines; line != "ready" {
		r.t.Fatal(r.rest(line))
	}
}

func (r *run) rest(line string) string {
	all := []string{line}
	for l := range r.lines {
		all = append(all, l)
	}
	return strings.Join(all, "\n")
}

// end lets it end well.
func (r *run) end() {
	r.t.Helper()
	r.in.Close()
	text := strings.TrimPrefix(r.rest(""), "\nready")
	if err := r.cmd.Wait(); err != nil || text != "" {
		r.t.Fatal(err, text)
	}
}

// kill ends it at once; true if it had its database.
func (r *run) kill() bool {
	r.cmd.Process.Kill()
	text := r.rest("")
	r.cmd.Wait()
	return strings.Contains(text, "ready")
}

// processes that have to do with a folder.
func processes(t *testing.T, dir string) []string {
	t.Helper()
	out, err := exec.Command("ps", "axww", "-o", "pid,args").Output()
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, dir) {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

// until polls for something that other processes bring about.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); {
		if time.Now().After(deadline) {
			t.Fatalf("not in time: %s", what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// gone waits until no process is left of what ran in a place.
func (p *place) gone(t *testing.T) {
	t.Helper()
	var left []string
	defer func() {
		if t.Failed() {
			t.Log(strings.Join(left, "\n"))
		}
	}()
	until(t, "no process is left", func() bool { left = processes(t, p.cache); return len(left) == 0 })
}

// released waits until the folders of killed runs are free. A server's children end a moment after it, and their
// command lines do not name the folder, so gone does not see them.
func (p *place) released(t *testing.T) {
	t.Helper()
	locks, err := filepath.Glob(filepath.Join(p.cache, "clusters", "*", "run-*", "lock"))
	if err != nil {
		t.Fatal(err)
	}
	for _, lock := range locks {
		until(t, lock+" is free", func() bool {
			held, err := cache.Lock(lock, false)
			if err != nil {
				t.Fatal(err)
			}
			held.Close()
			return held != nil
		})
	}
}

// entries lists what is in the folder of clusters.
func (p *place) entries(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(p.cache, "clusters", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		found[i] = filepath.Base(found[i])
	}
	return strings.Join(found, " ")
}

// clean checks that a place holds what the next run needs, and nothing else.
func (p *place) clean(t *testing.T) {
	t.Helper()
	p.gone(t)
	if got := p.entries(t); got != "lock pristine" {
		t.Errorf("left behind: %s", got)
	}
}
