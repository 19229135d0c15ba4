//go:build unix

package pgserver

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestScratchDatabases(t *testing.T) {
	p := newPlace(t, os.Getuid(), os.Getgid())
	h := New(Options{CacheDir: p.cache, Log: func(s string) { t.Log(s) }})
	var first *Database
	for range 2 { // the second while the first is there
		d, err := h.Scratch(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := use(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		if d.Version/10000 != 18 || d.Shared {
			t.Errorf("version %d, shared %v", d.Version, d.Shared)
		}
		first = d
	}
	for range 2 {
		if err := first.Drop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	}
	p.clean(t)
}

// TestAhead: who has asked for a second database finds the next server started, unless that has died meanwhile. What is
// dropped is gone before the end.
func TestAhead(t *testing.T) {
	p := newPlace(t, os.Getuid(), os.Getgid())
	h := New(Options{CacheDir: p.cache, Again: true})
	scratch := func() *Database {
		d, err := h.Scratch(t.Context())
		if err == nil {
			err = use(t.Context(), d)
		}
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	first := scratch()
	l := h.source.(*local)
	if l.next != nil {
		t.Error("the first database may be the last")
	}
	waiting := func() *Server { // for what the start comes to
		s := <-l.next
		l.next <- s
		if s.err != nil {
			t.Fatal(s.err)
		}
		return s.Server
	}
	second := scratch()
	next := waiting()
	third := scratch()
	if third.config.Host != next.Host {
		t.Error("the server that was started ahead is not taken")
	}
	dead := waiting()
	if err := signalSession(dead.shell, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-dead.log.ended
	if d := scratch(); d.config.Host == dead.Host {
		t.Error("a server that has died is taken")
	}
	waiting()
	for _, d := range []*Database{first, second, third} {
		if err := d.Drop(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	l.ending.Wait()
	if n := strings.Count(p.entries(t), "run-"); n > 3 { // one of use, one ahead, and that of the killed one
		t.Errorf("%d folders are left", n)
	}
	_ = h.Close() // which tells of the server that was killed
	p.start(t).end()
	p.clean(t)
}

func TestSeveralAtOnce(t *testing.T) {
	for name, p := range places(t) {
		t.Run(name, func(t *testing.T) {
			for round := range 2 { // cold, warm
				var runs []*run
				for range 5 {
					runs = append(runs, p.start(t))
				}
				for _, r := range runs {
					r.ready()
				}
				if got := strings.Count(p.entries(t), "run-"); got != len(runs) {
					t.Errorf("round %d: %d folders for %d runs", round, got, len(runs))
				}
				for _, r := range runs {
					r.end()
				}
				p.clean(t)
			}
		})
	}
}

// TestKilled kills a run at points that are spread over all that it does.
func TestKilled(t *testing.T) {
	for name, p := range places(t) {
		t.Run(name, func(t *testing.T) {
			spread := func(rounds int, prepare func()) {
				prepare()
				began := time.Now()
				r := p.start(t)
				r.ready()
				whole := time.Since(began)
				r.end()
				early := 0
				for i := range rounds {
					prepare()
					r := p.start(t)
					<-time.After(whole * time.Duration(i) / time.Duration(rounds))
					if !r.kill() {
						early++
					}
					p.gone(t)
					if left := p.entries(t); strings.Contains(left, "new-") {
						t.Errorf("left behind: %s", left)
					}
				}
				if early < rounds/3 {
					t.Errorf("only %d of %d were killed before they had a database", early, rounds)
				}
				p.start(t).end()
				p.clean(t)
			}
			spread(8, func() { os.RemoveAll(filepath.Join(p.cache, "clusters")) }) // while initdb works
			spread(16, func() {})                                                  // while the copy is made and the server starts
			for range 4 {                                                          // with a server at work
				r := p.start(t)
				r.ready()
				r.kill()
				p.clean(t)
			}
		})
	}
}

func (p *place) killSupervisor(t *testing.T) {
	t.Helper()
	for _, line := range processes(t, p.cache) {
		if pid, args, _ := strings.Cut(line, " "); strings.Contains(args, "sqg-postgres") {
			n, _ := strconv.Atoi(pid)
			if err := syscall.Kill(n, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestSupervisorKilled: sqg stops the server itself where the shell that should is gone, and the next run tidies up.
func TestSupervisorKilled(t *testing.T) {
	for name, p := range places(t) {
		t.Run(name, func(t *testing.T) {
			r := p.start(t)
			r.ready()
			p.killSupervisor(t)
			r.in.Close()
			if text := r.rest(""); !strings.Contains(text, "stopping PostgreSQL: signal: killed") {
				t.Error(text)
			}
			r.cmd.Wait()
			p.gone(t)
			p.released(t)
			p.start(t).end()
			p.clean(t)
		})
	}
}

// TestBothKilled: a server whose sqg and supervisor were killed is ended by the next run.
func TestBothKilled(t *testing.T) {
	for name, p := range places(t) {
		t.Run(name, func(t *testing.T) {
			r := p.start(t)
			r.ready()
			p.killSupervisor(t)
			bystander := p.start(t) // of a server that sqg still looks after
			bystander.ready()
			r.kill()
			if !strings.Contains(strings.Join(processes(t, p.cache), "\n"), "postgres") {
				t.Fatal("the server went by itself")
			}
			p.start(t).end()
			bystander.end()
			p.gone(t)
			p.clean(t)
		})
	}
}

func TestDamagedCluster(t *testing.T) {
	damages := map[string]func(pristine string) error{
		"control file gone": func(p string) error { return os.Remove(filepath.Join(p, "global", "pg_control")) },
		"log truncated": func(p string) error {
			logs, err := filepath.Glob(filepath.Join(p, "pg_wal", "0*"))
			if err == nil {
				err = os.Truncate(logs[0], 0)
			}
			return err
		},
		"empty": func(p string) error { return os.RemoveAll(p) },
		"program put in": func(p string) error {
			return os.WriteFile(filepath.Join(p, "postgresql.auto.conf"), []byte("archive_command = 'true'\n"), 0o600)
		},
		"file put in": func(p string) error { return os.WriteFile(filepath.Join(p, "base", "x"), nil, 0o600) },
		"folder gone": func(p string) error { return os.Remove(filepath.Join(p, "pg_notify")) },
		"no checksum": func(p string) error { return os.Remove(filepath.Dir(p) + ".sha256") },
		"configuration spoilt": func(p string) error {
			return os.WriteFile(filepath.Join(p, "postgresql.conf"), []byte("what is this"), 0o600)
		},
	}
	for name, p := range places(t) {
		for damage, do := range damages {
			t.Run(name+"/"+damage, func(t *testing.T) {
				p.start(t).end()
				found, _ := filepath.Glob(filepath.Join(p.cache, "clusters", "*", "pristine"))
				if err := do(found[0]); err != nil {
					t.Fatal(err)
				}
				var runs []*run
				for range 3 {
					runs = append(runs, p.start(t))
				}
				for _, r := range runs {
					r.ready()
					r.end()
				}
				p.clean(t)
			})
		}
	}
}

func TestCancelled(t *testing.T) {
	p := newPlace(t, os.Getuid(), os.Getgid())
	for after := time.Duration(0); after < time.Second; after += 100 * time.Millisecond {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		h := New(Options{CacheDir: p.cache})
		_, err := h.Scratch(ctx)
		cancel()
		if err != nil && ctx.Err() == nil {
			t.Error(err)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
		p.gone(t)
	}
	p.start(t).end()
	p.clean(t)
}

// TestLongPath puts the socket elsewhere.
func TestLongPath(t *testing.T) {
	for name, p := range places(t) {
		t.Run(name, func(t *testing.T) {
			temp := filepath.Join(filepath.Dir(p.cache), "temp")
			if err := os.Mkdir(temp, 0o777|os.ModeSticky); err != nil {
				t.Fatal(err)
			}
			os.Chmod(temp, 0o777|os.ModeSticky)
			env := []string{"SQG_CACHE_DIR=" + filepath.Join(p.cache, strings.Repeat("x", 100)), "TMPDIR=" + temp}
			for _, end := range []func(*run){(*run).end, func(r *run) { r.kill() }} {
				r := p.start(t, env...)
				r.ready()
				end(r)
				p.gone(t)
				if left, _ := os.ReadDir(temp); len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
			}
		})
	}
}

// TestPlanted refuses folders that are somebody else's, or open to others.
func TestPlanted(t *testing.T) {
	p := newPlace(t, os.Getuid(), os.Getgid())
	p.start(t).end()
	clusters, _ := filepath.Glob(filepath.Join(p.cache, "clusters", "*"))
	for _, dir := range []string{p.cache, filepath.Join(p.cache, "clusters"), clusters[0]} {
		before, err := os.Stat(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		_, err = Options{CacheDir: p.cache}.candidates()[0].open(t.Context())
		if err == nil || !strings.Contains(err.Error(), "open to other users") {
			t.Errorf("%s: %v", dir, err)
		}
		os.Chmod(dir, before.Mode().Perm())
	}
	if os.Getuid() == 0 {
		os.Chown(clusters[0], 12345, 12345)
		_, err := Options{CacheDir: p.cache}.candidates()[0].open(t.Context())
		if err == nil || !strings.Contains(err.Error(), "belongs to another user") {
			t.Error(err)
		}
		os.Chown(clusters[0], 0, 0) // as a process leaves it for a moment, or for good where it is killed then
		if _, err := (Options{CacheDir: p.cache}).candidates()[0].open(t.Context()); err != nil {
			t.Error(err)
		}

		os.Chmod(filepath.Dir(p.cache), 0o700) // as a home that the server's account cannot enter
		_, err = Options{CacheDir: p.cache}.candidates()[0].open(t.Context())
		if err == nil || !strings.Contains(err.Error(), "cannot enter") {
			t.Error(err)
		}
		os.Chmod(filepath.Dir(p.cache), 0o755)
	}
	p.start(t).end()
	p.clean(t)
}
