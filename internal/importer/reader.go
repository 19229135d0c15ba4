package importer

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

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

// Warn says what is left to the user, and where.
func (r *Reader) Warn(at source.Span, hint, format string, args ...any) {
	r.Diags = append(r.Diags, diag.Diagnostic{Code: diag.Imported, Severity: diag.Warning, Span: at, Msg: fmt.Sprintf(format, args...), Hint: hint})
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
		return name+".sql" == SchemaFile || slices.ContainsFunc(u.Files, func(f *File) bool { return f.Name == name+".sql" })
	}) + ".sql"
}
