package java

import (
	"io/fs"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
)

// testFile is the class that makes databases for tests.
func testFile(out *plan.Output) []emit.File {
	if !surface.UnitHas(out.Program, surface.TestDatabase) {
		return nil
	}
	file, url := "TestingFile", "jdbc:"+out.Target.Engine+":"
	if out.Test.Server != nil {
		file, url = "TestingServer", ""
	}
	source, err := fs.ReadFile(preludeFiles, "prelude/"+file+".java")
	if err != nil {
		panic(err)
	}
	_, text, _ := strings.Cut(string(source), "package prelude;\n")
	if out.Options.Package != "" {
		text = "package " + out.Options.Package + ";\n" + text
	} else {
		text = strings.TrimPrefix(text, "\n")
	}
	if out.Test.Server == nil { // the constant for the schema alone has a list
		text = strings.Replace(text, "import java.sql.Statement;\n",
			"import java.sql.Statement;\nimport java.util.List;\n", 1)
	}
	class := pascal(out.Name) + "TestDatabase"
	doc := printed(javadoc(1, surface.Doc(surface.TestDatabase, language)))
	text = strings.NewReplacer("  // data\n", printed(testData(out, url))+"\n", "  // method\n", doc+"\n", file, class,
		"newTestDatabase", called(surface.TestDatabase, "")).Replace(text)
	notice := strings.Join(fill("// "+out.Notice(), width, 0), "\n// ") + "\n"
	return []emit.File{{Name: class + ".java", Text: notice + text}}
}

// printed is a member of a class.
func printed(d emit.Doc) string {
	return emit.Print(emit.Concat("  ", emit.Indent(d)), width, indentUnit)
}

// testData are the constants that the methods read.
func testData(out *plan.Output, url string) emit.Doc {
	var constants []emit.Doc
	add := func(name, text string) {
		value, _ := quote(text, width-len("      ;"))
		constants = append(constants, emit.Group("private static final String "+name+" =",
			continued(emit.Line(), value), ";"))
	}
	if url != "" {
		add("URL", url)
	}
	if out.Test.Server != nil {
		for _, c := range out.Test.Server.Constants() {
			add(constant(ir.NewName(c[0])), c[1])
		}
	}
	schema := make([]emit.Doc, len(out.Test.Schema))
	for i, sql := range out.Test.Schema {
		schema[i], _ = quote(sql, width-len("          ,"))
	}
	list := emit.Doc(emit.Text("List.of()"))
	if len(schema) > 0 {
		list = brokenCall("List.of", schema...)
	}
	schemas := emit.Concat("/** What makes the database, statement by statement. */", emit.HardLine(),
		"private static final List<String> SCHEMA =", continued(emit.HardLine(), list), ";")
	return emit.Join(blankLine, append(constants, schemas))
}

var blankLine = emit.Concat(emit.HardLine(), emit.HardLine())
