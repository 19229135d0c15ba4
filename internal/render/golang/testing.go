package golang

import (
	"strings"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/surface"
)

// testKind is what makes databases for tests with a driver.
type testKind struct {
	files    string // of the prelude, between blanks
	handle   string // the type of what tests get
	register string // the package that registers the driver with database/sql; "" for none
}

// testingBy are those of drivers by what the generator's id says behind the language.
var testingBy = map[string]testKind{
	"postgres/pgx":     {"testing_pgx", "*pgxpool.Pool", ""},
	"sqlite/mattn":     {"testing_mattn testing_sql testing_file", "*sql.DB", "github.com/mattn/go-sqlite3"},
	"sqlite/modernc":   {"testing_modernc testing_sql testing_file", "*sql.DB", "modernc.org/sqlite"},
	"sqlite/zombiezen": {"testing_zombiezen testing_file", "*sqlite.Conn", ""},
	"duckdb":           {"testing_duckdb testing_sql testing_file", "*sql.DB", ""},
}

// testFile is a package of its own, which that of the statements does not need: it imports testing.
func (g *generator) testFile() []emit.File {
	if !surface.UnitHas(g.Program, surface.TestDatabase) {
		return nil
	}
	driver := testingBy[g.Target.Part()]
	imports, parts := map[string]bool{}, []string{}
	name := called(surface.TestDatabase, "")
	doc := docText(says(name, nil, surface.Doc(surface.TestDatabase, language)), "")
	parts = append(parts,
		doc+"func "+name+"(t testing.TB) "+driver.handle+" {\n\tt.Helper()\n\treturn testDatabase(t)\n}")
	for _, d := range helpers(strings.Fields(driver.files)...).All() {
		for _, i := range d.Imports {
			imports[i] = true
		}
		parts = append(parts, d.Text)
	}
	if driver.register != "" {
		imports[driver.register] = true
	}
	if g.Test.Server != nil {
		for _, c := range g.Test.Server.Constants() {
			parts = append(parts, "const "+unexported(ir.NewName(c[0]), "")+" = "+quote(c[1], ""))
		}
	}
	var schema strings.Builder
	for _, sql := range g.Test.Schema {
		schema.WriteString("\t" + quote(sql, "\t") + ",\n")
	}
	parts = append(parts,
		"// schema makes the database, statement by statement.\nvar schema = []string{\n"+schema.String()+"}")
	pkg := packageName(fileName(g.Name)) + "test"
	return []emit.File{{Name: pkg + "/" + pkg + ".go", Text: fileText(g.Notice(), "", pkg, imports, parts)}}
}
