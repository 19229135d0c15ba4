package mcp

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/cli/inspect"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
)

// Nothing is what a tool without a question takes.
type Nothing struct{}

// Project is what the tool of that name says.
type Project struct {
	Config string `json:"config" jsonschema:"the path of sqg.yaml"`
	Units  []Unit `json:"units"`
}

// Unit is one of its units, for one engine.
type Unit struct {
	Name       string   `json:"name"`
	Engine     string   `json:"engine"`
	Generators []string `json:"generators"`
	Files      []File   `json:"files"`
}

// File is an SQL file of a unit.
type File struct {
	Name   string  `json:"name" jsonschema:"relative to the folder of sqg.yaml, as check takes it"`
	Blocks []Block `json:"blocks"`
}

// Block is an annotated block of a file.
type Block struct {
	Kind string `json:"kind" jsonschema:"MIGRATE, BASELINE, TESTDATA, QUERY, EXEC or TABLE"`
	Name string `json:"name"`
	Line int    `json:"line"`
}

func (p *project) project(ctx context.Context, _ Nothing) (Project, error) {
	out := Project{Config: filepath.ToSlash(p.path), Units: []Unit{}}
	saved, err := p.saved()
	if err != nil {
		return out, err
	}
	for _, k := range saved.Known(ctx, "", nil).Units {
		u := Unit{Name: k.Unit, Engine: k.Engine, Generators: []string{}, Files: []File{}}
		for _, of := range saved.Config.Units {
			if of.Name != k.Unit {
				continue
			}
			for _, g := range of.Gens {
				if g.Target.Engine == k.Engine {
					u.Generators = append(u.Generators, g.Target.ID())
				}
			}
			for _, f := range of.Files {
				file := File{Name: f.Name, Blocks: []Block{}}
				for _, b := range k.Blocks {
					if b.Span.File.Path == f.Path {
						line, _ := b.Span.File.Position(b.Span.Start)
						file.Blocks = append(file.Blocks, Block{b.Kind.String(), b.Name, line})
					}
				}
				u.Files = append(u.Files, file)
			}
		}
		out.Units = append(out.Units, u)
	}
	return out, nil
}

// OfName asks for tables.
type OfName struct {
	Name string `json:"name,omitempty" jsonschema:"a part of the names of tables; without it all of them"`
}

// Schema are tables by unit and engine.
type Schema struct {
	Units []UnitSchema `json:"units"`
}

// UnitSchema are those of a unit.
type UnitSchema struct {
	Name   string          `json:"name"`
	Engine string          `json:"engine"`
	Tables []inspect.Table `json:"tables"`
	Enums  []inspect.Enum  `json:"enums"`
}

func (p *project) schema(ctx context.Context, in OfName) (Schema, error) {
	out := Schema{Units: []UnitSchema{}}
	saved, err := p.saved()
	if err != nil {
		return out, err
	}
	known := saved.Known(ctx, "", nil)
	for _, k := range known.Units {
		if k.Model == nil {
			return out, known.Wrong(nil)
		}
		only := *k.Model
		only.Queries, only.Appenders, only.Migrations = nil, nil, nil
		u := inspect.Of([]*ir.Model{&only}).Units[0]
		found := UnitSchema{Name: k.Unit, Engine: k.Engine, Tables: []inspect.Table{}, Enums: u.Enums}
		for _, t := range u.Tables {
			if strings.Contains(strings.ToLower(t.Name), strings.ToLower(in.Name)) {
				found.Tables = append(found.Tables, t)
			}
		}
		out.Units = append(out.Units, found)
	}
	return out, nil
}

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
		return Checked{}, &app.UsageError{Msg: "`file` and `text` go together", Hint: "leave out both to check what is saved"}
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
		return out, &app.UsageError{Msg: "no unit has the file " + in.File, Hint: app.DidYouMean(in.File, fileNames(cfg), "`project` lists the files; a new one has to be saved first")}
	}
	for _, d := range diags.All() {
		if d.Severity == diag.Notice {
			continue
		}
		f := Finding{Code: string(d.Code), Severity: d.Severity.String(), Message: d.Msg, Hint: d.Hint, Docs: diag.Docs(d.Code)}
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
