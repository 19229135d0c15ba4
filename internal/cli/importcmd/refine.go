package importcmd

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/analyze"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
	"github.com/sqg-dev/sqg/internal/write"
)

// refiner makes of a project what the engine knows of its statements: which return rows, and how many columns; and it
// leaves out, with the reason, what sqg does not take.
type refiner struct {
	app     *app.App
	project *importer.Project
	cache   *compile.Cache // the schema stays from round to round
	diags   []diag.Diagnostic

	compare func(ctx context.Context, dir string, models []*ir.Model) error // takes what has become of the project; nil for no one to take it
}

// rounds are more than a statement can need to be left out, or right.
const rounds = 12

func (r *refiner) refine(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "sqg-import-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r.cache = compile.NewCache()
	defer r.cache.Close()
	for range rounds {
		result := r.compiled(ctx, dir)
		if ctx.Err() != nil {
			return app.Interrupted
		}
		if result == nil || len(r.project.Units) == 0 {
			return nil
		}
		if changed := r.mend(dir, result.Diags.All()); !changed && !r.improve(result.Models) {
			if r.compare != nil {
				return r.compare(ctx, dir, result.Models)
			}
			return nil
		}
	}
	return nil
}

// compiled compiles the project as it is now; nil where that is beyond its statements.
func (r *refiner) compiled(ctx context.Context, dir string) *compile.Result {
	return r.trying(ctx, dir, "", nil)
}

// trying does so, and hands a statement over to be run.
func (r *refiner) trying(ctx context.Context, dir, statement string, try func(analyze.Tried)) *compile.Result {
	if _, failed := write.Files(files(r.project, dir, true)); len(failed) > 0 {
		r.diags = append(r.diags, placeless(dir, failed)...)
		return nil
	}
	const trusted = true // outputs may lead out of the folder, and nothing is written
	cfg, diags := config.Load(filepath.Join(dir, config.DefaultPath), r.app.Env, trusted)
	if cfg == nil {
		r.diags = append(r.diags, placeless(dir, diags)...)
		return nil
	}
	options := r.app.Options(nil)
	options.Cache, options.Plan, options.Try = r.cache, statement, try
	return compile.Run(ctx, cfg, options)
}

// mend changes what errors are about, or leaves it out, and reports whether it did.
func (r *refiner) mend(dir string, diags []diag.Diagnostic) (changed bool) {
	seen := map[*importer.Statement]bool{}
	for _, d := range diags {
		if d.Severity != diag.Error {
			continue
		}
		unit, file := r.place(dir, d)
		if file == nil {
			if unit != nil {
				because := ""
				if b := blockAt(unit, d.Span); b != nil {
					because = ", because of " + b.Name
				}
				r.report(diag.Diagnostic{Msg: "the schema of " + unit.Name + " stays with the other tool" + because +
					": " + d.Msg, Hint: d.Hint})
				r.project.Units = slices.DeleteFunc(r.project.Units, func(u *importer.Unit) bool { return u == unit })
				return true
			}
			r.diags = append(r.diags, placeless(dir, []diag.Diagnostic{d})...)
			continue
		}
		s := statementAt(unit, file, d.Span)
		if s == nil || seen[s] {
			continue
		}
		seen[s], changed = true, true
		r.change(s, d)
	}
	return changed
}

// change makes a statement what an error says it is, or leaves it out.
func (r *refiner) change(s *importer.Statement, d diag.Diagnostic) {
	result := "result=" + s.Result
	switch {
	case d.Code == diag.NoColumns && s.Kind == "EXEC" && len(s.Modifiers) == 0:
		s.Kind, s.Modifiers, s.Rows = "QUERY", nil, true
		r.left(s, "", "%s returns rows, which the other tool's method did not: it is a QUERY now", s.Name)
	case d.Code == diag.NoColumns && s.Kind == "QUERY":
		s.Kind, s.Modifiers, s.Rows = "EXEC", nil, false
		r.left(s, "", "%s returns no rows: its method returns how many it changed", s.Name)
	case (d.Code == diag.RowTypeMismatch || d.Code == diag.NameClash) && s.Has(result):
		s.Modifiers = slices.DeleteFunc(s.Modifiers, func(m string) bool { return m == result })
		r.left(s, "", "the row of %s cannot be a %s: %s", s.Name, s.Result, d.Msg)
	default:
		s.Refused = d.Msg
		r.left(s, d.Hint, "%s stays with the other tool: %s", s.Name, d.Msg)
	}
}

func (r *refiner) left(s *importer.Statement, hint, format string, args ...any) {
	r.report(diag.Diagnostic{Span: s.Span, Msg: fmt.Sprintf(format, args...), Hint: hint})
}

func (r *refiner) report(d diag.Diagnostic) {
	d.Code, d.Severity = diag.Imported, diag.Warning
	r.diags = append(r.diags, d)
}

