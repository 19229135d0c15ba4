package pgserver

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// superuser is the role that a server of our own has.
const superuser = "postgres"

// initdbOptions makes small clusters whose behaviour is the same on every machine.
var initdbOptions = []option{
	{"--username=" + superuser, 0},
	{"--auth=trust", 0},
	{"--encoding=UTF8", 0},
	{"--locale=C", 0},
	{"--locale-provider=builtin", 170000},
	{"--builtin-locale=C.UTF-8", 170000},
	{"--wal-segsize=1", 0}, // MB: a copy is made for every run
	{"--no-sync", 0},
	{"--no-instructions", 0},
}

// option is a word on a command line, for servers from a version on.
type option struct {
	word  string
	since int
}

func words(options []option, version int) []string {
	var out []string
	for _, o := range options {
		if version >= o.since {
			out = append(out, o.word)
		}
	}
	return out
}

// store is the folder with the clusters of one install:
//
//	lock       held while the folder's entries are made or swept
//	pristine/  the cluster that initdb made, never run
//	run-*/     a server's private folder; whoever can lock run-*/lock may delete it
//	new-*/     an initdb at work
type store struct {
	install
	account
	dir string
}

func openStore(cacheDir string, in install) (*store, error) {
	who, err := serverAccount()
	if err != nil {
		return nil, err
	}
	if err := who.reaches(cacheDir); err != nil {
		return nil, err
	}
	root := filepath.Join(cacheDir, "clusters")
	if err := mkdirShared(root); err != nil {
		return nil, err
	}
	args := words(initdbOptions, in.version)
	sum := sha256.Sum256([]byte(in.bin + "\x00" + strings.Join(args, "\x00")))
	s := &store{in, who, filepath.Join(root, fmt.Sprintf("%s-%d-%x", versionText(in.version), who.uid, sum[:4]))}
	return s, s.mkdirPrivate(s.dir)
}

// reserve makes a folder for a run and locks it, after sweeping those whose owner is gone.
func (s *store) reserve(ctx context.Context) (dir string, held *os.File, err error) {
	gate, err := lock(filepath.Join(s.dir, "lock"), true)
	if err != nil {
		return "", nil, err
	}
	defer gate.Close()
	if err := s.sweep(); err != nil {
		return "", nil, err
	}
	if _, err := os.Stat(s.pristine()); errors.Is(err, fs.ErrNotExist) {
		err = s.initdb(ctx, gate)
		if err != nil {
			return "", nil, err
		}
	}
	if dir, err = s.mkdirTemp(s.dir, "run-"); err != nil {
		return "", nil, err
	}
	held, err = lock(filepath.Join(dir, "lock"), false)
	if err == nil && held == nil {
		err = fmt.Errorf("%s is locked by another process", dir)
	}
	return dir, held, err
}

func (s *store) pristine() string { return filepath.Join(s.dir, "pristine") }

// sweep deletes what a killed process left. The caller holds the gate, so that nobody is just making an entry.
func (s *store) sweep() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		dir := filepath.Join(s.dir, e.Name())
		switch prefix, _, _ := strings.Cut(e.Name(), "-"); prefix {
		case "new":
		case "run":
			held, err := lock(filepath.Join(dir, "lock"), false)
			if err == nil && held == nil {
				continue // in use
			}
			held.Close()
		default:
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return nil
}

// initdb makes the pristine cluster: under another name first, so that it is there whole or not at all. The gate is
// handed down, so that nobody sweeps the folder while an initdb whose parent was killed still writes to it.
func (s *store) initdb(ctx context.Context, gate *os.File) error {
	dir, err := s.mkdirTemp(s.dir, "new-")
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, s.program("initdb"), append(words(initdbOptions, s.version), "-D", dir)...)
	s.own(cmd)
	cmd.Cancel = func() error { return killSession(cmd) }
	cmd.ExtraFiles = []*os.File{gate}
	out, err := cmd.CombinedOutput()
	if err == nil {
		err = os.Rename(dir, s.pristine())
	}
	if err != nil {
		os.RemoveAll(dir)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("initdb failed: %w%s", err, indented(string(out)))
	}
	return nil
}
