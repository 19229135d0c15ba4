//go:build unix

package compile

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/pgserver"
)

// The files of a stranger who wants sqg to run a program, write a file, read one, or tell a secret. A line "-- TRY"
// begins each of them; one that is quiet needs no error to be held, and in brackets are extensions of its sqg.yaml.
var (
	//go:embed testdata/hostile/postgres.sql
	hostilePostgres string
	//go:embed testdata/hostile/duckdb.sql
	hostileDuckDB string
	//go:embed testdata/hostile/sqlite.sql
	hostileSQLite string
)

const (
	hostileVariable = "SQG_HOSTILE_FOLDER" // where the second process works, which is another user's
	secretVariable  = "SQG_HOSTILE_SECRET"
	secret          = "geheim"
)

// tries are the files, by name.
func tries(text string) [][2]string {
	var out [][2]string
	for _, part := range strings.Split("\n"+text, "\n-- TRY ")[1:] {
		name, sql, _ := strings.Cut(part, "\n")
		out = append(out, [2]string{name, sql})
	}
	return out
}

// TestHostile: whatever a stranger's SQL holds, nothing happens outside of the scratch database, and no secret is told.
func TestHostile(t *testing.T) {
	dir := os.Getenv(hostileVariable)
	if dir == "" {
		dir = t.TempDir()
	}
	if _, err := pgserver.PrefetchVector(t.Context(), pgserver.FromEnvironment(os.Getenv, nil)); err != nil {
		t.Fatal(err)
	}
	t.Setenv(secretVariable, secret)
	h := &hostile{T: t, open: filepath.Join(dir, "open"), project: filepath.Join(dir, "project")}
	for folder, mode := range map[string]os.FileMode{dir: 0o755, filepath.Dir(dir): 0o755,
		h.open: 0o777 | os.ModeSticky, h.project: 0o755} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		_ = os.Chmod(folder, mode) // one that is another's need not be opened
	}
	for _, name := range []string{"canary", "canary.csv"} {
		h.put(filepath.Join(h.open, name), secret+"\n")
	}
	before := h.listing()
	for _, e := range []struct{ generator, text string }{
		{"typescript/postgres", hostilePostgres}, {"typescript/duckdb", hostileDuckDB},
		{"typescript/sqlite", hostileSQLite},
	} {
		for _, try := range tries(e.text) {
			t.Run(e.generator+"/"+try[0], func(t *testing.T) {
				h.T = t
				h.try(e.generator, try[0], try[1])
				if after := h.listing(); after != before {
					t.Fatalf("there is now:\n%s", after)
				}
			})
		}
	}
	time.Sleep(1100 * time.Millisecond) // for the program that would begin after the run
	if after := h.listing(); after != before {
		t.Errorf("there is now:\n%s", after)
	}
}

type hostile struct {
	*testing.T
	open    string // everybody may write here
	project string
}

func (h *hostile) put(path, text string) {
	h.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		h.Fatal(err)
	}
}

// listing is what the open folder holds.
func (h *hostile) listing() string {
	entries, err := os.ReadDir(h.open)
	if err != nil {
		h.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		text, _ := os.ReadFile(filepath.Join(h.open, e.Name()))
		names = append(names, e.Name()+": "+string(text))
	}
	return strings.Join(names, "\n")
}

func (h *hostile) try(generator, name, sql string) {
	h.put(filepath.Join(h.project, "q.sql"),
		strings.NewReplacer("@MARK@", filepath.Join(h.open, "mark"), "@CANARY@", filepath.Join(h.open, "canary"),
			"@DIR@", h.open, "@PID@", strconv.Itoa(os.Getpid())).Replace(sql))
	yaml := "version: 1\nname: app\nsql: [{files: [q.sql], gen: [{generator: " + generator + ", output: gen/}]}]\n"
	if _, extensions, named := strings.Cut(name, " ["); named { // a stranger's sqg.yaml names them
		yaml += strings.TrimPrefix(generator, "typescript/") + ": {extensions: [" + extensions + "}\n"
	}
	h.put(filepath.Join(h.project, "sqg.yaml"), yaml)
	cfg, diags := config.Load(filepath.Join(h.project, "sqg.yaml"), os.Getenv, false)
	if cfg == nil {
		h.Fatal(diags)
	}
	ctx, cancel := context.WithTimeout(h.Context(), time.Minute)
	defer cancel()
	r := Run(ctx, cfg, Options{Version: "1.0.0"})
	if !r.Diags.Failed() && !strings.HasPrefix(name, "quiet: ") {
		h.Error("no error")
	}
	var said strings.Builder
	for _, d := range r.Diags.All() {
		fmt.Fprintln(&said, d.Code, d.Msg, "|", d.Hint)
	}
	h.Log(said.String())
	if strings.Contains(said.String(), "SQG9") {
		h.Error("the engine did not run")
	}
	for _, f := range r.Files {
		said.WriteString(f.Text)
	}
	if strings.Contains(said.String(), secret) {
		h.Errorf("a secret is told: %s", said.String())
	}
}

// TestHostileAsPlainUser does the same as a user who is not root: PostgreSQL's server runs as that user, too.
func TestHostileAsPlainUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("TestHostile runs as a plain user")
	}
	programs, err := pgserver.Prefetch(t.Context(), pgserver.FromEnvironment(os.Getenv, nil))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pgserver.PrefetchVector(t.Context(), pgserver.FromEnvironment(os.Getenv, nil)); err != nil {
		t.Fatal(err)
	}
	kept, err := cache.Dir(os.Getenv(cache.Variable))
	if err != nil {
		t.Fatal(err)
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "hostile")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, caches := filepath.Join(dir, "program"), filepath.Join(dir, "cache")
	for _, c := range [][]string{
		{"chmod", "755", dir}, {"cp", self, program}, {"mkdir", caches},
		{"cp", "-R", filepath.Join(kept, "duckdb"), filepath.Join(kept, "extensions"), filepath.Join(kept, "pgvector"),
			caches},
		{"mkdir", filepath.Join(dir, "work")}, {"chown", "-R", "nobody", caches, filepath.Join(dir, "work")},
	} {
		if out, err := exec.Command(c[0], c[1:]...).CombinedOutput(); err != nil {
			t.Fatal(c, err, string(out))
		}
	}
	uid, _ := strconv.Atoi(nobody.Uid)
	gid, _ := strconv.Atoi(nobody.Gid)
	cmd := exec.Command(program, "-test.run", "^TestHostile$", "-test.v")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), hostileVariable+"="+filepath.Join(dir, "work"), cache.Variable+"="+caches,
		"PATH="+programs+":"+os.Getenv("PATH"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	if out, err := cmd.CombinedOutput(); err != nil ||
		!strings.Contains(string(out), "PASS: TestHostile/typescript/postgres") {
		t.Errorf("%v\n%s", err, out)
	}
}
