package pgserver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/sqg-dev/sqg/internal/cache"
)

const (
	superuser = "postgres"   // of a whole server of our own, and of a container
	admin     = "sqg_server" // of a server for scratch databases, where postgres is the role that scripts run as
)

// kind says what a store's clusters are for.
type kind struct {
	superuser string
	script    string // run on the new cluster, a command on each line
	confined  bool   // a server's processes touch nothing but its folders, where the kernel sees to that
	password  bool   // who comes over TCP needs one
}

// whole is a server as initdb makes it.
var whole = kind{superuser: superuser}

// guarded is the same for programs that come over TCP, where other users of the machine could come, too.
var guarded = kind{superuser: superuser, password: true}

// bare is a server with one database, which belongs to a role that can do what migrations do and reach nothing outside
// of the database: it is no superuser and can become none, so that no text of a stranger can run a program, read a file
// or write one. It has the superuser's usual name, to whom dumps give their tables. Roles that it makes are its own to
// become. The templates of databases are dropped, so that less is copied for every run.
var bare = kind{confined: true, superuser: admin, script: `UPDATE pg_catalog.pg_database SET datistemplate = false
DROP DATABASE template0
DROP DATABASE template1
CREATE ROLE postgres LOGIN ` + makesRoles + `
` + strings.Join(quiet("postgres"), "\n") + `
` + strings.Join(rolesOf("postgres"), "\n") + `
` + replica + `
ALTER DATABASE postgres OWNER TO postgres
GRANT CREATE ON SCHEMA public TO PUBLIC
UPDATE pg_catalog.pg_extension SET extowner = 'postgres'::pg_catalog.regrole
`}

// localeOptions of initdb: the same order and case rules on every machine.
var localeOptions = []option{
	{"--encoding=UTF8", 0},
	{"--locale=C", 0},
	{"--locale-provider=builtin", 170000},
	{"--builtin-locale=C.UTF-8", 170000},
}

var initdbOptions = append([]option{
	{"--auth=trust", 0}, // whoever can enter the socket's folder
	{"--no-sync", 0},
	{"--no-instructions", 0},
}, localeOptions...)

