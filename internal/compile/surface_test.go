package compile

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/surface"
	"github.com/sqg-dev/sqg/internal/target"
)

// surfaceSQL has what each row of the surface is of, but for databases that DuckDB attaches: they need a server.
const surfaceSQL = `-- MIGRATE 1
CREATE TABLE person (id integer PRIMARY KEY, name text NOT NULL);
-- QUERY people
SELECT id, name FROM person;
-- QUERY find_person :one :bulk
SELECT id, name FROM person WHERE id = ${id};
-- QUERY get_person :one!
SELECT id, name FROM person WHERE id = ${id};
-- QUERY page_of_people :page
SELECT id, name FROM person ORDER BY name, id LIMIT ${size};
-- QUERY count_people :one :pluck
SELECT count(*) FROM person;
-- QUERY change :one :bulk
UPDATE person SET name = ${name} WHERE id = ${id} RETURNING id, name;
-- EXEC rename :bulk
UPDATE person SET name = ${name} WHERE id = ${id};
-- EXEC remove :batch
DELETE FROM person WHERE id = ${id};
-- TABLE person :appender
`

// builtIn is an extension that DuckDB's library brings.
const builtIn = "duckdb: {extensions: [icu]}\n"

// ofSurface is what rows of the surface are of in surfaceSQL; "" is the class.
var ofSurface = map[surface.Kind][]string{
	surface.All: {"people"}, surface.One: {"find person", "change"}, surface.Demanded: {"get person"},
	surface.Page: {"page of people"}, surface.Proven: {"count people"}, surface.Exec: {"rename", "remove"},
	surface.Stream: {"people"},
	surface.Batch:  {"remove"}, surface.Bulk: {"rename"}, surface.Lookup: {"find person", "change"},
	surface.BulkInsert: {"person"},
	surface.Appender:   {"person"}, surface.Tuples: {"people"}, surface.ArrowResult: {"people"},
	surface.DataFrame:   {"people"},
	surface.ArrowInsert: {"person"}, surface.InsertOver: {"person"},
	surface.Migrations: {""}, surface.Apply: {""}, surface.Pending: {""}, surface.Transaction: {""},
	surface.Transact: {""}, surface.WithTx: {""},
	surface.Prepared: {""}, surface.Close: {""}, surface.Observed: {""}, surface.TextOf: {""}, surface.Codecs: {""},
	surface.TestDatabase: {""},
	surface.New:          {""}, surface.Interface: {""}, surface.Reader: {""}, surface.Extensions: {""},
}

// forTests finds what the file for tests has for others.
var forTests = map[string]*regexp.Regexp{
	"typescript": regexp.MustCompile(`(?m)^export (?:async )?function (\w+)`),
	"java":       regexp.MustCompile(`(?m)^  public static \w+ (\w+)\(`),
	"python":     regexp.MustCompile(`(?m)^(?:async )?def ([a-z]\w*)`),
	"go":         regexp.MustCompile(`(?m)^func ([A-Z]\w*)`),
	"rust":       regexp.MustCompile(`(?m)^pub (?:async )?fn (\w+)`),
}

// public finds the methods of a class in a file that is generated; the first group is the name.
var public = map[string]*regexp.Regexp{
	"typescript": regexp.MustCompile(`(?m)^  (?:static )?(?:async )?\*?([a-z]\w*)(?:<T>)?\(`),
	"java":       regexp.MustCompile(`(?m)^  public (?:(?:static )?[\w<>\[\], ?.]+ )?(\w+)\(`),
	"python":     regexp.MustCompile(`(?m)^    (?:async )?def (__init__|[a-z]\w*)\(`),
	"go":         regexp.MustCompile(`(?m)^func (?:\(q \*App\) )?([A-Z]\w*)\(`),
	"rust":       regexp.MustCompile(`(?m)^    pub (?:async )?fn (\w+)`),
}

