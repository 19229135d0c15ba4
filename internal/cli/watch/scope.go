package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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

func newScope(config string) *scope {
	return &scope{config: absolute(config)}
}

// reload takes the patterns of sqg.yaml as it is now. Where it cannot be read, those before stay.
func (s *scope) reload() {
	patterns := config.Patterns(s.config)
	if len(patterns) == 0 {
		return
	}
	s.patterns = nil
	for _, p := range patterns {
		for _, p := range []string{p, escaped(p)} { // a pattern, or a file whose name looks like one
			if !filepath.IsAbs(p) {
				p = filepath.Join(escaped(filepath.Dir(s.config)), p)
			}
			if p = filepath.ToSlash(p); !slices.Contains(s.patterns, p) {
				s.patterns = append(s.patterns, p)
			}
		}
	}
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

// concerns reports whether an event may change what the project reads: one of its files, or a folder that files of it
// may be in.
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
	if strings.HasPrefix(filepath.ToSlash(s.config), slashed+"/") {
		return true
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