// improve says what only the analysis tells, and reports whether it did: which statements return one column, and where
// arguments would come in another order than in the other tool's call.
func (r *refiner) improve(models []*ir.Model) (changed bool) {
	for i, u := range r.project.Units {
		if i >= len(models) {
			return changed
		}
		for _, f := range u.Files {
			for _, s := range f.Statements {
				q := query(models[i], s.Name)
				if q == nil || s.Refused != "" {
					continue
				}
				if s.Rows && !s.Has("pluck") && q.Row != nil && len(q.Row.Fields) == 1 && s.Result == "" {
					s.Modifiers = append(s.Modifiers, "pluck")
					changed = true
				}
				changed = reorder(s, q) || changed
			}
		}
	}
	return changed
}

func query(m *ir.Model, name string) *ir.Query {
	for _, q := range m.Queries {
		if q.Name.SQL == name {
			return q
		}
	}
	return nil
}

// samples are values of a type, which @set takes beside a parameter's place.
var samples = map[ir.Kind]string{ir.Bool: "true", ir.Text: "'a'", ir.Date: "'2030-01-31'", ir.Time: "'12:00:00'",
	ir.Timestamp:   "'2030-01-31 12:00:00'",
	ir.TimestampTZ: "'2030-01-31 12:00:00Z'", ir.JSON: "'{}'", ir.UUID: "'00000000-0000-0000-0000-000000000000'",
	ir.Blob: "''", ir.Array: "'{}'",
	ir.Int16: "1", ir.Int32: "1", ir.Int64: "1", ir.Float32: "1.5", ir.Float64: "1.5", ir.Decimal: "1.5"}

// reorder has arguments in the order that callers know.
func reorder(s *importer.Statement, q *ir.Query) bool {
	names := make([]string, len(q.Params))
	for i, p := range q.Params {
		names[i] = p.Name.SQL
	}
	if len(names) != len(s.Params) || slices.Equal(names, s.Params) {
		return false
	}
	ordered := make([]importer.Sample, 0, len(s.Params))
	for _, name := range s.Params {
		value := "null"
		at := slices.Index(names, name)
		if at < 0 {
			return false
		}
		if asked := slices.ContainsFunc(s.Samples,
			func(have importer.Sample) bool { return have.Name == name }); !asked && !q.Params[at].Nullable {
			if value = samples[q.Params[at].Type.Kind]; value == "" {
				return false
			}
		}
		ordered = append(ordered, importer.Sample{Name: name, Value: value})
	}
	s.Samples = ordered
	return true
}

// place is the unit and the file of an error; the file is nil where it is about the schema.
func (r *refiner) place(dir string, d diag.Diagnostic) (*importer.Unit, *importer.File) {
	if d.Span.File == nil {
		return nil, nil
	}
	rel, err := filepath.Rel(dir, filepath.FromSlash(d.Span.File.Path))
	if err != nil {
		return nil, nil
	}
	folder, name := filepath.Split(filepath.ToSlash(rel))
	for _, u := range r.project.Units {
		if strings.Trim(strings.TrimPrefix(folder, importer.Folder), "/") != u.Folder {
			continue
		}
		if name == importer.SchemaFile {
			return u, nil
		}
		for _, f := range u.Files {
			if f.Name == name {
				return u, f
			}
		}
	}
	return nil, nil
}

// statementAt is the statement that an error stands in.
func statementAt(u *importer.Unit, f *importer.File, at source.Span) *importer.Statement {
	b := blockAt(u, at)
	for _, s := range f.Statements {
		if b != nil && s.Name == cmp.Or(b.Alias, b.Name) && s.Refused == "" {
			return s
		}
	}
	return nil
}

// blockAt is the block of a file of sqg's that an error stands in; nil where the file has none.
func blockAt(u *importer.Unit, at source.Span) (found *syntax.Block) {
	blocks, _ := syntax.Parse(at.File, u.Engine.Dialect)
	for _, b := range blocks {
		if found == nil || b.Span.Start <= at.Start {
			found = b
		}
	}
	return found
}

// placeless are errors of files that nobody will have.
func placeless(dir string, diags []diag.Diagnostic) (out []diag.Diagnostic) {
	for _, d := range diags {
		if d.Severity == diag.Error {
			out = append(out, diag.Diagnostic{Code: d.Code,
				Msg: strings.ReplaceAll(d.Msg, dir+string(filepath.Separator), ""), Hint: d.Hint})
		}
	}
	return out
}

// summary is what has been imported.
func (r *refiner) summary(dir string) string {
	taken, all := 0, 0
	for _, u := range r.project.Units {
		for _, f := range u.Files {
			for _, s := range f.Statements {
				if all++; s.Refused == "" {
					taken++
				}
			}
		}
	}
	command := "sqg"
	if filepath.Clean(dir) != "." {
		command += " " + filepath.ToSlash(filepath.Clean(dir))
	}
	return fmt.Sprintf("%d of %d statements imported. Generate code with `%s`.", taken, all, command)
}
