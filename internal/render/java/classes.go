package java

import (
	"slices"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
)

// generators are those of an output's classes, behind that of the types which they share.
func generators(out *plan.Output) []*generator {
	if out.Classes[0] == out.Program {
		return []*generator{newGenerator(out.Program)}
	}
	types := newShared(out)
	gs := []*generator{types}
	for _, c := range out.Classes {
		g := newGenerator(c)
		g.unit, g.shared = types.unit, types.shared
		g.enumType, g.structType, g.wire, g.rowType = types.enumType, types.structType, types.wire, types.rowType
		g.readerOf = types.readerOf
		if types.reads() {
			g.base = types.class
		}
		gs = append(gs, g)
	}
	return gs
}

// newShared names the types that the classes of an output share.
func newShared(out *plan.Output) *generator {
	p := *out.Program
	p.Rows = out.Shared.Rows
	g := newGenerator(&p)
	g.unit, g.sharing = out.Program, true
	if g.inline() {
		g.fail(diag.ConfigValue, source.Span{}, "leave out one of the two",
			"classes: file shares what the classes need, and support: inline gives each its own")
		g.base = g.driver.support
	}
	for _, c := range out.Classes {
		g.names.Type(g.types, pascal(c.Name), "the class of "+c.Sources(), source.Span{})
	}
	g.class = g.names.Type(g.types, pascal(p.Name)+"Types", "the class that reads what the classes share",
		source.Span{})
	g.nameRows()
	g.nameTypes()
	for _, r := range g.rows {
		g.shared = append(g.shared, declaration{g.rowType[r],
			func(level int) emit.Doc { return g.rowRecord(level, r) }})
	}
	g.shared = append(g.shared, g.schemaTypes()...)
	p.Methods = nil // which the classes have
	return g
}

// reads reports whether the classes share anything that reads or writes.
func (g *generator) reads() bool {
	read := func(r *ir.Row) bool { return g.readers[r] }
	return len(g.p.Structs)+len(g.p.Unions) > 0 || slices.ContainsFunc(g.rows, read)
}

// own is a member that only the classes see which need it.
func (g *generator) own(member string) string {
	if g.sharing {
		return member
	}
	return "private " + member
}

// sharedFiles are the types that the classes share, and the class that reads and writes their values.
func (g *generator) sharedFiles() []emit.File {
	g.checkLimits()
	if diag.Failed(g.names.Diags) {
		return nil
	}
	var files []emit.File
	for _, d := range g.shared {
		g.imports = map[string]string{}
		text := emit.Print(emit.Concat(d.print(0), emit.HardLine()), width, indentUnit)
		files = append(files, emit.File{Name: d.name + ".java", Text: g.preamble(g.p.Notice()) + text})
	}
	if !g.reads() {
		return files
	}
	g.imports = map[string]string{}
	members := g.derivedConstructors()
	for _, r := range g.rows {
		if g.readers[r] {
			members = append(members, g.rowReader(r))
		}
		members = append(members, g.nesters(r)...)
	}
	members = append(members, g.encoders()...)
	members = append(members, g.conversions(members)...)
	doc := javadoc(0, []string{"Reads and writes the types that the classes of " + docText([]string{g.p.Name.SQL})[0] +
		" share."})
	head := "abstract class " + g.class + " extends " + g.base
	return append(files, emit.File{Name: g.class + ".java",
		Text: g.classFile(g.p.Notice(), doc, emit.Text(head), members)})
}
