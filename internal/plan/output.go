package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
)

// Output is the code of one generator for one unit.
type Output struct {
	*Program            // of the whole unit
	Classes  []*Program // one, or with the option classes: file one per SQL file
	Shared   Types      // at package level, where several classes may need them; else each class has its own
}

// Types are the types that classes may share.
type Types struct {
	Rows    []*ir.Row
	Enums   []*ir.EnumType
	Structs []*ir.StructType
	Unions  []*ir.StructType
}

// Lay divides a program into classes, as its options say. What a class of one file is called, and which types several
// may share, depends on no other file: row types that a query alone can have stay in its class, all others are shared.
func Lay(p *Program) (*Output, []diag.Diagnostic) {
	if p.Options.Classes != "file" {
		return &Output{Program: p, Classes: []*Program{p}}, nil
	}
	out := &Output{Program: p, Shared: Types{Enums: p.Enums, Structs: p.Structs, Unions: p.Unions}}
	for _, r := range p.Rows {
		if r.Role != ir.QueryRow {
			out.Shared.Rows = append(out.Shared.Rows, r)
		}
	}
	var diags []diag.Diagnostic
	needsOwn := len(p.Migrations)+len(p.Attached)+len(p.Extensions) > 0 || p.Options.Migrations
	for _, file := range p.Files {
		c := p.class(file)
		if len(c.Methods)+len(c.Appenders) == 0 {
			continue
		}
		if same := slices.IndexFunc(out.Classes, c.calledLike); same >= 0 {
			diags = append(diags, diag.Diagnostic{Code: diag.NameClash, Span: c.place(),
				Msg:   "the files " + out.Classes[same].Files[0] + " and " + file + " become classes of one name",
				Hint:  "rename one of the two",
				Notes: []diag.Note{{Span: out.Classes[same].place(), Msg: "the other is here"}}})
		}
		if c.calledLike(p) {
			c.own(p)
			needsOwn = false
		}
		out.Classes = append(out.Classes, c)
	}
	if needsOwn || len(out.Classes) == 0 {
		c := p.class("")
		c.Name, c.Files = p.Name, p.Files
		c.own(p)
		out.Classes = append([]*Program{c}, out.Classes...)
	}
	return out, diags
}

// class is the program of one file's statements.
func (p *Program) class(file string) *Program {
	base := path.Base(file)
	c := &Program{Target: p.Target, Name: ir.NewName(strings.TrimSuffix(base, path.Ext(base))), Project: p.Project,
		Files: []string{file}, Version: p.Version, Options: p.Options, Registered: p.Registered}
	c.Options.Migrations = false
	own := map[*ir.Row]bool{}
	for _, m := range p.Methods {
		if m.File == file {
			c.Methods = append(c.Methods, m)
			for row := range m.Row.Objects {
				own[row] = true
			}
		}
	}
	for _, a := range p.Appenders {
		if a.File == file {
			c.Appenders = append(c.Appenders, a)
		}
	}
	for _, r := range p.Rows {
		if r.Role == ir.QueryRow && own[r] {
			c.Rows = append(c.Rows, r)
		}
	}
	return c
}

// own gives the class of the unit's name what belongs to the unit as a whole.
func (p *Program) own(unit *Program) {
	p.Migrations, p.Attached, p.Extensions, p.Options.Migrations = unit.Migrations, unit.Attached, unit.Extensions,
		unit.Options.Migrations
}

func (p *Program) calledLike(other *Program) bool {
	return slices.Equal(p.Name.Words, other.Name.Words)
}

// place is where a class's first statement stands.
func (p *Program) place() (span source.Span) {
	if len(p.Methods) > 0 {
		return p.Methods[0].Span
	}
	if len(p.Appenders) > 0 {
		return p.Appenders[0].Span
	}
	return span
}
