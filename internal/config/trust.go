package config

import (
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
)

const trustHint = "where you know who wrote this sqg.yaml, and the SQL, run sqg with --trust"

// repositories are the folders by which version control is known.
var repositories = []string{".git", ".hg", ".jj", ".svn"}

// projectRoot is the folder that a project keeps to: the repository's that dir is in, else dir itself.
func projectRoot(dir string) string {
	dir = realPath(dir)
	for d := dir; ; d = filepath.Dir(d) {
		for _, name := range repositories {
			if _, err := os.Lstat(filepath.Join(d, name)); err == nil {
				return d
			}
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

// realPath is where a path leads, through symbolic links. The end of it need not be there yet.
func realPath(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if to, err := os.Readlink(path); err == nil { // a link to nothing, where a file would be written
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		if filepath.Dir(to) != filepath.Dir(path) {
			return filepath.Join(realPath(filepath.Dir(to)), filepath.Base(to))
		}
	}
	if parent := filepath.Dir(path); parent != path {
		return filepath.Join(realPath(parent), filepath.Base(path))
	}
	return path
}

// within reports whether all paths stand in the project, or the file is trusted.
func (b *builder) within(v *checked, paths ...string) bool {
	for _, p := range paths {
		if b.trust {
			break
		}
		rel, err := filepath.Rel(b.root, realPath(resolve(b.dir, filepath.FromSlash(p))))
		if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			continue
		}
		b.report(diag.Untrusted, v.span,
			"keep to the repository or folder of sqg.yaml, or run sqg with --trust where you know who wrote it",
			"`%s` leads out of the project", v.text)
		return false
	}
	return true
}

// nearby reports whether sqg may connect to an address. libpq sends the server there the passwords that it finds in
// PGPASSWORD and ~/.pgpass, so one that stands in the file has to be of this machine.
func (b *builder) nearby(v *checked) bool {
	if b.trust || strings.Contains(v.text, "$") || ofThisMachine(v.text) {
		return true
	}
	b.report(diag.Untrusted, v.span, "name an environment variable that holds it, as in `url: $PROD_URL`; "+trustHint,
		"`url` leads to another machine, which would be sent this one's passwords for PostgreSQL")
	return false
}

// ofThisMachine reports whether all hosts of an address are sockets or loopback. Only a URL is read.
func ofThisMachine(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return false
	}
	hosts := []string{u.Hostname()}
	for key, values := range u.Query() {
		switch key {
		case "host", "hostaddr":
			hosts = append(hosts, values...)
		case "service", "servicefile":
			return false // a file says what the host is
		}
	}
	return !slices.ContainsFunc(hosts, func(host string) bool {
		return host != "" && host != "localhost" && !strings.HasPrefix(host, "/") && !net.ParseIP(host).IsLoopback()
	})
}

// variables reports whether the environment may be looked into for a text: its value is in messages and within reach of
// the SQL, and part of an address that sqg connects to. A variable that is the whole of an address tells nobody else.
func (b *builder) variables(v *checked, whole bool) bool {
	if b.trust || !strings.Contains(v.text, "$") || whole && wholeVariable.MatchString(v.text) {
		return true
	}
	b.report(diag.Untrusted, v.span, trustHint, "`%s` puts an environment variable where it can be read", v.text)
	return false
}

var wholeVariable = regexp.MustCompile(`^\$(\w+|\{\w+\})$`)

// postgres reads what migrations need of a superuser.
func (b *builder) postgres(v *checked) (extensions, unsafe []string) {
	for _, e := range v.list("extensions") {
		if e != nil {
			extensions = append(extensions, e.text)
		}
	}
	for _, e := range v.list("unsafe") {
		if e == nil {
			continue
		}
		if !b.trust {
			b.report(diag.Untrusted, e.span, trustHint,
				"the block `%s` is to run as a superuser, who can run programs and read files of this machine", e.text)
		}
		unsafe = append(unsafe, e.text)
	}
	return extensions, unsafe
}
