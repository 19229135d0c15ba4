package pgserver

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// installFolders are where packages put the server's programs, besides those on PATH.
var installFolders = []string{
	"/usr/lib/postgresql/*/bin", // Debian, Ubuntu
	"/usr/pgsql-*/bin",          // the project's packages for Red Hat and its relatives
	"/usr/lib/postgresql*/bin",  // SUSE
	"/usr/libexec/postgresql*",  // Alpine
	"/usr/local/pgsql/bin",      // built from source
	"/opt/homebrew/opt/postgresql*/bin",
	"/usr/local/opt/postgresql*/bin",
	"/home/linuxbrew/.linuxbrew/opt/postgresql*/bin",
	"/opt/local/lib/postgresql*/bin", // MacPorts
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

// installed looks for the newest PostgreSQL of this machine.
func installed(ctx context.Context, o Options) (install, error) {
	var found []install
	var old []string
	for _, bin := range programFolders(ctx) {
		in, err := probe(ctx, bin)
		switch {
		case err != nil:
			o.logf("passing over %s: %v", bin, err)
		case in.version < minVersion:
			old = append(old, fmt.Sprintf("%s in %s is too old", versionText(in.version), bin))
			o.logf("passing over PostgreSQL %s in %s: older than %s", versionText(in.version), bin,
				versionText(minVersion))
		default:
			found = append(found, in)
		}
	}
	if len(found) == 0 {
		return install{}, fmt.Errorf("none of version %d or newer%s", minVersion/10000, list(old))
	}
	slices.SortStableFunc(found, func(a, b install) int { return cmp.Compare(b.version, a.version) })
	return found[0], nil
}

func list(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return " (" + strings.Join(items, ", ") + ")"
}

// programFolders lists the folders with a server's programs, each once.
func programFolders(ctx context.Context) []string {
	candidates := filepath.SplitList(os.Getenv("PATH"))
	if out, err := exec.CommandContext(ctx, "pg_config", "--bindir").Output(); err == nil {
		candidates = append(candidates, strings.TrimSpace(string(out)))
	}
	for _, pattern := range installFolders {
		dirs, _ := filepath.Glob(pattern)
		candidates = append(candidates, dirs...)
	}
	var out []string
	for _, dir := range candidates {
		// A program may be a link into the folder that holds them all (PATH of Homebrew, Debian's alternatives).
		program, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
		if err != nil || !filepath.IsAbs(program) {
			continue
		}
		if dir = filepath.Dir(program); !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	return out
}
