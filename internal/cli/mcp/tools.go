package mcp

import (
	"context"
	"path/filepath"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

// Text asks for a check.
type Text struct {
	File string  `json:"file,omitempty" jsonschema:"a file of the project, relative to the folder of sqg.yaml"`
	Text *string `json:"text,omitempty" jsonschema:"what the file shall have; without it what it has"`
}

// Checked is what is wrong.
type Checked struct {
	Correct  bool      `json:"correct" jsonschema:"nothing is an error"`
	Findings []Finding `json:"findings"`
}

// Finding is a diagnostic.
type Finding struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Hint     string `json:"hint,omitempty" jsonschema:"what to do"`
	Docs     string `json:"docs" jsonschema:"the page of the code"`
}

func (p *project) check(ctx context.Context, in Text) (Checked, error) {
	if (in.File == "") != (in.Text == nil) {
		return Checked{}, &app.UsageError{Msg: "`file` and `text` go together",
			Hint: "leave out both to check what is saved"}
	}
	out := Checked{Correct: true, Findings: []Finding{}}
	found := false
	read := func(path string) (*source.File, error) {
		if in.Text != nil && p.name(path) == filepath.ToSlash(filepath.Clean(in.File)) {
			found = true
			return source.Decode(path, []byte(*in.Text))
		}
		return source.Read(path)
	}
	cfg, diags := p.load(read)
	if cfg != nil {
		opts := p.options(read)
		opts.Review, diags.Strict = true, cfg.Strict
		diags.Add(compile.Run(ctx, cfg, opts).Diags.All()...)
	}
	if in.Text != nil && !found {
		return out, &app.UsageError{Msg: "no unit has the file " + in.File,
			Hint: app.DidYouMean(in.File, fileNames(cfg), "`project` lists the files; a new one has to be saved first")}
	}
	for _, d := range diags.All() {
		if d.Severity == diag.Notice {
			continue
		}
		f := Finding{Code: string(d.Code), Severity: d.Severity.String(), Message: d.Msg, Hint: d.Hint,
			Docs: diag.Docs(d.Code)}
		if d.Span.File != nil {
			f.File = p.name(d.Span.File.Path)
			f.Line, f.Column = d.Span.File.Position(d.Span.Start)
		}
		out.Correct = out.Correct && d.Severity != diag.Error
		out.Findings = append(out.Findings, f)
	}
	return out, ctx.Err()
}

func fileNames(cfg *config.Config) (names []string) {
	if cfg == nil {
		return nil
	}
	for _, u := range cfg.Units {
		for _, f := range u.Files {
			names = append(names, f.Name)
		}
	}
	return names
}
