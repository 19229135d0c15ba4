package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	embeddedpostgres "github.com/fergusstrange/embedded-postgres"

	"github.com/sqg-dev/sqg/internal/cache"
	"github.com/sqg-dev/sqg/internal/mask"
)

// EmbeddedVersion is the PostgreSQL that sqg fetches where the machine has none.
const EmbeddedVersion = "18.6.0"

// fetchTime is how long fetching may take.
const fetchTime = 15 * time.Minute

// fetch unpacks a version of PostgreSQL into the cache, unless it is there and runs.
func fetch(ctx context.Context, o Options, version string) (in install, err error) {
	home := filepath.Join(o.CacheDir, "binaries", version+"-"+runtime.GOOS+"-"+runtime.GOARCH)
	runs := func(dir string) (err error) {
		in, err = probe(ctx, filepath.Join(dir, "bin"))
		return err
	}
	err = cache.Once(ctx, home, runs, func(stage string) (string, error) {
		o.logf("fetching PostgreSQL %s, once, into %s", version, home)
		ctx, cancel := context.WithTimeout(ctx, fetchTime)
		defer cancel()
		return filepath.Join(stage, "unpacked"), download(ctx, o, version, stage)
	})
	return in, err
}

// download fetches and unpacks into stage/unpacked. The library can only start servers; what is wanted of it is the
// part before that. So the data folder is one that cannot be: Start stops there, with an error that names it.
func download(ctx context.Context, o Options, version, stage string) error {
	nowhere := filepath.Join(os.DevNull, "no-server")
	config := embeddedpostgres.DefaultConfig().
		Version(embeddedpostgres.PostgresVersion(version)).
		CachePath(filepath.Join(stage, "archive")).
		RuntimePath(filepath.Join(stage, "run")).
		BinariesPath(filepath.Join(stage, "unpacked")).
		DataPath(nowhere).
		Port(0).
		Logger(io.Discard)
	if o.Repository != "" && !strings.Contains(o.Repository, "://") {
		return errors.New("SQG_POSTGRES_REPOSITORY is no address: it begins with https:// or http://")
	}
	if o.Repository != "" {
		config = config.BinaryRepositoryURL(strings.TrimSuffix(o.Repository, "/"))
	}
	done := make(chan error, 1)
	go func() { done <- unpack(config, stage) }()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), nowhere) {
			return errors.New(mask.Text(fmt.Sprint(err))) // it names the repository
		}
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := verify(filepath.Join(stage, "archive")); err != nil {
		return err
	}
	return readable(filepath.Join(stage, "unpacked"))
}

// unpack lets the library fetch and unpack.
func unpack(config embeddedpostgres.Config, stage string) (err error) {
	defer withTemp(stage)()
	defer func() {
		if p := recover(); p != nil { // the library panics where it cannot tidy up
			err = fmt.Errorf("%v", p)
		}
	}()
	return embeddedpostgres.NewDatabase(config).Start()
}

// temp is held while TMPDIR is not the user's.
var temp sync.Mutex

// withTemp lets temporary files go with a folder, those that the library leaves among them, until its result is called.
func withTemp(dir string) (restore func()) {
	const variable = "TMPDIR"
	temp.Lock()
	before, set := os.LookupEnv(variable)
	os.Setenv(variable, dir)
	return func() {
		defer temp.Unlock()
		if set {
			os.Setenv(variable, before)
		} else {
			os.Unsetenv(variable)
		}
	}
}

// verify compares the archive with the checksum that this version of sqg knows. For other versions there is only the
// checksum beside the archive in the repository, which the library has compared.
func verify(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		want := checksums[d.Name()]
		if err != nil || d.IsDir() || want == "" {
			return err
		}
		return cache.Verify(path, want)
	})
}
