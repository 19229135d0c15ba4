package initcmd

import (
	_ "embed"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/version"
	"github.com/sqg-dev/sqg/internal/write"
)

var (
	//go:embed ci/github.yml.tmpl
	github string
	//go:embed ci/gitlab.yml.tmpl
	gitlab string
)

// service runs `sqg check` for a repository, by a file for each project.
type service struct {
	path string // with the project's name
	text string // a template

	// Of one that looks at a single file: that, and what names the others there.
	start, include string
}

var services = map[string]service{
	"github": {path: ".github/workflows/%s.yml", text: github},
	"gitlab": {path: ".gitlab/%s.yml", text: gitlab,
		start: ".gitlab-ci.yml", include: "include:\n  - local: /.gitlab/sqg*.yml\n"},
}

var unnamed = regexp.MustCompile(`[^\w.-]+`)

// checked are the files by which a service checks the project of a folder, and what the user has to do for that.
// Services look for them at the root of the repository.
func checked(name, dir string) (files []write.File, todo string, err error) {
	s, ok := services[name]
	if !ok {
		return nil, "", &app.UsageError{Msg: "there is no file for `--ci " + name + "`",
			Hint: "it takes " + strings.Join(slices.Sorted(maps.Keys(services)), " or ")}
	}
	root, project := repository(dir)
	file := strings.Trim("sqg-"+unnamed.ReplaceAllString(filepath.ToSlash(project), "-"), "-")
	path := filepath.ToSlash(filepath.Join(project, config.DefaultPath))
	var b strings.Builder
	err = template.Must(template.New(name).Parse(s.text)).Execute(&b,
		struct{ Name, Version, Config, Command string }{file, version.Version, path, "sqg check --strict " + shell(path)})
	files = []write.File{{Path: filepath.Join(root, filepath.FromSlash(fmt.Sprintf(s.path, file))), Text: b.String()}}
	if s.start == "" || err != nil {
		return files, "", err
	}
	start := filepath.Join(root, s.start)
	switch text, err := os.ReadFile(start); {
	case os.IsNotExist(err):
		files = append(files, write.File{Path: start, Text: s.include})
	case err != nil:
		return nil, "", err
	case !strings.Contains(string(text), strings.Split(s.include, " - ")[1]):
		todo = "Add to " + start + ":\n" + s.include
	}
	return files, todo, nil
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
