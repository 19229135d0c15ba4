package importcmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sqg-dev/sqg/internal/analyze"
	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/importer"
	"github.com/sqg-dev/sqg/internal/ir"
)

// comparison is what --check says, and prints with --format json.
type comparison struct {
	app.Report
	Tool        string       `json:"tool"`
	Compared    int          `json:"compared"` // columns
	Statements  int          `json:"statements"`
	Skipped     []skipped    `json:"skipped"`
	Differences []difference `json:"differences"`
}

// skipped is a statement that is not compared.
type skipped struct {
	Statement string `json:"statement"`
	Why       string `json:"why"`
}

// difference is a column of which the two say different things.
type difference struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Statement string `json:"statement"`
	Column    string `json:"column"`
	Theirs    string `json:"theirs"`
	Ours      string `json:"ours"`
	Why       string `json:"why"`
	Rows      *rows  `json:"rows,omitempty"`   // of TESTDATA; none where the unit has none
	NotRun    string `json:"notRun,omitempty"` // why there are none all the same

	unit  string
	index int
	null  bool // sqg says that it may be NULL
}

// rows are how many TESTDATA gives, how many of them are NULL, and whose word that contradicts.
type rows struct {
	All      int    `json:"all"`
	Null     int    `json:"null"`
	Supports string `json:"supports"` // sqg, the tool, or both
}

var says = map[bool]string{true: "NULL", false: "NOT NULL"}

// compare lists the columns whose nullability the other tool's generated code has otherwise, and writes nothing.
func compare(ctx context.Context, a *app.App, t *tool, path string, schema []string) error {
	config, dir := t.config(path)
	project, diags := t.read(config, schema)
	out := comparison{Report: app.Report{Command: "import", Diagnostics: diags}, Tool: t.name, Skipped: []skipped{},
		Differences: []difference{}}
	if project == nil {
		return a.Finish(out.Report, "")
	}
	for _, u := range project.Units {
		u.ReadRows(dir)
		for _, f := range u.Files {
			for _, s := range f.Statements {
				s.Results = nil // the proof is compared, and not the word of the other tool
			}
		}
	}
	r := refiner{app: a, project: project}
	r.compare = func(ctx context.Context, made string, models []*ir.Model) error {
		for i, u := range project.Units {
			out.unit(u, models[i], dir)
		}
		return r.witnesses(ctx, made, &out)
	}
	if err := r.refine(ctx); err != nil {
		return err
	}
	if problems := nothing(project, config); problems != nil {
		out.Diagnostics = append(append(out.Diagnostics, r.diags...), problems...)
		return a.Finish(out.Report, "")
	}
	out.Diagnostics = []diag.Diagnostic{} // those of an import
	if a.JSON {
		a.WriteJSON(out, "  ")
		return nil
	}
	fmt.Fprint(a.Out, out.text())
	return nil
}

// unit compares the statements of a unit.
func (c *comparison) unit(u *importer.Unit, m *ir.Model, dir string) {
	for _, f := range u.Files {
		for _, s := range f.Statements {
			if s.Kind == "TABLE" || s.Refused == "" && s.Kind == "EXEC" {
				continue
			}
			q := query(m, s.Name)
			switch {
			case s.Refused != "" || q == nil || q.Row == nil:
				c.skip(s, "sqg does not take it: "+s.Refused)
			case len(s.Claims) == 0:
				c.skip(s, c.Tool+" has generated nothing for it")
			default:
				c.statement(u, s, q.Row, dir)
			}
		}
	}
}

func (c *comparison) skip(s *importer.Statement, why string) {
	c.Skipped = append(c.Skipped, skipped{s.Name, why})
}

