// Package importer makes a project of sqg out of one of another tool.
package importer

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/source"
)

// Folder is where the files of an imported project stand, beside sqg.yaml.
const Folder = "sqg"

// Project is what sqg makes of another tool's.
type Project struct {
	Name  string
	Units []*Unit
}

// Unit is one entry of sql: in sqg.yaml.
type Unit struct {
	Name   string
	Engine *engine.Info
	Schema []Script
	Rows   []string // of TESTDATA
	Files  []*File
	Gens   []Gen
	Folder string // of its files, under Folder; "" for that itself
}

// Script is a part of a schema: what a migration of another tool does.
type Script struct{ ID, Text string }

// File is a file of statements.
type File struct {
	Name       string // without a folder
	Statements []*Statement
}

// Gen is an entry of gen:. Options are those of config:, as YAML writes them.
type Gen struct {
	Generator, Output, Name string
	Options                 []string
	Overrides               []string
}

// Statement is a block of annotated SQL.
type Statement struct {
	Kind, Name string
	Table      string   // of TABLE: where Name is another name for it
	Modifiers  []string // in their order
	Doc        []string
	Samples    []Sample // the @set lines
	Results    []Sample // what the annotation says of columns: "not null"
	Lists      []string // parameters that are all values of an IN
	Embeds     []string // aliases whose columns are an object of the row, which is called so
	SQL        string
	Span       source.Span // in the other tool's file
	Params     []string    // in the order of the other tool's calls
	Result     string      // the row type that callers know; "" where nobody does
	Rows       bool        // the other tool's method returns rows
	Claims     []Claim     // what the other tool's generated code says of the columns; none where it is not there
	Refused    string      // why sqg cannot take it; "" where it can
}

// Sample is an @set line.
type Sample struct{ Name, Value string }

// Text is the block.
func (s *Statement) Text() string {
	var b strings.Builder
	for _, line := range s.Doc {
		b.WriteString(strings.TrimRight("-- "+line, " ") + "\n")
	}
	opening, closing := "--", ""
	if len(s.Embeds) > 0 {
		closing = "  embed:\n"
		for _, alias := range s.Embeds {
			closing += "    " + alias + ": " + alias + "\n"
		}
	}
	if len(s.Results) > 0 {
		closing += "  result:\n"
		for _, r := range s.Results {
			closing += "    " + r.Name + ": " + r.Value + "\n"
		}
	}
	if len(s.Lists) > 0 {
		closing += "  params:\n"
		for _, name := range s.Lists {
			closing += "    " + name + ": list\n"
		}
	}
	if closing != "" {
		opening, closing = "/*", closing+"*/\n"
	}
	fmt.Fprintf(&b, "%s %s %s", opening, s.Kind, s.Name)
	for _, m := range s.Modifiers {
		b.WriteString(" :" + m)
	}
	b.WriteString("\n" + closing)
	if s.Kind == "TABLE" {
		if s.Table != s.Name {
			b.WriteString(s.Table + "\n")
		}
		return b.String()
	}
	for _, set := range s.Samples {
		fmt.Fprintf(&b, "@set %s = %s\n", set.Name, set.Value)
	}
	return b.String() + strings.TrimSpace(s.SQL) + ";\n"
}

// Has reports whether a modifier is there already.
func (s *Statement) Has(modifier string) bool { return slices.Contains(s.Modifiers, modifier) }

// SchemaFile is the name of the file that has a unit's schema.
const SchemaFile = "baseline.sql"

// Texts are a project's files, by their paths beside sqg.yaml.
func (p *Project) Texts() map[string]string {
	texts := map[string]string{"sqg.yaml": p.yaml()}
	for _, u := range p.Units {
		blocks := make([]string, len(u.Schema))
		for i, s := range u.Schema {
			blocks[i] = "-- BASELINE " + s.ID + "\n" + strings.TrimSpace(s.Text) + "\n"
		}
		for _, rows := range u.Rows {
			blocks = append(blocks, "-- TESTDATA\n"+rows+"\n")
		}
		texts[u.path(SchemaFile)] = strings.Join(blocks, "\n")
		for _, f := range u.Files {
			if text := f.text(); text != "" {
				texts[u.path(f.Name)] = text
			}
		}
	}
	return texts
}

func (u *Unit) path(name string) string { return path.Join(Folder, u.Folder, name) }

// text is what sqg takes of a file; "" for nothing.
func (f *File) text() string {
	var blocks []string
	for _, s := range f.Statements {
		if s.Refused == "" {
			blocks = append(blocks, s.Text())
		}
	}
	return strings.Join(blocks, "\n")
}

func (p *Project) yaml() string {
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\nname: %s\nsql:\n", p.Name)
	for _, u := range p.Units {
		files := []string{quoted(u.path(SchemaFile))}
		for _, f := range u.Files {
			if f.text() != "" {
				files = append(files, quoted(u.path(f.Name)))
			}
		}
		fmt.Fprintf(&b, "  - name: %s\n    files:\n", u.Name)
		for _, f := range files {
			b.WriteString("      - " + f + "\n")
		}
		if len(u.Gens) > 0 {
			b.WriteString("    gen:\n")
		}
		for _, g := range u.Gens {
			fmt.Fprintf(&b, "      - generator: %s\n        output: %s\n", g.Generator, quoted(g.Output))
			if g.Name != "" {
				fmt.Fprintf(&b, "        name: %s\n", g.Name)
			}
			if len(g.Options)+len(g.Overrides) > 0 {
				b.WriteString("        config:\n")
			}
			for _, o := range g.Options {
				b.WriteString("          " + o + "\n")
			}
			if len(g.Overrides) > 0 {
				b.WriteString("          overrides:\n")
			}
			for _, o := range g.Overrides {
				b.WriteString("            - " + o + "\n")
			}
		}
	}
	return b.String()
}

// quoted is a text as YAML takes it whatever is in it.
func quoted(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return !plainRune(r) }) < 0 {
		return text
	}
	return strconv.Quote(text)
}

func plainRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("./_-", r)
}
