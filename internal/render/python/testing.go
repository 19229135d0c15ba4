package python

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/emit"
	"github.com/sqg-dev/sqg/internal/surface"
	"github.com/sqg-dev/sqg/internal/target"
)

// testKind is what makes databases for tests with a driver.
type testKind struct {
	files  string // of the prelude, between blanks
	with   string // the statement that the function is for
	driver string // the driver's module, if the standard library has it not
}

// testingBy are those of drivers by what the generator's id says behind the language.
var testingBy = map[string]testKind{
	"sqlite":           {"testing_sqlite testing_file", "a with", ""},
	"duckdb":           {"testing_duck testing_file", "a with", "duckdb"},
	"postgres/psycopg": {"testing_psycopg", "a with", "psycopg"},
	"postgres/asyncpg": {"testing_asyncpg", "an async with", "asyncpg"},
}

// moduleImport finds the imports of a file of the prelude that stand on one line.
var moduleImport = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:import|from) (\w+).*$`)
})

// testFile is the module that makes databases for tests.
func (m *module) testFile() []emit.File {
	if !surface.UnitHas(m.Program, surface.TestDatabase) {
		return nil
	}
	kind := target.Row(testingBy, m.Target.Part())
	var standard, parts []string
	for _, name := range strings.Fields(kind.files) {
		source, err := fs.ReadFile(preludeFiles, "prelude/"+name+".py")
		if err != nil {
			panic(err)
		}
		head, body, _ := strings.Cut(string(source), "\n\n\n")
		for _, line := range moduleImport().FindAllStringSubmatch(head, -1) {
			if module := line[1]; module != "__future__" && module != kind.driver &&
				!strings.HasPrefix(module, "testing_") && !slices.Contains(standard, line[0]) {
				standard = append(standard, line[0])
			}
		}
		if at := strings.Index(head, "\n_Connection ="); at >= 0 {
			parts = append(parts, strings.TrimSpace(head[at:]))
		}
		parts = append(parts, strings.TrimSpace(body))
	}
	slices.SortStableFunc(standard, func(a, b string) int { // as Ruff has them
		if c := strings.Compare(b[:1], a[:1]); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	head := comment(m.Notice()) + "\n\nfrom __future__ import annotations\n\n" + strings.Join(standard, "\n")
	if kind.driver != "" {
		head += "\n\nimport " + kind.driver
	}
	if startsDefinition.MatchString(parts[0]) {
		head += "\n"
	}
	text := head + "\n\n" + strings.Join(append(parts, m.testData()), "\n\n\n") + "\n"
	doc := strings.Join(docstring(summary(surface.Doc(surface.TestDatabase, language, "{with}", kind.with))), "\n    ")
	doc = strings.ReplaceAll(doc, "\n    \n", "\n\n")
	text = namedTest().ReplaceAllString(text, "${1}"+called(surface.TestDatabase, "")+"${2}    "+doc+"\n")
	return []emit.File{{Name: m.fileName() + "_testing" + m.Target.Extension(), Text: text}}
}

// namedTest is the head of the function that the user calls.
var namedTest = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^((?:async )?def )_test_database(\(\) -> .*:\n)`)
})

// testData are the constants that the functions read.
func (m *module) testData() string {
	var constants []string
	if m.Test.Server != nil {
		for _, c := range m.Test.Server.Constants() {
			head := "_" + strings.ToUpper(strings.ReplaceAll(c[0], " ", "_")) + " = "
			constants = append(constants, head+quote(c[1], width-len(head)))
		}
	}
	schema := []emit.Doc{}
	for _, sql := range m.Test.Schema {
		schema = append(schema, emit.Concat(emit.Raw(quote(sql, width-len("    ,"))), ","))
	}
	constants = append(constants, "# What makes the database, statement by statement.\n"+
		emit.Print(stack(block(text("_SCHEMA: list[str] = ["), schema...), text("]")), width, "    "))
	return strings.Join(constants, "\n")
}
