package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// terminal is sqg running on a terminal that the test types on.
type terminal struct {
	t      *testing.T
	keys   *os.File
	screen chan string // what appears, in pieces; closed at the end
	seen   string
	done   chan int
}

// theEnd is put on the screen once sqg has returned.
const theEnd = "(the end)"

func onTerminal(t *testing.T, env map[string]string, args ...string) *terminal {
	t.Helper()
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{t: t, keys: keys, screen: make(chan string, 1000), done: make(chan int, 1)}
	go func() {
		code := Main(args, tty, tty, tty, func(name string) string { return env[name] })
		io.WriteString(tty, theEnd)
		term.done <- code
	}()
	go func() {
		defer close(term.screen)
		buf := make([]byte, 4096)
		for {
			n, err := keys.Read(buf)
			term.screen <- strings.ReplaceAll(string(buf[:n]), "\r\n", "\n")
			if err != nil { // the other side is closed
				return
			}
		}
	}()
	t.Cleanup(func() {
		keys.Close()
		tty.Close()
	})
	return term
}

// shows waits until a text is on the screen.
func (s *terminal) shows(text string) {
	s.t.Helper()
	deadline := time.After(20 * time.Second)
	for !strings.Contains(s.seen, text) {
		select {
		case piece, open := <-s.screen:
			if s.seen += piece; !open {
				s.t.Fatalf("sqg ended without %q on the screen:\n%s", text, s.seen)
			}
		case <-deadline:
			s.t.Fatalf("no %q on the screen:\n%s", text, s.seen)
		}
	}
}

func (s *terminal) types(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.keys, line+"\n"); err != nil {
		s.t.Fatal(err)
	}
}

func (s *terminal) ends(code int) {
	s.t.Helper()
	s.shows(theEnd)
	if got := <-s.done; got != code {
		s.t.Errorf("exit %d, want %d", got, code)
	}
}

func TestInitAsksOnATerminal(t *testing.T) {
	folder(t)
	s := onTerminal(t, nil, "init")
	s.shows("Which language?")
	s.types("99")
	s.shows("There is no `99` in the list.")
	s.types("pyton") // nearly is not enough
	s.shows("There is no `pyton` in the list.")
	s.types("Python")
	s.shows("Which database?")
	s.types("sqlite") // and there is one driver
	s.shows("Folder [.]: ")
	s.types("here")
	s.shows("next:")
	s.ends(0)
	for _, f := range []string{"sqg.yaml", "queries.sql", "main.py", "README.md"} {
		if _, err := os.Stat(filepath.Join("here", f)); err != nil {
			t.Error(err)
		}
	}
	if r := sqg("check", "here"); r.code != 1 || !strings.Contains(r.err, "here/notes.py is missing") {
		t.Error(r)
	}
}

func TestInitAsksOnlyForWhatFlagsDoNotSay(t *testing.T) {
	folder(t)
	s := onTerminal(t, nil, "init", "--output", "x")
	s.shows("Which language?")
	s.types("")
	s.shows("Which database?")
	s.types("1")
	s.shows("Which driver?")
	s.types("")
	s.ends(0)
	if strings.Contains(s.seen, "Folder") {
		t.Error(s.seen)
	}
	if text, err := os.ReadFile("x/sqg.yaml"); err != nil ||
		!strings.Contains(string(text), "typescript/sqlite/better-sqlite3") {
		t.Error(string(text), err)
	}
}

// Ctrl-C, and the end of input, leave a question at once and write nothing.
func TestInitIsLeft(t *testing.T) {
	folder(t)
	leave := map[string]func(s *terminal){
		"Ctrl-C": func(s *terminal) {
			if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
		},
		"Ctrl-D": func(s *terminal) { s.keys.Write([]byte{4}) },
	}
	for name, by := range leave {
		s := onTerminal(t, nil, "init")
		s.shows("[1]: ")
		by(s)
		s.shows("interrupted; nothing was written")
		s.ends(130)
		if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
			t.Errorf("%s: %v %v", name, entries, err)
		}
	}
}

func TestColoursOnlyOnATerminal(t *testing.T) {
	folder(t, "sqg.yaml", goodYAML, "queries.sql", badSQL)
	const escape = "\x1b["
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{{nil, true}, {map[string]string{"NO_COLOR": "1"}, false}, {map[string]string{"TERM": "dumb"}, false}} {
		s := onTerminal(t, c.env)
		s.ends(1)
		if strings.Contains(s.seen, escape) != c.want || !strings.Contains(s.seen, "3 errors") {
			t.Errorf("%v: %q", c.env, s.seen)
		}
	}
	if r := sqg(); strings.Contains(r.out+r.err, escape) {
		t.Error(r)
	}
	s := onTerminal(t, nil, "--format", "json")
	s.ends(1)
	if strings.Contains(s.seen, escape) {
		t.Errorf("JSON: %q", s.seen)
	}
}

func TestInitOverwritesOnlyWithForce(t *testing.T) {
	folder(t, "queries.sql", "-- mine\n")
	r := sqg("init", "-g", "python/sqlite")
	if r.code != 1 || !strings.Contains(r.err, "queries.sql is there already") || !strings.Contains(r.err, "--force") {
		t.Error(r)
	}
	if entries, _ := os.ReadDir("."); len(entries) != 1 {
		t.Errorf("written in spite of it: %v", entries)
	}
	if r := sqg("init", "-g", "python/sqlite", "--force"); r.code != 0 ||
		!strings.Contains(r.out, "updated   queries.sql") {
		t.Error(r)
	}
	if text, _ := os.ReadFile("queries.sql"); strings.Contains(string(text), "mine") {
		t.Error("--force did not overwrite")
	}
	if r := sqg(); r.code != 0 {
		t.Error(r)
	}
}
