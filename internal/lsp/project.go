package lsp

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
)

// project is a sqg.yaml. It is analysed while a document of it is open.
type project struct {
	path  string          // of sqg.yaml
	files map[string]bool // paths of its SQL, as last read

	// The changes that concern it are counted: how many there are, and how many those before which it was analysed, and
	// checked to the end.
	now, analysed, done int

	state analysis
	found map[string][]diag.Diagnostic // by path

	// By unit and engine, as far as someone has asked.
	functions map[[2]string]functions
	plans     map[[2]string]plans

	cache *compile.Cache // of the worker; nil while nothing of it is open
}

// analysis is what is known of a project; none of it changes.
type analysis struct {
	config *config.Config // the last that is right; nil for none
	known  []compile.Known
	tables map[[2]string][]*ir.Table // the last that are known, by unit and engine
}

// enough is how many folders below one are looked into.
const enough = 20_000

// left are folders that hold what tools have put there.
var left = []string{"node_modules", "target", "dist", "build", "vendor", "__pycache__"}

// look finds the projects of the workspace's folders. The lock is held.
func (s *Server) look() {
	for _, root := range s.roots {
		walk(root, func(path string, d fs.DirEntry) bool {
			if d.Name() == config.DefaultPath {
				s.know(path)
			}
			return true
		})
	}
}

// walk visits the files of a folder, but those that tools have put there, until one is the last. The folder may be a
// symbolic link: only the slash behind it leads there.
func walk(root string, visit func(path string, d fs.DirEntry) (more bool)) {
	folders := 0
	filepath.WalkDir(filepath.FromSlash(root+"/"), func(name string, d fs.DirEntry, err error) error {
		path := strings.TrimSuffix(filepath.ToSlash(name), "/")
		switch {
		case err != nil:
			return nil // what cannot be read holds nothing
		case !d.IsDir():
			if !visit(path, d) {
				return fs.SkipAll
			}
			return nil
		case folders > enough:
			return fs.SkipAll
		case path != root && (strings.HasPrefix(d.Name(), ".") || slices.Contains(left, d.Name())):
			return fs.SkipDir
		}
		folders++
		return nil
	})
}

// know adds a project. The lock is held.
func (s *Server) know(config string) *project {
	if p := s.projects[config]; p != nil {
		return p
	}
	p := &project{path: config}
	s.projects[config] = p
	if cfg := s.load(p, source.Read); cfg != nil {
		p.files, p.state.config = filesOf(cfg), cfg
	}
	return p
}

// load reads a project's sqg.yaml; nil where that is wrong.
func (s *Server) load(p *project, read source.Reader) *config.Config {
	cfg, _ := config.LoadBy(read, p.path, s.Getenv, s.Trust)
	return cfg
}

func filesOf(cfg *config.Config) map[string]bool {
	files := map[string]bool{}
	for _, u := range cfg.Units {
		for _, f := range u.Files {
			files[f.Path] = true
		}
	}
	return files
}

// owners are the projects that a file belongs to: those that list it, else, of SQL, the one of the nearest sqg.yaml
// above it, which may be too broken to list anything. The lock is held.
func (s *Server) owners(file string) (list []*project) {
	if path.Base(file) == config.DefaultPath {
		return []*project{s.know(file)}
	}
	var nearest *project
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		name := path.Join(dir, config.DefaultPath)
		_, have := s.projects[name]
		if info, err := os.Stat(filepath.FromSlash(name)); have || err == nil && !info.IsDir() {
			nearest = s.know(name)
			break
		}
		if path.Dir(dir) == dir {
			break
		}
	}
	for _, p := range s.sorted() {
		if p.files[file] {
			list = append(list, p)
		}
	}
	if len(list) == 0 && nearest != nil && path.Ext(file) == ".sql" {
		list = []*project{nearest}
	}
	return list
}

// sorted are the projects by path. The lock is held.
func (s *Server) sorted() []*project {
	var list []*project
	for _, p := range s.projects {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b *project) int { return strings.Compare(a.path, b.path) })
	return list
}

// active are the projects of which a document is open. The lock is held.
func (s *Server) active() map[*project]bool {
	active := map[*project]bool{}
	for file := range s.docs {
		for _, p := range s.owners(file) {
			active[p] = true
		}
	}
	return active
}
