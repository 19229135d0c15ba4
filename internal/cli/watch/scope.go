package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/fsnotify/fsnotify"

	"github.com/sqg-dev/sqg/internal/config"
)

// scope is what a project reads: sqg.yaml, and whatever its patterns match now or might match later. Folders are
// watched, not files, since editors replace a file by renaming another over it.
type scope struct {
	config   string   // absolute path of sqg.yaml
	patterns []string // absolute and slash separated
	watched  map[string]bool
}

func newScope(path string) *scope {
	return &scope{config: absolute(path)}
}

func scopeOf(path string, cfg *config.Config) *scope {
	s := newScope(path)
	for _, u := range cfg.Units {
		for _, p := range u.Patterns {
			if !filepath.IsAbs(p) {
				p = filepath.Join(escaped(absolute(cfg.Dir)), p)
			}
			s.patterns = append(s.patterns, filepath.ToSlash(p))
		}
		for _, f := range u.Files { // also those whose names hold a pattern's special characters
			s.patterns = append(s.patterns, filepath.ToSlash(escaped(absolute(f.Path))))
		}
	}
	return s
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// escaped is a path as a pattern that matches nothing else.
func escaped(path string) string {
	if filepath.Separator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `{`, `\{`).Replace(path)
}

// folders lists the existing folders in which a file of the scope is or may appear.
func (s *scope) folders() []string {
	s.watched = map[string]bool{}
	var out []string
	add := func(dir string) {
		if !s.watched[dir] {
			s.watched[dir] = true
			out = append(out, dir)
		}
	}
	add(existing(filepath.Dir(s.config)))
	for _, p := range s.patterns {
		base, rest := doublestar.SplitPattern(p)
		base = existing(filepath.FromSlash(base))
		if !strings.Contains(rest, "/") {
			add(base)
			continue
		}
		filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil // what cannot be read cannot be watched
			}
			if d.IsDir() {
				add(path)
			}
			return nil
		})
	}
	return out
}

// existing is the nearest folder above a path that is there.
func existing(dir string) string {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return dir
		}
		dir = parent
	}
}

// concerns tells whether an event may change what the project reads: one of its files, or a folder that files of it may
// be in.
func (s *scope) concerns(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod {
		return false
	}
	path := absolute(e.Name)
	if path == s.config || s.watched[path] && e.Op&(fsnotify.Remove|fsnotify.Rename) != 0 {
		return true
	}
	slashed := filepath.ToSlash(path)
	for _, p := range s.patterns {
		if ok, _ := doublestar.Match(p, slashed); ok {
			return true
		}
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return false
	}
	for _, p := range s.patterns {
		base, rest := doublestar.SplitPattern(p)
		under := strings.HasPrefix(slashed+"/", base+"/") && strings.Contains(rest, "/")
		if under || strings.HasPrefix(base+"/", slashed+"/") {
			return true
		}
	}
	return false
}
