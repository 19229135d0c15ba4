package ask

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/sqg-dev/sqg/internal/cli/inspect"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Nothing is what a tool without a question takes.
type Nothing struct{}

// Listing is what a project consists of.
type Listing struct {
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
	Kind      string   `json:"kind" jsonschema:"MIGRATE, BASELINE, TESTDATA, QUERY, EXEC or TABLE"`
	Name      string   `json:"name"`
	Modifiers []string `json:"modifiers,omitempty" jsonschema:"as they are written, such as :one"`
	Line      int      `json:"line"`
}

// Units lists the units of a project, their files, and the blocks of each file.
func Units(ctx context.Context, p Project, _ Nothing) (Listing, error) {
	out := Listing{Config: filepath.ToSlash(p.Config.File.Path), Units: []Unit{}}
	for _, k := range p.Known(ctx, "", nil).Units {
		u := Unit{Name: k.Unit, Engine: k.Engine, Generators: []string{}, Files: []File{}}
		for _, of := range p.Config.Units {
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
						file.Blocks = append(file.Blocks, Block{b.Kind.String(), b.Name, modifiers(b.Span.Text()),
							line})
					}
				}
				u.Files = append(u.Files, file)
			}
		}
		out.Units = append(out.Units, u)
	}
	return out, nil
}

// modifiers are the words of an annotation's line that begin with a colon.
func modifiers(line string) (list []string) {
	for _, word := range strings.Fields(line) {
		if strings.HasPrefix(word, ":") {
			list = append(list, word)
		}
	}
	return list
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

// Tables are those of the schema that the migrations make.
func Tables(ctx context.Context, p Project, in OfName) (Schema, error) {
	out := Schema{Units: []UnitSchema{}}
	known := p.Known(ctx, "", nil)
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
