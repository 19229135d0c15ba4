package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
	"github.com/sqg-dev/sqg/internal/syntax"
	"github.com/sqg-dev/sqg/internal/write"
)

// Between SQL and code: a method is found in the file that its statement's code is written to, as that file is now, and
// a statement by the names that its methods may have. Generated code says nothing of places.

// methodOf is where the methods of a statement are declared, in the code of each generator that has been written.
func (s *Server) methodOf(v *view, b *syntax.Block) []Location {
	out := []Location{}
	q := v.query(b)
	if q == nil || b.NameSpan.File == nil {
		return out
	}
	for _, g := range v.unit.Gens {
		if g.Target.Engine != v.engine.Name {
			continue
		}
		for _, f := range compile.Written(v.model.Alone(q), g, v.unit.Project, s.Version) {
			file := s.file(absolute(f.Path))
			if file == nil {
				continue // it has not been generated
			}
			for _, d := range surface.Declared(g.Target.Language, file.Text) {
				if surface.Bare(d.Name) == surface.Bare(q.Name.SQL) {
					out = append(out, s.location(source.Span{File: file, Start: d.Start, End: d.End}))
					break
				}
			}
		}
	}
	return out
}

// file is a file as it is in the editor, else on disk; nil for none.
func (s *Server) file(path string) *source.File {
	s.mu.Lock()
	doc := s.docs[path]
	s.mu.Unlock()
	if doc != nil {
		return doc.file
	}
	file, _ := source.Read(path)
	return file
}

// languages are those of source files, by how their names end.
var languages = map[string]string{
	".ts": "typescript", ".tsx": "typescript", ".mts": "typescript", ".cts": "typescript", ".js": "typescript",
	".jsx": "typescript", ".mjs": "typescript", ".vue": "typescript", ".svelte": "typescript",
	".java": "java", ".kt": "java", ".kts": "java", ".scala": "java", ".groovy": "java",
	".py": "python", ".ipynb": "python", ".go": "go", ".rs": "rust",
}

// fromCode are the statements whose method the name at a place of a source file is: in generated code, and where a
// program calls it if calls is set.
func (s *Server) fromCode(p PlaceParams, calls bool) []Location {
	out := []Location{}
	path := pathOf(p.TextDocument.URI)
	file := s.file(path)
	language := languages[filepath.Ext(path)]
	if file == nil || language == "" {
		return out
	}
	generated := write.Generated(file.Text)
	name, called := identifierAt(file.Text, linesOf(file.Text, s.units).offset(p.Position))
	if name == "" || !generated && !(calls && called) {
		return out
	}
	for _, b := range s.blocksFor(path, language, generated) {
		if slices.Contains(namesOf(b, language), surface.Bare(name)) {
			if at := s.location(b.NameSpan); !slices.Contains(out, at) {
				out = append(out, at)
			}
		}
	}
	return out
}

func hasMethods(b *syntax.Block) bool {
	return b.Kind == syntax.Query || b.Kind == syntax.Exec || b.Kind == syntax.Table
}

// namesOf are the bare names that methods of a block may have: of a table with its schema and without.
func namesOf(b *syntax.Block, language string) []string {
	names := surface.MethodNames(language, b.Name, b.Kind == syntax.Table)
	if len(b.Path) > 1 {
		names = append(names, surface.MethodNames(language, b.Path[len(b.Path)-1], true)...)
	}
	return names
}

// blocksFor are the blocks that a source file may be about: those of units that generate into its folder, or into one
// above it; for a program's own file, those of the projects around it. They need not be analysed.
func (s *Server) blocksFor(path, language string, generated bool) (list []*syntax.Block) {
	s.mu.Lock()
	read := readerOf(maps.Clone(s.docs))
	var units []config.Unit
	for _, p := range s.sorted() {
		if p.state.config != nil && (generated || within(path, s.around(p))) {
			units = append(units, p.state.config.Units...)
		}
	}
	s.mu.Unlock()
	for _, u := range units {
		i := slices.IndexFunc(u.Gens, func(g config.Gen) bool {
			return g.Target.Language == language && (!generated || within(path, absolute(g.Dir)))
		})
		if i < 0 {
			continue
		}
		for _, f := range u.Files {
			if file, err := read(f.Path); err == nil {
				blocks, _ := syntax.Parse(file, engine.Find(u.Gens[i].Target.Engine).Dialect)
				list = append(list, slices.DeleteFunc(blocks, func(b *syntax.Block) bool { return !hasMethods(b) })...)
			}
		}
	}
	return list
}

// around is the folder whose source files may call what a project generates: the workspace's around it, else its own.
// The lock is held.
func (s *Server) around(p *project) string {
	dir := filepath.ToSlash(filepath.Dir(p.path))
	out := dir
	longest := -1
	for _, root := range s.roots {
		if within(dir, root) && len(root) > longest {
			out, longest = root, len(root)
		}
	}
	return out
}

func absolute(dir string) string {
	if a, err := filepath.Abs(dir); err == nil {
		dir = a
	}
	return filepath.ToSlash(dir)
}

// identifierAt is the name at an offset of a source file, and whether it is a method that is called there.
func identifierAt(text string, offset int) (name string, called bool) {
	word := func(c byte) bool {
		return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	start, end := offset, offset
	for start > 0 && word(text[start-1]) {
		start--
	}
	for end < len(text) && word(text[end]) {
		end++
	}
	return text[start:end], calledAt(text, start, end)
}

// calledAt reports whether a name is that of an object's method, which is called or, in Java, named by ::.
func calledAt(text string, start, end int) bool {
	before := strings.TrimRight(text[:start], " \t\r\n")
	behind := strings.TrimLeft(text[end:], " \t")
	return strings.HasSuffix(before, "::") ||
		strings.HasSuffix(before, ".") && (strings.HasPrefix(behind, "(") || strings.HasPrefix(behind, "<"))
}

// within reports whether a path is a folder or below it.
func within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

// implementation leads from a call in a program to the statement.
func (s *Server) implementation(_ context.Context, p PlaceParams) (any, error) {
	return s.fromCode(p, true), nil
}