func (c *comparison) statement(u *importer.Unit, s *importer.Statement, row *ir.Row, dir string) {
	fields := flat(row)
	found := 0
	for i, f := range fields {
		claim := importer.Of(s.Claims, i, len(fields), f.Name.SQL)
		if claim == nil || claim.Null == engine.Unsaid {
			continue
		}
		found++
		theirs := claim.Null == engine.Yes
		if theirs == f.Nullable {
			continue
		}
		line, _ := s.Span.File.Position(s.Span.Start)
		file := s.Span.File.Path
		if rel, err := filepath.Rel(dir, filepath.FromSlash(file)); err == nil {
			file = filepath.ToSlash(rel)
		}
		c.Differences = append(c.Differences,
			difference{File: file, Line: line, Statement: s.Name, Column: f.Name.SQL, Theirs: says[theirs],
				Ours: says[f.Nullable],
				Why:  f.Why, unit: u.Name, index: i, null: f.Nullable})
	}
	if found == 0 {
		c.skip(s, "the types of "+c.Tool+" do not tell which columns may be NULL")
		return
	}
	c.Compared += found
	c.Statements++
}

// flat are the columns of a row; one of an object may be NULL only where the object is there, as its type says.
func flat(row *ir.Row) []ir.Field {
	fields := append([]ir.Field{}, row.Fields...)
	for _, m := range row.Members {
		if m.Object == nil {
			continue
		}
		for i, f := range flat(m.Object.Row) {
			at := m.Object.Columns[i]
			fields[at].Nullable, fields[at].Why = f.Nullable, f.Why
		}
	}
	return fields
}

// witnesses runs the statements of differences on the rows of TESTDATA.
func (r *refiner) witnesses(ctx context.Context, dir string, c *comparison) error {
	for i := range c.Differences {
		d := &c.Differences[i]
		for _, u := range r.project.Units {
			if u.Name != d.unit || len(u.Rows) == 0 {
				continue
			}
			r.trying(ctx, dir, d.Statement, func(t analyze.Tried) {
				if t.Unit == d.unit {
					d.witness(ctx, t, c.Tool)
				}
			})
			if ctx.Err() != nil {
				return app.Interrupted
			}
		}
	}
	return nil
}

// keptRows are enough to find a NULL among them.
const keptRows = 10000

// witness counts the NULLs of a column.
func (d *difference) witness(ctx context.Context, t analyze.Tried, tool string) {
	trial := engine.Trial{Rows: keptRows}
	for i, hint := range t.Stmt.Params {
		value := engine.Value{Sample: hint.Sample}
		if is := t.Is.Params[i]; hint.Sample == "" && !is.Nullable {
			if value.Sample = samples[is.Type.Kind]; value.Sample == "" {
				d.NotRun = hint.Name + " has no value: write @set " + hint.Name + " = … into the statement"
				return
			}
		}
		trial.Values = append(trial.Values, value)
	}
	got, err := t.Run(ctx, trial)
	if err != nil {
		var wrong *engine.Error
		if d.NotRun = err.Error(); errors.As(err, &wrong) {
			d.NotRun = wrong.Msg
		}
		return
	}
	d.Rows = &rows{All: len(got.Rows), Supports: "both"}
	for _, row := range got.Rows {
		if row[d.index] == nil {
			d.Rows.Null++
		}
	}
	if d.Rows.Null > 0 {
		if d.Rows.Supports = "sqg"; !d.null {
			d.Rows.Supports = tool
		}
	}
}

func (c *comparison) text() string {
	var b strings.Builder
	for _, d := range c.Differences {
		fmt.Fprintf(&b, "%s:%d  %s.%s\n  %s says %s, sqg %s: %s\n", d.File, d.Line, d.Statement, d.Column, c.Tool,
			d.Theirs, d.Ours, d.Why)
		switch {
		case d.NotRun != "":
			fmt.Fprintf(&b, "  not run on TESTDATA: %s\n", d.NotRun)
		case d.Rows == nil:
		case d.Rows.Null > 0:
			fmt.Fprintf(&b, "  TESTDATA: NULL in %d of %s, as %s says\n", d.Rows.Null, counted(d.Rows.All, "row"),
				d.Rows.Supports)
		default:
			fmt.Fprintf(&b, "  TESTDATA: NULL in none of %s, which fits both\n", counted(d.Rows.All, "row"))
		}
		b.WriteByte('\n')
	}
	for _, s := range c.Skipped {
		fmt.Fprintf(&b, "not compared: %s: %s\n", s.Statement, s.Why)
	}
	fmt.Fprintf(&b, "%s of %s compared, %d differ.\n", counted(c.Compared, "column"),
		counted(c.Statements, "statement"), len(c.Differences))
	return b.String()
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