// interfaces find the type of what stands in for a class; the groups are its name and its methods.
var interfaces = map[string]*regexp.Regexp{
	"typescript": regexp.MustCompile(`(?ms)^export type (\w+) = Pick<(.*?)>;$`),
	"java":       regexp.MustCompile(`(?ms)^public interface (\w+) \{$(.*?)^\}$`),
	"python":     regexp.MustCompile(`(?ms)^class (App[A-Z]\w*)\(Protocol\):$(.*?)\n\n\n`),
	"go":         regexp.MustCompile(`(?ms)^type (App[A-Z]\w*) interface \{$(.*?)^\}$`),
	"rust":       regexp.MustCompile(`(?ms)^pub trait (App[A-Z]\w*) \{$(.*?)^\}$`),
}

// classes are where those stand, if not in all of the file.
var classes = map[string]*regexp.Regexp{
	"typescript": regexp.MustCompile(`(?ms)^export class App \{$.*?^\}$`),
	"python":     regexp.MustCompile(`(?ms)^class App:$.*?^\S`),
}

// results find the results of methods in a class; the groups are the name and the result, in Java the other way round.
var results = map[string]*regexp.Regexp{
	"typescript": regexp.MustCompile(`(?m)^  (?:static )?(?:async )?([a-z]\w*)\([^()]*\): (.*) \{$`),
	"java":       regexp.MustCompile(`(?m)^  public (?:static )?([\w<>\[\], ?.]+) (\w+)\(`),
	"python":     regexp.MustCompile(`(?m)^    (?:async )?def ([a-z]\w*)\([^()]*\) -> (.*):$`),
	"go":         regexp.MustCompile(`(?m)^func (?:\(q \*App\) )?([A-Z]\w*)\((?:[^()]|\([^()]*\))*\) (.*?) \{`),
	"rust":       regexp.MustCompile(`(?m)^    pub (?:async )?fn (\w+)\([^()]*\) -> (.*) \{$`),
}

// around is what a driver has around a result: what waits, fails, or tells an observer. A source that waits makes the
// count of a driver that does not wait one that does.
var around = regexp.MustCompile(`^(?:Promise<(.*)>|Async(.*)|(.*) \| Promise<.*>|(Generator\[.*?)(?:, None)+\]|` +
	`\((?:all )?(.*), (?:err )?error\)|` +
	`impl Future<Output = (.*)> \+ Send|sqg::(?:Result|Heard)<(?:'c, )?(.*)>|sqg::(.*)|(Rows<)'c, (.*))$`)

// rowTypes are the types of rows: a statement's own, or a table's. countPeople returns a value.
var rowTypes = regexp.MustCompile(`\w+Row(?:Tuple)?\b`)

// bare is a result without what is around it.
func bare(result string) string {
	for {
		m := around.FindStringSubmatch(result)
		if m == nil {
			return result
		}
		result = strings.Join(m[1:], "")
		if strings.HasPrefix(result, "Generator[") && !strings.HasSuffix(result, "]") {
			result += "]"
		}
	}
}

