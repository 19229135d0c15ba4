package importer

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Reader reads another tool's project, which a file configures, and collects what is left to the user.
type Reader struct {
	Dir     string // where paths begin
	Config  *source.File
	Dialect syntax.Dialect
	Diags   []diag.Diagnostic
}

// Open reads the configuration of a tool's project; hint says how another is named.
func Open(config, hint string) (*Reader, []diag.Diagnostic) {
	file, err := source.Read(config)
	if err != nil {
		return nil, []diag.Diagnostic{{Code: diag.NoFiles, Msg: "cannot read " + config + ": " + err.Error(),
			Hint: hint}}
	}
	return &Reader{Dir: filepath.Dir(config), Config: file}, nil
}

// Warn says what is left to the user, and where.
func (r *Reader) Warn(at source.Span, hint, format string, args ...any) {
	r.Diags = append(r.Diags, diag.Diagnostic{Code: diag.Imported, Severity: diag.Warning, Span: at,
		Msg: fmt.Sprintf(format, args...), Hint: hint})
}

// Word is the first place in the configuration where a text stands.
func (r *Reader) Word(text string) source.Span {
	at := strings.Index(r.Config.Text, text)
	if text == "" || at < 0 {
		return source.Span{File: r.Config}
	}
	return source.Span{File: r.Config, Start: at, End: at + len(text)}
}

// ProjectName is that of the folder.
func (r *Reader) ProjectName() string {
	name := ""
	if full, err := filepath.Abs(r.Dir); err == nil {
		name = strings.Trim(UnitName(filepath.Base(full)), "-_")
	}
	if name == "" || name[0] < 'A' {
		return "app"
	}
	return name
}

// UnitName leaves of a text what the name of a unit may hold.
func UnitName(text string) string {
	return strings.Map(func(r rune) rune {
		if plainRune(r) && !strings.ContainsRune("./", r) {
			return r
		}
		return '-'
	}, text)
}

// Sources are the files that match a pattern, in the order of their paths. Those in a folder of one of the names at the
// end are left out, as hidden ones are: they are made, or somebody else's.
func (r *Reader) Sources(pattern string, except ...string) (files []*source.File) {
	base, rest := doublestar.SplitPattern(path.Clean(pattern))
	dir := filepath.Join(r.Dir, filepath.FromSlash(base))
	found, err := doublestar.Glob(os.DirFS(dir), rest, doublestar.WithFilesOnly())
	if err != nil || len(found) == 0 {
		r.Warn(r.Word(rest), "", "there is no %s", pattern)
	}
	slices.Sort(found)
	for _, name := range found {
		out := func(folder string) bool { return strings.HasPrefix(folder, ".") || slices.Contains(except, folder) }
		if folders := strings.Split(path.Dir(name), "/"); name != path.Base(name) && slices.ContainsFunc(folders, out) {
			continue
		}
		f, err := source.Read(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			r.Warn(r.Word(rest), "", "cannot read %s: %v", name, err)
			continue
		}
		files = append(files, f)
	}
	return files
}

// One is where the one statement of a text stands. A text with several is refused: the tool keeps it.
func (r *Reader) One(s *Statement, tool, text string) (start, end int) {
	all := r.Dialect.Split(text)
	if len(all) == 0 {
		return 0, len(text)
	}
	if len(all) > 1 {
		s.Refused = "it holds more than one statement"
		r.Warn(s.Span, "write an annotation above each", "%s stays with %s: %s", s.Name, tool, s.Refused)
	}
	return all[0].Start, all[0].End
}

// Returns reports whether a statement returns rows, as far as its words tell.
func (r *Reader) Returns(sql string) bool {
	words := r.Dialect.Words(sql)
	return len(words) > 0 && (!slices.Contains([]string{"INSERT", "UPDATE", "DELETE", "REPLACE"}, words[0].Text) ||
		slices.ContainsFunc(words, func(w syntax.Word) bool { return w.Text == "RETURNING" }))
}

// Files are the SQL files of paths, which may be folders and patterns.
func (r *Reader) Files(paths []string) (files []*source.File) {
	for _, p := range paths {
		found, err := filepath.Glob(filepath.Join(r.Dir, filepath.FromSlash(p)))
		if err != nil || len(found) == 0 {
			r.Warn(r.Word(p), "", "there is no %s", p)
		}
		for _, at := range found {
			err := filepath.WalkDir(at, func(name string, d fs.DirEntry, err error) error {
				switch {
				case err != nil:
					return err
				case d.IsDir() && name != at:
					return fs.SkipDir
				case d.IsDir() || name != at && !strings.HasSuffix(name, ".sql"):
					return nil
				}
				f, err := source.Read(name)
				if err == nil {
					files = append(files, f)
				}
				return err
			})
			if err != nil {
				r.Warn(r.Word(p), "", "cannot read %s: %v", p, err)
			}
		}
	}
	return files
}

// Unused is a name of a file that no other of the unit has.
func (u *Unit) Unused(base string) string {
	return Free(base, func(name string) bool {
		return name+".sql" == SchemaFile ||
			slices.ContainsFunc(u.Files, func(f *File) bool { return f.Name == name+".sql" })
	}) + ".sql"
}
