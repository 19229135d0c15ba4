package pgserver

import (
	"os"
	"path/filepath"
)

// Options say where a server comes from.
type Options struct {
	URL        string       // a server to use (SQG_POSTGRES_URL); "" finds one
	Repository string       // a mirror of the repository that embedded PostgreSQL is fetched from; "" is the library's
	CacheDir   string       // "" is DefaultCacheDir
	Log        func(string) // takes a line for --verbose
}

func (o Options) log(line string) {
	if o.Log != nil {
		o.Log(line)
	}
}

// DefaultCacheDir is where servers are kept. That of root is not in its home, which the account that the server runs
// as cannot enter.
func DefaultCacheDir() (string, error) {
	if os.Geteuid() == 0 {
		return "/var/cache/sqg", nil
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "sqg"), err
}

// withCache fills in the cache folder.
func (o Options) withCache() (Options, error) {
	if o.CacheDir != "" {
		return o, nil
	}
	var err error
	o.CacheDir, err = DefaultCacheDir()
	return o, err
}
