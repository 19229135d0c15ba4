package pgserver

import (
	"fmt"

	"github.com/sqg-dev/sqg/internal/cache"
)

// Options say where a server comes from.
type Options struct {
	URL        string       // a server to use; "" finds one
	Repository string       // a mirror of the repository that embedded PostgreSQL is fetched from; "" is the library's
	Extensions string       // a folder of extensions that servers of our own have besides; "" for none
	CacheDir   string       // where servers are kept; "" is a folder of the user's
	Stock      bool         // servers of our own have PostgreSQL's own settings, for measurements
	Again      bool         // databases are made one after the other: a server for the next is started ahead
	Log        func(string) // takes a line for --verbose
}

// FromEnvironment reads the variables that users set.
func FromEnvironment(getenv func(string) string, log func(string)) Options {
	return Options{
		URL:        getenv("SQG_POSTGRES_URL"),
		Repository: getenv("SQG_POSTGRES_REPOSITORY"),
		Extensions: getenv("SQG_POSTGRES_EXTENSIONS"),
		CacheDir:   getenv(cache.Variable),
		Log:        log,
	}
}

func (o Options) logf(format string, args ...any) {
	if o.Log != nil {
		o.Log(fmt.Sprintf(format, args...))
	}
}

// withCache makes sure of the cache folder.
func (o Options) withCache() (Options, error) {
	var err error
	o.CacheDir, err = cache.Dir(o.CacheDir)
	return o, err
}
