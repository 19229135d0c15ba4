package pgserver

import (
	"fmt"
	"os"
	"path/filepath"
)

// Options say where a server comes from.
type Options struct {
	URL        string       // a server to use; "" finds one
	Repository string       // a mirror of the repository that embedded PostgreSQL is fetched from; "" is the library's
	CacheDir   string       // where servers are kept; "" is a folder of the user's
	Stock      bool         // servers of our own have PostgreSQL's own settings, for measurements
	Log        func(string) // takes a line for --verbose
}

// FromEnvironment reads the variables that users set.
func FromEnvironment(getenv func(string) string, log func(string)) Options {
	return Options{
		URL:        getenv("SQG_POSTGRES_URL"),
		Repository: getenv("SQG_POSTGRES_REPOSITORY"),
		CacheDir:   getenv("SQG_CACHE_DIR"),
		Log:        log,
	}
}

func (o Options) logf(format string, args ...any) {
	if o.Log != nil {
		o.Log(fmt.Sprintf(format, args...))
	}
}

// withCache makes sure of the cache folder. That of root is not in its home, which the account that the server runs as
// cannot enter; a user without a home of its own has one among the temporary files.
func (o Options) withCache() (Options, error) {
	if o.CacheDir != "" {
		dir, err := filepath.Abs(o.CacheDir)
		if err != nil {
			return o, err
		}
		o.CacheDir = dir
		return o, mkdirShared(o.CacheDir)
	}
	if os.Geteuid() == 0 {
		o.CacheDir = "/var/cache/sqg"
		return o, mkdirShared(o.CacheDir)
	}
	if dir, err := os.UserCacheDir(); err == nil {
		o.CacheDir = filepath.Join(dir, "sqg")
		if err := mkdirShared(o.CacheDir); err == nil {
			return o, nil
		}
	}
	o.CacheDir = filepath.Join(os.TempDir(), fmt.Sprintf("sqg-%d", os.Geteuid()))
	if err := mkdirShared(o.CacheDir); err != nil {
		return o, fmt.Errorf("no folder for the cache (set SQG_CACHE_DIR, or TMPDIR to a folder that is there): %w", err)
	}
	return o, nil
}

// Error is a problem of the environment, with what to do about it.
type Error struct {
	Msg, Hint string
}

func (e *Error) Error() string { return e.Msg }
