package rust

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/surface"
)

// testFile is the module that makes databases for tests.
func (g *generator) testFile() []emit.File {
	if !surface.UnitHas(g.Program, surface.TestDatabase) {
		return nil
	}
	file := "testing_file"
	if g.Test.Server != nil {
		file = "testing_server"
	}
	source, err := preludeFiles.ReadFile("prelude/" + file + ".rs")
	if err != nil {
		panic(err)
	}
	_, text, _ := strings.Cut(string(source), "\n\n")
	text = strings.Replace(text, "use rusqlite::", "use "+g.Target.Package+"::", 1)
	head, call := "pub fn ", "test_database()"
	if g.driver.async {
		head, call = "pub async fn ", call+"\n        .await\n        "
	}
	doc := docText(says(surface.Doc(surface.TestDatabase, language)), "")
	doc += "///\n/// # Panics\n///\n/// Panics if the database cannot be made.\n"
	entry := fmt.Sprintf("%s%s%s() -> TestDatabase {\n    %s.unwrap_or_else(|error| panic!(\"{error}\"))\n}\n",
		doc, head, called(surface.TestDatabase, ""), call)
	var data strings.Builder
	if g.Test.Server != nil {
		for _, c := range g.Test.Server.Constants() {
			data.WriteString("\n" + constantText(upper(ir.NewName(c[0])), c[1]) + "\n")
		}
	}
	data.WriteString("\n/// What makes the database, statement by statement.\nconst SCHEMA: &[&str] = &[\n")
	for _, sql := range g.Test.Schema {
		data.WriteString("    " + quote(sql) + ",\n")
	}
	data.WriteString("];\n")
	return []emit.File{{Name: fileName(g.Name) + "_testing.rs",
		Text: "// " + g.Notice() + "\n\n" + text + "\n" + entry + data.String()}}
}