// TestSurface: each generator writes the methods that the surface says, under their names, and no others.
func TestSurface(t *testing.T) {
	for _, engine := range []string{"sqlite", "duckdb", "postgres"} {
		sql := surfaceSQL
		if engine == "postgres" { // a type that asyncpg must be told of
			sql = strings.Replace(sql, "name text NOT NULL", "name text NOT NULL, span interval", 1)
		}
		files := generatedFiles(t, engine, sql, func(tgt *target.Target) string {
			config := ", config: {migrations: true, observer: true, transactions: true, tests: true, interface: true"
			if engine != "duckdb" {
				config += ", reader: true"
			}
			if tgt.Language == "java" { // or its base class, in another file, has close()
				return config + ", support: inline}"
			}
			return config + "}"
		}, builtIn)
		for i := range target.All {
			tgt := &target.All[i]
			if tgt.Engine != engine {
				continue
			}
			text := classOf(tgt, files[tgt.ID()])
			found, returned := methodsOf(tgt, text), map[string]string{}
			for name, text := range files[tgt.ID()] {
				for _, m := range interfaces[tgt.Language].FindAllStringSubmatch(text, -1) {
					found = append(found, m[1])
				}
				if strings.Contains(strings.ToLower(strings.TrimSuffix(name, filepath.Ext(name))), "test") {
					for _, m := range forTests[tgt.Language].FindAllStringSubmatch(text, -1) {
						found = append(found, m[1])
					}
				}
			}
			for _, m := range results[tgt.Language].FindAllStringSubmatch(text, -1) {
				if tgt.Language == "java" {
					m[1], m[2] = m[2], m[1]
				}
				returned[m[1]] = rowTypes.ReplaceAllString(bare(m[2]), "Row")
			}
			var wanted []string
			for k, all := range ofSurface {
				for _, of := range all {
					if surface.Has(k, tgt.Language, tgt.Part()) && (k != surface.Reader || engine != "duckdb") {
						name := surface.Name(k, tgt.Language, spelt(tgt.Language, k, of))
						wanted = append(wanted, name)
						want := surface.ResultType(surface.Of(k).Returns, tgt.Language, "{row}", "Row", "{query}",
							"PageOfPeople", "{table}", "Person")
						if got := returned[name]; want != "" && got != want && k != surface.Proven {
							t.Errorf("%s: %s returns %s, not %s", tgt.ID(), name, got, want)
						}
						if viewed(k) { // it has the heads of the others
							continue
						}
						checkMethod(t, tgt, k, of, name, methodText(tgt, text, name))
					}
				}
			}
			slices.Sort(found)
			slices.Sort(wanted)
			if !slices.Equal(found, wanted) {
				t.Errorf("%s:\n  has     %s\n  surface %s", tgt.ID(), strings.Join(found, " "),
					strings.Join(wanted, " "))
			}
		}
	}
}

// classOf is the class of a generated program.
func classOf(tgt *target.Target, files map[string]string) string {
	for name, text := range files {
		if strings.EqualFold(strings.TrimSuffix(name, filepath.Ext(name)), "app") {
			if class := classes[tgt.Language]; class != nil {
				text = class.FindString(text)
			}
			return text
		}
	}
	return ""
}

// closes are the lines that end a method; Python has none.
var closes = map[string]string{"typescript": "\n  }\n", "java": "\n  }\n", "python": "\n\n\n", "go": "\n}\n",
	"rust": "\n    }\n"}

// methodText is a method from its head to its end.
func methodText(tgt *target.Target, class, name string) (text string) {
	heads := public[tgt.Language].FindAllStringSubmatchIndex(class, -1)
	for i, at := range heads {
		end := len(class)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		if class[at[2]:at[3]] == name {
			method, _, _ := strings.Cut(class[at[0]:end], closes[tgt.Language])
			text += method
		}
	}
	return text
}

// readsLazily finds the type of what a method reads lazily; the group is the type of a row.
var readsLazily = map[string]*regexp.Regexp{
	"typescript": regexp.MustCompile(`\bIterable<(\w+)>`), "java": regexp.MustCompile(`Iterable<(\w+)> rows`),
	"python": regexp.MustCompile(`Iterable\[(\w+)\]`), "go": regexp.MustCompile(`rows iter\.Seq\[(\w+)\]`),
	"rust": regexp.MustCompile(`impl sqg::Source<(\w+)>`),
}

// hears finds the name under which an observer hears of a method. A method that calls others is heard of through them.
var hears = map[string]*regexp.Regexp{
	"typescript": regexp.MustCompile(`this\.#observer,\s+"(\w+)"|(?:this|one)\.(\w+)\(`),
	"java":       regexp.MustCompile(`(?:observed|Operation)\(\s*(?:\w+\.)?observer,\s+"(\w+)"|\W(find\w+|change|create\w+)\(`),
	"python":     regexp.MustCompile(`_Operation\(self\._observer, "(\w+)"\)|self\.([a-z]\w+)[(,]`),
	"go":         regexp.MustCompile(`observed\w*\(ctx, q\.observer, "(\w+)"|q\.([A-Z]\w*)\(`),
	"rust":       regexp.MustCompile(`self\s*\.db\s*\.(\w+)`), // which is an sqg::Observed, and takes the statement's name from its constant
}

