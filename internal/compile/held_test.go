package compile

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/pgserver"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/surface"
	"github.com/sqg-dev/sqg/internal/target"
)

// heldHead is the text of the page above its first table.
const heldHead = `# Types of PostgreSQL's extensions, in each use

Each row is made from [corpus/held](../corpus/held), which has one table and the same statements for each type: a
result, a parameter, a list, ` + "`:batch`, `:bulk`" + ` and an appender. The suites of all languages play it with every
driver, and compare what the server has stored, in its text. A test makes this page, and fails where a type lacks a use
or a driver has a gap. Of one's own are ` + "`region`" + `, a domain over ltree, ` + "`spot`" + `, a composite type with an
ltree in it, and ` + "`cubes`" + `, a range of cubes. PostGIS is a stand-in, whose types have the same casts and binary
format.

## What values are

Both columns may be NULL here.

`

// heldWays is the text between the tables.
const heldWays = `
## How values travel

` + "`T`" + ` is the type. Where a column says nothing, the statement is sent as it is written, and the driver reads and
writes the binary format of the type or its text. COPY is in binary format. A value that is its text is text there, too,
and the statement makes the type of it. An appender here has no list.

| driver | types | result | parameter | list | ` + "`:bulk`" + ` | ` + "`:bulk`" + ` with a list | appender |
|---|---|---|---|---|---|---|---|
`

// heldRow finds the row of a query in the code of a language, and a field of that row.
var heldRow = map[string]struct{ row, field string }{
	"typescript": {`interface Of#Row \{([^}]*)\}`, `\b@: ([^;]*);`},
	"java":       {`record Of#Row\(([^)]*)\)`, `(?:^|, )(\S+(?: [^ ,]*>)?) @\b`},
	"python":     {`class Of#Row:\n((?:    .*\n)*)`, `\b@_?: (.*)\n`},
	"go":         {`type Of#Row struct \{([^}]*)\}`, `(?i)\b@\s+(.*)\n`},
	"rust":       {`struct Of#Row \{([^}]*)\}`, `pub @: (.*),\n`},
}

// heldUses are the statements of each type, # in their names, and the kinds of steps that have to call them.
var heldUses = map[string][]string{"of_#": {"append"}, "add_#": {"call", "bulk"}, "set_#": {"call", "batch", "bulk"},
	"all_#": {"call"}, "#_among": {"call"}, "#_stored": {"call"}}

// TestHeldPage: the page of types of extensions is what is generated for them.
func TestHeldPage(t *testing.T) {
	postgis, err := filepath.Abs("../../corpus/spatial/postgis")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SQG_POSTGRES_EXTENSIONS", postgis)
	if _, err := pgserver.PrefetchVector(t.Context(), pgserver.FromEnvironment(os.Getenv, nil)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "corpus", "held", "postgres18.sql")
	cfg := &config.Config{Dir: ".", Name: "held", Units: []config.Unit{{Name: "held", Project: "held",
		Files: []config.InputFile{{Path: file, Name: file}}}}}
	r := Models(t.Context(), cfg, "postgres", Options{Getenv: os.Getenv})
	if diag.Failed(r.Diags.All()) {
		t.Fatal(r.Diags.All())
	}
	m := r.Models[0]
	types := heldTypes(t, strings.TrimSuffix(file, ".sql")+".expected.json")
	values := map[string]map[string][2]string{} // by type and language
	ways := ""
	for i := range target.All {
		tgt := &target.All[i]
		if tgt.Engine != "postgres" {
			continue
		}
		p, diags := plan.Build(m, tgt, plan.Options{Package: "app"}, "held", "1.0.0")
		if diag.Failed(diags) {
			t.Fatal(tgt.ID(), diags)
		}
		code := ""
		for _, f := range Rendered(p) {
			code += f.Text
		}
		methods := map[string]*plan.Method{}
		for _, method := range p.Methods {
			methods[method.Name.SQL] = method
		}
		rows := grouped{}
		for _, typ := range types {
			if values[typ] == nil {
				values[typ] = map[string][2]string{}
			}
			v := [2]string{fieldOf(t, tgt.Language, code, typ, "v"), fieldOf(t, tgt.Language, code, typ, "list")}
			if old, known := values[typ][tgt.Language]; known && old != v {
				t.Errorf("%s: %s is %v, of another driver %v", tgt.ID(), typ, v, old)
			}
			values[typ][tgt.Language] = v
			a := p.Appenders[slices.IndexFunc(p.Appenders, func(a *plan.Appender) bool {
				return a.Name.SQL == "of_"+typ
			})]
			load := loadWay(a.Load)
			rows.add(typ, fmt.Sprintf(" %s | %s | %s | %s | %s | %s |", expression(methods["all_"+typ], typ),
				expression(methods["set_"+typ], typ), expression(methods[typ+"_among"], typ),
				manyWay(methods["set_"+typ].Bulk), manyWay(methods["add_"+typ].Bulk), load))
		}
		ways += rows.text("| `" + tgt.ID() + "` | ")
	}
	page := heldHead + "| types |"
	for _, l := range surface.Languages {
		page += " " + surface.Titles[l] + " |"
	}
	page += "\n|---|" + strings.Repeat("---|", len(surface.Languages)) + "\n"
	for n, of := range []string{"", "lists of "} {
		rows := grouped{}
		for _, typ := range types {
			cells := ""
			for _, l := range surface.Languages {
				cells += " `" + strings.ReplaceAll(values[typ][l][n], "|", `\|`) + "` |"
			}
			rows.add(typ, cells)
		}
		page += rows.text("| " + of)
	}
	golden.Check(t, "../../docs/types-of-extensions.md", page+heldWays+ways)
}