// smallCluster is easily copied for every run.
var smallCluster = []option{
	{"--wal-segsize=1", 0},
	{"--no-data-checksums", 180000},
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
//	pristine/  the cluster that initdb made, never run; its checksum stands beside the folder
//	run-*/     a server's private folder; whoever can lock run-*/lock may delete it, and whoever can lock run-*/owner
//	           may end the server: neither sqg nor the supervisor is there to do it
//	new-*/     an initdb at work
type store struct {
	install
	account
	dir      string
	options  []string // of initdb
	settings []string // of servers
	kind     kind
}

// openStore makes sure of the folder.
func openStore(o Options, in install, of kind) (*store, error) {
	who, err := serverAccount()
	if err != nil {
		return nil, err
	}
	if err := who.reaches(o.CacheDir); err != nil {
		return nil, err
	}
	root := filepath.Join(o.CacheDir, "clusters")
	if err := cache.MkdirShared(root); err != nil {
		return nil, err
	}
	options, settings := initdbOptions, stockSettings
	if !o.Stock {
		options, settings = append(slices.Clip(options), smallCluster...),
			append(slices.Clip(settings), quickSettings...)
	}
	if of.password {
		options = append(slices.Clip(options), option{"--auth-host=scram-sha-256", 0})
	}
	s := &store{install: in, account: who, options: append(words(options, in.version), "--username="+of.superuser),
		settings: withExtensions(o, in.version, words(settings, in.version)), kind: of}
	sum := sha256.Sum256([]byte(strings.Join(append([]string{in.bin, of.script}, s.options...), "\x00")))
	s.dir = filepath.Join(root, fmt.Sprintf("%s-%d-%x", versionText(in.version), who.uid, sum[:4]))
	return s, s.mkdirPrivate(s.dir)
}

// reserve makes a folder for a run and locks it, after sweeping those whose owner is gone. It also makes sure of the
// pristine cluster and tells which one it is.
func (s *store) reserve(ctx context.Context) (r *reserved, err error) {
	gate, err := s.gate(ctx)
	if err != nil {
		return nil, err
	}
	defer gate.Close()
	if err := s.sweep(); err != nil {
		return nil, err
	}
	r = &reserved{}
	r.pristine, err = os.Stat(s.pristine())
	if errors.Is(err, fs.ErrNotExist) {
		if err = s.initdb(ctx, gate); err == nil {
			err = s.record()
		}
		if err == nil {
			r.pristine, err = os.Stat(s.pristine())
		}
	}
	if err != nil {
		return nil, err
	}
	if r.dir, err = s.mkdirTemp(s.dir, "run-"); err != nil {
		return nil, err
	}
	for name, file := range map[string]**os.File{"lock": &r.lock, "owner": &r.owner} {
		*file, err = cache.Lock(filepath.Join(r.dir, name), false)
		if err == nil && *file == nil {
			err = fmt.Errorf("%s is locked by another process", r.dir)
		}
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// reserved is a folder for a run, with its locks.
type reserved struct {
	dir      string
	lock     *os.File    // whoever uses the folder has it
	owner    *os.File    // whoever ends the server has it: sqg and the supervisor
	pristine os.FileInfo // the cluster to copy
}

func (s *store) gate(ctx context.Context) (*os.File, error) {
	return cache.WaitLock(ctx, filepath.Join(s.dir, "lock"))
}

// discard deletes the pristine cluster that a server could not run on, unless it was made again in the meantime.
func (s *store) discard(ctx context.Context, used os.FileInfo) error {
	gate, err := s.gate(ctx)
	if err != nil {
		return err
	}
	defer gate.Close()
	now, err := os.Stat(s.pristine())
	if err != nil || !os.SameFile(used, now) || !used.ModTime().Equal(now.ModTime()) {
		return nil
	}
	return os.RemoveAll(s.pristine())
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
			held, err := cache.Lock(filepath.Join(dir, "lock"), false)
			if err == nil && held == nil {
				if held = endOrphan(dir); held == nil {
					continue // in use
				}
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

// clusterScript makes a cluster under another name first, so that it is there whole or not at all. It ends what it
// began when sqg is killed, and deletes that when it is told to end.
//
//	$1 the new folder  $2 its name when it is whole  $3 the program postgres  $4 what to run on it  $5… initdb
const clusterScript = `trap : HUP INT TERM
new=$1 pristine=$2 postgres=$3 commands=$4
shift 4
"$@" -D "$new" &&
	if [ "$commands" ]; then printf %s "$commands" | "$postgres" --single -D "$new" -c fsync=off postgres; fi &&
	mv "$new" "$pristine" && exit
code=$?
rm -rf "$new"
exit $code`

// initdb makes the pristine cluster. The gate is handed down, so that nobody sweeps a folder that is still written to
// though sqg was killed.
func (s *store) initdb(ctx context.Context, gate *os.File) error {
	dir, err := s.mkdirTemp(s.dir, "new-")
	if err != nil {
		return err
	}
	args := []string{"-c", clusterScript, "sqg-initdb", dir, s.pristine(), s.program("postgres"), s.kind.script,
		s.program("initdb")}
	cmd := exec.CommandContext(ctx, "/bin/sh", append(args, s.options...)...)
	s.own(cmd)
	cmd.Cancel = func() error { return signalSession(cmd, syscall.SIGTERM) } // SIGKILL would leave shared memory behind
	cmd.WaitDelay = stopTime
	cmd.ExtraFiles = []*os.File{gate}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	switch err = cmd.Run(); {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.Is(err, fs.ErrPermission) && s.change:
		err = fmt.Errorf("PostgreSQL refuses to run as root, and root may not become uid %d here (a container without CAP_SETUID?): %w", s.uid, err)
	default:
		err = fmt.Errorf("initdb failed: %w%s", err, indented(stderr.String()))
	}
	return errors.Join(err, os.RemoveAll(dir))
}