// checkMethod compares a method's text with what the surface says it takes, and whether an observer hears of it.
func checkMethod(t *testing.T, tgt *target.Target, k surface.Kind, of, name, text string) {
	m := surface.Of(k)
	lazily := readsLazily[tgt.Language].FindString(text)
	if row := readsLazily[tgt.Language].FindStringSubmatch(text); row != nil {
		lazily = strings.Replace(lazily, row[1], "{row}", 1)
	}
	want := surface.TakenType(m.Takes, tgt.Language, "{row}", "{row}")
	if takes := strings.Contains(lazily, "{row}"); takes != (want != "" || m.Takes == surface.Connections) ||
		!strings.Contains(lazily, want) {
		t.Errorf("%s: %s takes %q, not %q", tgt.ID(), name, lazily, want)
	}
	heard := hears[tgt.Language].FindStringSubmatch(text)
	if heard != nil && slices.Contains([]string{"by", "transaction"}, heard[1]) { // they run no statement
		heard = nil
	}
	named := strings.ReplaceAll(of, " ", "_")
	switch says := m.Heard && m.In[tgt.Language].Unheard == ""; {
	case says != (heard != nil):
		t.Errorf("%s: an observer hears of %s: %v, not %v\n%s", tgt.ID(), name, heard != nil, says, text)
	case says && tgt.Language != "rust" && heard[1] != named && heard[2] == "":
		t.Errorf("%s: an observer hears of %s as %s, not %s", tgt.ID(), name, heard[1], named)
	}
}

