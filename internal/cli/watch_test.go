package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// stream hands out what is written to it line by line.
type stream struct {
	mu    sync.Mutex
	part  bytes.Buffer
	lines chan string
}

func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.part.Write(p)
	for {
		i := bytes.IndexByte(s.part.Bytes(), '\n')
		if i < 0 {
			return len(p), nil
		}
		s.lines <- strings.TrimSuffix(string(s.part.Next(i+1)), "\n")
	}
}

// cycle is what watch prints of one round.
type cycle struct {
	Exit        int
	Diagnostics []struct{ Code, Message string }
	Files       []struct{ Path, State string }
}

type watching struct {
	t     *testing.T
	lines chan string
	done  chan int
	seen  int
}

func startWatch(t *testing.T, args ...string) *watching {
	out := &stream{lines: make(chan string, 1000)}
	w := &watching{t: t, lines: out.lines, done: make(chan int, 1)}
	go func() {
		w.done <- Main(append([]string{"watch", "--format", "json"}, args...), strings.NewReader(""), out, out,
			func(string) string { return "" })
	}()
	return w
}

// until reads rounds until one is as asked for. A save can be seen in two rounds, so a round that is not is passed
// over.
func (w *watching) until(what string, ok func(cycle) bool) {
	w.t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		select {
		case line := <-w.lines:
			var c cycle
			if err := json.Unmarshal([]byte(line), &c); err != nil {
				w.t.Fatalf("%v in %q", err, line)
			}
			w.seen++
			if ok(c) {
				return
			}
		case code := <-w.done:
			w.t.Fatalf("watch ended with %d, waiting for: %s", code, what)
		case <-deadline:
			w.t.Fatalf("no round with: %s", what)
		}
	}
}

// holds waits until the generated file holds a text, or does not.
func (w *watching) holds(text string, want bool) {
	w.t.Helper()
	w.until(text, func(c cycle) bool {
		got, err := os.ReadFile("gen/my_app.py")
		return c.Exit == 0 && err == nil && strings.Contains(string(got), text) == want
	})
}

func (w *watching) fails(code string) {
	w.t.Helper()
	w.until(code, func(c cycle) bool { return c.Exit == 1 && len(c.Diagnostics) > 0 && c.Diagnostics[0].Code == code })
}

// end is Ctrl-C.
func (w *watching) end() {
	w.t.Helper()
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		w.t.Fatal(err)
	}
	select {
	case code := <-w.done:
		if code != 0 {
			w.t.Errorf("Ctrl-C: exit %d", code)
		}
	case <-time.After(20 * time.Second):
		w.t.Error("Ctrl-C did not end the watch")
	}
}

func query(name string) string { return "\n-- QUERY " + name + "\nSELECT id FROM users;\n" }

func TestWatch(t *testing.T) {
	yaml := strings.Replace(goodYAML, "[queries.sql]", `[queries.sql, "more/**/*.sql"]`, 1)
	folder(t, "sqg.yaml", yaml, "queries.sql", goodSQL, "more/a.sql", query("from_a"))
	w := startWatch(t)
	w.holds("def from_a", true)

	save(t, "queries.sql", goodSQL+query("appended")) // saved in place
	w.holds("def appended", true)

	save(t, "queries.sql~", goodSQL+query("renamed")) // replaced, as editors do
	if err := os.Rename("queries.sql~", "queries.sql"); err != nil {
		t.Fatal(err)
	}
	w.holds("def renamed", true)
	save(t, "queries.sql", goodSQL+query("after_rename"))
	w.holds("def after_rename", true)

	save(t, "more/b.sql", query("from_b")) // a new file that a pattern matches
	w.holds("def from_b", true)
	save(t, "more/deep/down/c.sql", query("from_c")) // in new folders
	w.holds("def from_c", true)
	save(t, "more/deep/down/c.sql", query("changed_c"))
	w.holds("def changed_c", true)
	if err := os.Rename("more/deep", "gone"); err != nil { // a folder that leaves
		t.Fatal(err)
	}
	w.holds("def changed_c", false)
	if err := os.Remove("more/b.sql"); err != nil {
		t.Fatal(err)
	}
	w.holds("def from_b", false)

	save(t, "queries.sql", goodSQL+"\n-- QUERY bad\nSELECT nothing FROM users;\n")
	w.fails("SQG202")
	save(t, "queries.sql", goodSQL+query("mended"))
	w.holds("def mended", true)

	save(t, "sqg.yaml", "version: 1\n")
	w.fails("SQG002")
	save(t, "sqg.yaml", yaml)
	w.holds("def mended", true)
	if err := os.Remove("sqg.yaml"); err != nil {
		t.Fatal(err)
	}
	w.fails("SQG001")
	save(t, "sqg.yaml", strings.Replace(yaml, "queries.sql", "other.sql", 1))
	w.fails("SQG006")
	save(t, "other.sql", goodSQL+query("from_other")) // a file that was missing
	w.holds("def from_other", true)

	// What is no part of the project starts no round, the watch's own output included.
	seen := w.seen
	save(t, "unrelated.txt", "x")
	save(t, "more/a.sql.swp", "x")
	save(t, "queries.sql", goodSQL) // no longer part of it
	save(t, "more/a.sql", query("last"))
	w.holds("def last", true)
	if rounds := w.seen - seen; rounds > 2 {
		t.Errorf("%d rounds for one file", rounds)
	}
	w.end()
}

func TestWatchOfWhatIsNotThereYet(t *testing.T) {
	folder(t)
	w := startWatch(t, "--trust", "sub/sqg.yaml")
	w.fails("SQG001")
	save(t, "sub/queries.sql", goodSQL)
	save(t, "sub/sqg.yaml", strings.Replace(goodYAML, "gen/", "../gen/", 1))
	w.holds("def get_user", true)
	w.end()
}

// TestWatchEndsUpToDate: what was saved just before the end is generated.
func TestWatchEndsUpToDate(t *testing.T) {
	folder(t, "sqg.yaml", goodYAML, "queries.sql", goodSQL)
	for i := range 5 {
		w := startWatch(t)
		w.holds("def get_user", true)
		name := fmt.Sprintf("saved_%d", i)
		save(t, "queries.sql", goodSQL+query(name))
		w.end()
		if got, err := os.ReadFile("gen/my_app.py"); err != nil || !strings.Contains(string(got), "def "+name) {
			t.Errorf("%v: round %d: the last save is missing", err, i)
		}
	}
}
