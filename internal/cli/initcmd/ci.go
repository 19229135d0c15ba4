package initcmd

import (
	_ "embed"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/version"
	"github.com/sqg-dev/sqg/internal/write"
)

//go:embed ci/github.yml.tmpl
var github string

// services run `sqg check` for a repository, each by a file of its own.
var services = map[string]struct{ path, text string }{
	"github": {".github/workflows/sqg.yml", github},
}

// checked is the file by which a service checks the project of a folder. Services look for it at the root of the
// repository.
func checked(service, dir string) (write.File, error) {
	s, ok := services[service]
	if !ok {
		return write.File{}, &app.UsageError{Msg: "there is no file for `--ci " + service + "`",
			Hint: "it takes " + strings.Join(slices.Sorted(maps.Keys(services)), " or ")}
	}
	root, project := repository(dir)
	var b strings.Builder
	err := template.Must(template.New(service).Parse(s.text)).Execute(&b, struct{ Version, Config string }{
		version.Version, strconv.Quote(filepath.ToSlash(filepath.Join(project, config.DefaultPath)))})
	return write.File{Path: filepath.Join(root, filepath.FromSlash(s.path)), Text: b.String()}, err
}

// repository is the folder of the repository that a folder is in, as a path like that folder's, and the way from there;
// the folder itself where there is none.
func repository(dir string) (root, project string) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir, ""
	}
	for at, root := abs, dir; ; at, root = filepath.Dir(at), filepath.Join(root, "..") {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return root, project
		}
		if filepath.Dir(at) == at {
			return dir, ""
		}
		project = filepath.Join(filepath.Base(at), project)
	}
}