// heldTypes are the types that have a case, in their order. Each has all uses, and no driver has a gap.
func heldTypes(t *testing.T, file string) (types []string) {
	var contract struct {
		Cases []struct {
			Case  string
			Gaps  map[string]string
			Steps []map[string]any
		}
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &contract)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range contract.Cases {
		if len(c.Gaps) > 0 {
			t.Errorf("%s: %v", c.Case, c.Gaps)
		}
		if c.Case == "functions" {
			continue
		}
		types = append(types, c.Case)
		for statement, kinds := range heldUses {
			for _, kind := range kinds {
				name := strings.ReplaceAll(statement, "#", c.Case)
				if !slices.ContainsFunc(c.Steps, func(s map[string]any) bool { return s[kind] == name }) {
					t.Errorf("%s: no %s of %s", c.Case, kind, name)
				}
			}
		}
	}
	return types
}

// fieldOf is the type of a field of a query's row, in the code of a language.
func fieldOf(t *testing.T, language, code, typ, field string) string {
	t.Helper()
	camel := ""
	for _, word := range strings.Split(typ, "_") {
		camel += strings.ToUpper(word[:1]) + word[1:]
	}
	find := func(pattern, in string) string {
		found := regexp.MustCompile(pattern).FindStringSubmatch(in)
		if found == nil {
			t.Fatalf("%s: nothing in the code is like %s", language, pattern)
		}
		return found[1]
	}
	row := find(strings.ReplaceAll(heldRow[language].row, "#", camel), code)
	return strings.TrimSpace(find(strings.ReplaceAll(heldRow[language].field, "@", field), row))
}

// casts are what stands in a statement in the place of a value.
var casts = []*regexp.Regexp{regexp.MustCompile(`^SELECT "id", (.*?), "list"`),
	regexp.MustCompile(`SET v = (.*) WHERE`), regexp.MustCompile(`= ANY\((.*?)(?:::text\[\])?\) ORDER`)}

// expression is what a statement has in the place of a value: nothing where that is the value as it is.
func expression(m *plan.Method, typ string) string {
	sql, _ := m.Literal()
	for _, c := range casts {
		if found := c.FindStringSubmatch(sql); found != nil {
			e := regexp.MustCompile(`\b`+typ+`\b`).ReplaceAllString(found[1], "T")
			if e = strings.NewReplacer(`"v"`, "v", "?", "$1").Replace(e); e != "v" && e != "$1" {
				return "`" + e + "`"
			}
			return ""
		}
	}
	return ""
}

// manyWay is how a statement runs for many rows.
func manyWay(b *plan.Bulk) string {
	lists, ok := b.Way.(*plan.Lists)
	switch {
	case !ok:
		return "each row by itself"
	case lists.Params == nil:
		return fmt.Sprintf("COPY from %d rows on", lists.Staged.From)
	case lists.Staged == nil:
		return "lists"
	}
	return fmt.Sprintf("lists; COPY from %d rows on", lists.Staged.From)
}

// loadWay is how an appender's rows get into their table.
func loadWay(l plan.Load) string {
	switch load := l.(type) {
	case *plan.Copy:
		if load.From <= 1 {
			return "COPY"
		}
		return fmt.Sprintf("COPY from %d rows on", load.From)
	case *plan.Listed:
		return manyWay(load.Bulk)
	}
	return "each row by itself"
}

// grouped are rows of a table, of which those that say the same are one.
type grouped []struct {
	types []string
	cells string
}

func (g *grouped) add(typ, cells string) {
	for i := range *g {
		if (*g)[i].cells == cells {
			(*g)[i].types = append((*g)[i].types, "`"+typ+"`")
			return
		}
	}
	*g = append(*g, struct {
		types []string
		cells string
	}{[]string{"`" + typ + "`"}, cells})
}

func (g *grouped) text(head string) (text string) {
	for _, row := range *g {
		text += head + strings.Join(row.types, ", ") + " |" + row.cells + "\n"
	}
	return text
}