// methodsOf are the methods of a class, in order of their names.
func methodsOf(tgt *target.Target, class string) (found []string) {
	for _, m := range public[tgt.Language].FindAllStringSubmatch(class, -1) {
		if !strings.Contains(m[0], " record ") {
			found = append(found, m[1])
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// TestNoMigrationsYet: with migrations: true, a program has their methods before it has a migration.
func TestNoMigrationsYet(t *testing.T) {
	files := generatedFiles(t, "sqlite", "-- QUERY one :one :pluck\nSELECT 1;\n", func(*target.Target) string {
		return ", config: {migrations: true}"
	})
	for i := range target.All {
		tgt := &target.All[i]
		if tgt.Engine != "sqlite" {
			continue
		}
		found := methodsOf(tgt, classOf(tgt, files[tgt.ID()]))
		for _, k := range []surface.Kind{surface.Migrations, surface.Apply, surface.Pending} {
			if name := surface.Name(k, tgt.Language, spelt(tgt.Language, k, "")); !slices.Contains(found, name) {
				t.Errorf("%s: no %s among %v", tgt.ID(), name, found)
			}
		}
	}
}

// viewed reports whether a kind is a type of a class's methods.
func viewed(k surface.Kind) bool { return k == surface.Interface || k == surface.Reader }

// spelt is a name as a language writes it, which a method's name is made of.
func spelt(language string, k surface.Kind, of string) string {
	if of == "" && (language == "go" && surface.Of(k).In[language].Apart || language == "java" && k == surface.New ||
		viewed(k)) {
		return "App"
	}
	words := strings.Fields(of)
	if language == "python" || language == "rust" {
		return strings.Join(words, "_")
	}
	for i, w := range words {
		if i > 0 || language == "go" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "")
}

// surfaceHead is the text of the page above its table.
const surfaceHead = `# The methods in each language

What a program's statements become. The page is made from the table that the renderers print from, and a test compares
it with what every generator writes. The names are those of

` + "```sql" + `
` + surfaceSQL + "```" + `

`

// doesHead is the text of the page above the table of what methods take and do.
const doesHead = `
## Parameters, transactions and observers

What a method takes and returns, whether it has a transaction of its own, and whether an observer hears of it. In a
transaction of the caller's, a method works in that one, as a savepoint where the engine has them. An observer hears of
a method under the name of its statement or table. Where a method calls another for each row, it hears of each call.

| method | takes | returns | transaction | observer |
|---|---|---|---|---|
`

// resultsHead is the text of the page above the table of results.
const resultsHead = `
## Results

The result of a method in each language, where ` + "`Row`" + ` is the type of a row or, with ` + "`:pluck`" + `, of a value. Drivers that
wait return a promise, a coroutine or a future of it. Go adds an error, Rust returns a ` + "`Result`" + `, and Java throws an
SQLException. A test compares the table with every generator's methods.

`

// TestSurfaceCode: the code of that program with an observer, and parameters by name.
func TestSurfaceCode(t *testing.T) {
	for _, engine := range []string{"sqlite", "duckdb", "postgres"} {
		checkCode(t, "surface", generatedFiles(t, engine, surfaceSQL, func(tgt *target.Target) string {
			return ", config: {migrations: true, observer: true, params: object" + supportFile[tgt.Language] + "}"
		}, builtIn))
	}
}

// TestSurfacePage: the page of methods has a row for each, and a reason where a language lacks it.
func TestSurfacePage(t *testing.T) {
	page := surfaceHead + "| of | does |"
	for _, l := range surface.Languages {
		page += " " + surface.Titles[l] + " |"
	}
	page += "\n|---|---|" + strings.Repeat("---|", len(surface.Languages)) + "\n"
	var reasons []string
	because := func(why string) int {
		if n := slices.Index(reasons, why) + 1; n > 0 {
			return n
		}
		reasons = append(reasons, why)
		return len(reasons)
	}
	does := doesHead
	for i := range surface.Methods {
		k, m := surface.Kind(i), &surface.Methods[i]
		of := append(slices.Clone(ofSurface[k]), "pg")[0]
		if m.Of == "" || m.Does == "" {
			t.Errorf("row %d says too little: %+v", k, m)
		}
		page += fmt.Sprintf("| %s | %s |", m.Of, m.Does)
		hears := map[bool]string{true: "yes"}[m.Heard]
		if len(m.In) != len(surface.Languages) {
			t.Errorf("%s of %s: languages without a row", m.Does, m.Of)
		}
		for _, l := range surface.Languages {
			form := m.In[l]
			if form.Lacks == "" {
				page += " `" + surface.Name(k, l, spelt(l, k, of)) + "`"
				if len(form.Only) > 0 {
					page += " (" + strings.Join(form.Only, ", ") + ")"
				}
				page += " |"
				continue
			}
			page += fmt.Sprintf(" none (%d) |", because(form.Lacks))
		}
		for _, l := range surface.Languages {
			if why := m.In[l].Unheard; why != "" {
				hears += fmt.Sprintf(", but not in %s (%d)", surface.Titles[l], because(why))
			}
		}
		page += "\n"
		of = surface.Name(k, "typescript", spelt("typescript", k, of))
		if form := m.In["typescript"]; form.Lacks != "" {
			i := slices.IndexFunc(surface.Languages, func(l string) bool { return m.In[l].Lacks == "" })
			l := surface.Languages[i]
			of = surface.Name(k, l, spelt(l, k, append(slices.Clone(ofSurface[k]), "pg")[0]))
		}
		does += fmt.Sprintf("| `%s` | %s | %s | %s | %s |\n", of, surface.Takings[m.Takes].Says,
			surface.Results[m.Returns].Says,
			surface.Scopes[m.Scope], hears)
	}
	page += "\nIn Go, `App` is the unit's name. Databases are those of `ATTACH`, here `pg`. None, because\n\n"
	for i, r := range reasons {
		page += fmt.Sprintf("%d. %s\n", i+1, r)
	}
	page += does + resultsHead + "| result |"
	for _, l := range surface.Languages {
		page += " " + surface.Titles[l] + " |"
	}
	page += "\n|---|" + strings.Repeat("---|", len(surface.Languages)) + "\n"
	for s, r := range surface.Results {
		if r.In == [5]string{} {
			continue
		}
		page += "| " + r.Says + " |"
		for _, l := range surface.Languages {
			typ := surface.ResultType(surface.Shape(s), l, "{row}", "Row", "{query}", "PageOfPeople", "{table}",
				"Person")
			if typ = strings.ReplaceAll(typ, "|", `\|`); typ != "" {
				typ = " `" + typ + "`"
			}
			page += typ + " |"
		}
		page += "\n"
	}
	golden.Check(t, "../../docs/methods.md", page)
}
