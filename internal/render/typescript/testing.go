package typescript

import (
	"io/fs"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/render/core"
	"github.com/sqg-dev/sqg/internal/surface"
)

// testFile is the module that makes databases for tests.
func testFile(out *plan.Output) []emit.File {
	if !surface.UnitHas(out.Program, surface.TestDatabase) {
		return nil
	}
	files := []string{"testing-file", "testing-" + driverName(out.Target, out.Options)}
	switch {
	case out.Test.Server != nil:
		files[0] = "testing-server"
	case out.Target.Embedded: // its database is no file
		files = files[1:]
	}
	imports, parts := []string{}, []emit.Doc{}
	for _, name := range files {
		imports = append(imports, foreignImports(name)...)
	}
	name := surface.Name(surface.TestDatabase, language, "")
	doc := docs(surface.Fill(surface.Doc(surface.TestDatabase, language), 112))
	parts = append(parts, emit.Concat(doc, "export function "+name+"(): Promise<TestDatabase> {",
		emit.Indent(emit.HardLine(), "return testDatabase();"), emit.HardLine(), "}"))
	for _, d := range core.NewPrelude(preludeFiles, ".ts", split, files...).All() {
		parts = append(parts, emit.Raw(d.Text))
	}
	if out.Test.Server != nil {
		for _, c := range out.Test.Server.Constants() {
			parts = append(parts, assigned("const "+camel(ir.NewName(c[0]))+" =", c[1], ";"))
		}
	}
	var schema []emit.Doc
	for _, sql := range out.Test.Schema {
		schema = append(schema, emit.Concat(literal(sql), ","))
	}
	parts = append(parts, emit.Concat("/** What makes the database, statement by statement. */", emit.HardLine(),
		"const schema: readonly string[] = [", emit.Indent(emit.HardLine(), emit.Join(emit.HardLine(), schema)),
		emit.HardLine(), "];"))
	head := "// " + out.Notice() + "\n\n" + strings.Join(imports, "\n")
	return []emit.File{{Name: kebab(out.Name) + "-testing" + out.Target.Extension(),
		Text: head + "\n\n" + printed(emit.Join(blank, parts)) + "\n"}}
}

// foreignImports are what a file of the prelude imports, but from other files of it.
func foreignImports(name string) (imports []string) {
	source, err := fs.ReadFile(preludeFiles, "prelude/"+name+".ts")
	if err != nil {
		panic(err)
	}
	head, _, _ := strings.Cut(string(source), "\n\n")
	for line := range strings.SplitSeq(head, "\n") {
		if strings.HasPrefix(line, "import ") && strings.Contains(line, " from ") && !strings.Contains(line, `"./`) {
			imports = append(imports, line)
		}
	}
	return imports
}
