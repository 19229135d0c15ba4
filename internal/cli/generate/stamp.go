package generate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/libduckdb"
	"github.com/sqg-dev/sqg/internal/version"
	"github.com/sqg-dev/sqg/internal/write"
)

// stamp is what --if-changed keeps of a project in the cache: what the last run without a warning read and wrote. Where
// neither is different now, another run would change nothing.
type stamp struct {
	file   string // "" where there is no telling
	inputs string
	Sum    string   `json:"sum"`
	Files  []string `json:"files"`
}

// newStamp reads a project's inputs: before they are compiled, so that what changes meanwhile makes the stamp wrong.
func newStamp(a *app.App, path string) stamp {
	dir, err := cache.Dir(a.Env(cache.Variable))
	if err != nil {
		return stamp{}
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return stamp{}
	}
	cfg, _ := config.Load(path, a.Env, a.Trust)
	if cfg == nil {
		return stamp{}
	}
	program, err := os.Executable()
	if err != nil {
		return stamp{}
	}
	sum := sha256.New()
	fmt.Fprintln(sum, version.Version, abs, a.Strict, a.Trust, a.Env("SQG_POSTGRES_URL"), a.Env(libduckdb.Variable))
	good := described(sum, program) && hashed(sum, path)
	for _, s := range cfg.Sources { // the schema of a database that is running can change unseen
		good = good && s.Type == "file" && described(sum, s.File(cfg.Dir))
	}
	for _, u := range cfg.Units {
		for _, f := range u.Files {
			good = good && hashed(sum, f.Path)
		}
	}
	if !good {
		return stamp{}
	}
	of := sha256.Sum256([]byte(abs))
	return stamp{file: filepath.Join(dir, "projects", hex.EncodeToString(of[:8])+".json"),
		inputs: hex.EncodeToString(sum.Sum(nil))}
}

// hashed adds a file's name and text to a sum, and reports whether it could be read.
func hashed(sum io.Writer, path string) bool {
	text, err := os.ReadFile(path)
	of := sha256.Sum256(text)
	fmt.Fprintf(sum, "%s %x\n", path, of)
	return err == nil
}

// described adds a file's name, size and time to a sum: of a program or of data, which may be large.
func described(sum io.Writer, path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	fmt.Fprintln(sum, path, info.Size(), info.ModTime().UnixNano())
	return true
}

// sumOf is the sum of the inputs and of these files as they are now; "" where one is missing.
func (s stamp) sumOf(files []string) string {
	sum := sha256.New()
	fmt.Fprintln(sum, s.inputs)
	for _, f := range files {
		if !hashed(sum, f) {
			return ""
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// unchanged is the outcome of a run that would change nothing.
func (s stamp) unchanged() ([]write.Outcome, bool) {
	text, err := os.ReadFile(s.file)
	if err != nil || json.Unmarshal(text, &s) != nil || s.Sum == "" || s.Sum != s.sumOf(s.Files) {
		return nil, false
	}
	files := make([]write.Outcome, len(s.Files))
	for i, f := range s.Files {
		files[i] = write.Outcome{Path: f, State: write.Unchanged}
	}
	return files, true
}

// keep keeps what a run wrote. Where that fails, the next one runs again.
func (s stamp) keep(files []write.Outcome) {
	if s.file == "" {
		return
	}
	for _, f := range files {
		s.Files = append(s.Files, f.Path)
	}
	s.Sum = s.sumOf(s.Files)
	text, err := json.Marshal(s)
	if err == nil && cache.MkdirShared(filepath.Dir(s.file)) == nil {
		os.WriteFile(s.file, text, 0o600)
	}
}
