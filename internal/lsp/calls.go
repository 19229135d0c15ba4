package lsp

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
	"unique"

	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
	"github.com/sqg-dev/sqg/internal/syntax"
	"github.com/sqg-dev/sqg/internal/write"
)

// What calls a statement is found by the words of source files: no server of a language tells another one. A method of
// another object is counted, too, if it has the same name.

// calls are the methods that source files call. Files are read again when they have changed on disk.
type calls struct {
	mu     sync.Mutex
	looked map[string]time.Time // at a folder
	files  map[string]*codeFile
}

type codeFile struct {
	modified time.Time
	size     int64
	language string
	calls    []call
	seen     bool // in the folder that was looked at last
}

// call is a bare name that is called, and where it starts in the file.
type call struct {
	name unique.Handle[string]
	at   int32
}

// What is looked at in a folder: more is left out.
const (
	mostFiles = 20_000
	mostSize  = 1 << 20  // of a file
	mostText  = 64 << 20 // of all
)

// fresh is how long a folder is not looked at again to count calls.
const fresh = 5 * time.Second

// look finds the source files of a folder, but those that are generated. The lock is held.
func (c *calls) look(root string, age time.Duration) {
	if time.Since(c.looked[root]) < age {
		return
	}
	if c.files == nil {
		c.files, c.looked = map[string]*codeFile{}, map[string]time.Time{}
	}
	for path, f := range c.files {
		if within(path, root) {
			f.seen = false
		}
	}
	files, size := 0, int64(0)
	walk(root, func(path string, d fs.DirEntry) bool {
		language := languages[filepath.Ext(path)]
		if language == "" {
			return true
		}
		info, err := d.Info()
		if err != nil || info.Size() > mostSize || !info.Mode().IsRegular() {
			return true
		}
		files, size = files+1, size+info.Size()
		f := c.files[path]
		if f == nil || !f.modified.Equal(info.ModTime()) || f.size != info.Size() {
			text, _ := os.ReadFile(path)
			without := strings.TrimPrefix(string(text), "\ufeff") // as source.Read has it
			f = &codeFile{modified: info.ModTime(), size: info.Size(), language: language, calls: callsIn(without)}
			c.files[path] = f
		}
		f.seen = true
		return files < mostFiles && size < mostText
	})
	for path, f := range c.files {
		if within(path, root) && !f.seen {
			delete(c.files, path)
		}
	}
	c.looked[root] = time.Now()
}

// callsIn are the calls of a text; of what is generated none.
func callsIn(text string) (list []call) {
	if !utf8.ValidString(text) || len(text) > math.MaxInt32 || write.Generated(text) {
		return nil
	}
	for i := 0; i < len(text); i++ {
		if c := text[i]; c != '.' && c != ':' {
			continue
		}
		start := i + 1
		for start < len(text) && strings.IndexByte(" \t\r\n", text[start]) >= 0 {
			start++
		}
		if name, called := identifierAt(text, start); name != "" && called {
			list = append(list, call{unique.Make(surface.Bare(name)), int32(start)})
		}
	}
	return slices.Clip(list)
}

// of are the calls of methods, by name, in the source files of a folder, and whether there is such a file.
func (c *calls) of(root string, age time.Duration, wanted func(language, name string) bool,
	found func(path string, at int)) (any bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.look(root, age)
	for path, f := range c.files {
		if !within(path, root) {
			continue
		}
		for _, call := range f.calls {
			if wanted(f.language, call.name.Value()) {
				found(path, int(call.at))
			}
		}
		any = true
	}
	return any
}

// callers are where the methods of a block are called.
func (s *Server) callers(v *view, b *syntax.Block) []Location {
	names := map[string][]string{}
	for _, language := range v.languages() {
		names[language] = namesOf(b, language)
	}
	var at []source.Span
	s.mu.Lock()
	root := s.around(v.project)
	s.mu.Unlock()
	s.calls.of(root, 0, func(language, name string) bool { return slices.Contains(names[language], name) },
		func(path string, offset int) {
			at = append(at, source.Span{File: &source.File{Path: path}, Start: offset})
		})
	out := []Location{}
	slices.SortFunc(at, func(a, b source.Span) int {
		if a.File.Path != b.File.Path {
			return strings.Compare(a.File.Path, b.File.Path)
		}
		return a.Start - b.Start
	})
	for _, one := range at {
		file := s.file(one.File.Path)
		if file == nil || one.Start >= len(file.Text) {
			continue // it has changed meanwhile
		}
		name, _ := identifierAt(file.Text, one.Start)
		if !slices.Contains(names[languages[filepath.Ext(one.File.Path)]], surface.Bare(name)) {
			continue // so has the text of the editor
		}
		out = append(out, s.location(source.Span{File: file, Start: one.Start, End: one.Start + len(name)}))
	}
	return out
}

// languages are those that the unit has code of.
func (v *view) languages() (list []string) {
	for _, g := range v.unit.Gens {
		if !slices.Contains(list, g.Target.Language) {
			list = append(list, g.Target.Language)
		}
	}
	return list
}

// counted is how often the methods of each block of a document are called; nil where there is no source file.
func (s *Server) counted(v *view) map[*syntax.Block]int {
	owner := map[[2]string]*syntax.Block{}
	for _, b := range v.blocks {
		if !hasMethods(b) {
			continue
		}
		for _, language := range v.languages() {
			for _, name := range namesOf(b, language) {
				owner[[2]string{language, name}] = b
			}
		}
	}
	s.mu.Lock()
	root := s.around(v.project)
	s.mu.Unlock()
	counts := map[*syntax.Block]int{}
	var last *syntax.Block
	if !s.calls.of(root, fresh, func(language, name string) bool {
		last = owner[[2]string{language, name}]
		return last != nil
	}, func(string, int) { counts[last]++ }) {
		return nil
	}
	return counts
}
