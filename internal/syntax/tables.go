package syntax

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/source"
)

// keyword describes an annotation. The parser and the printed reference both read these tables.
type keyword struct {
	kind Kind
	name nameRule
	form string
	doc  string
}

type nameRule int

const (
	statementName nameRule = iota // one name, quoted or not
	scriptID                      // a name that may hold - and . unquoted
	optionalID                    // a scriptID or nothing
	tableName                     // schema.table, each part quoted or not
)

var keywords = []keyword{
	{Migrate, scriptID, "MIGRATE id", "a schema change, applied in source order"},
	{Baseline, scriptID, "BASELINE id", "schema that something else owns: applied before MIGRATE, for checking only"},
	{Testdata, optionalID, "TESTDATA [id]", "rows to try the queries with: applied after MIGRATE, for checking only"},
	{Query, statementName, "QUERY name", "one statement that returns rows: becomes a method"},
	{Exec, statementName, "EXEC name", "one statement that returns the number of rows it changed: becomes a method"},
	{Table, tableName, "TABLE name :appender", "bulk insert into that table; [schema.]name"},
}

// modifier describes what stands after a name and a colon.
type modifier struct {
	name    string
	takes   argument
	kinds   []Kind
	without []string // modifiers that contradict it, each named on one side only
	form    string
	doc     string
	set     func(*Modifiers, value)
	wrong   func(value) string // what is wrong with a value that is read; nil where nothing can be
}

type argument int

const (
	nothing  argument = iota
	oneName           // =name
	nameList          // (a, b), may be left out
)

// value is a modifier's argument.
type value struct {
	names []string
	span  source.Span
}

var modifiers = []modifier{
	{name: "all", kinds: []Kind{Query}, form: ":all",
		doc: "every row: a list, and a lazy stream beside it (the default)",
		set: func(m *Modifiers, _ value) { m.All = true }},
	{name: "one", kinds: []Kind{Query}, without: []string{"all"}, form: ":one",
		doc: "the row; or none, unless the statement always returns one",
		set: func(m *Modifiers, _ value) { m.One = true }},
	{name: "one!", kinds: []Kind{Query}, without: []string{"all", "one", "bulk", "bulk!"}, form: ":one!",
		doc: "the row, and an error where there is none",
		set: func(m *Modifiers, _ value) { m.One, m.Demanded = true, true }},
	{name: "page", kinds: []Kind{Query}, without: []string{"all", "one", "one!", "bulk", "bulk!"}, form: ":page",
		doc: "a page of rows: those behind or before the row that a cursor is of, as many as LIMIT says",
		set: func(m *Modifiers, _ value) { m.Page = true }},
	{name: "pluck", kinds: []Kind{Query}, form: ":pluck",
		doc: "the first column's value instead of a row; goes with :one",
		set: func(m *Modifiers, _ value) { m.Pluck = true }},
	{name: "result", takes: oneName, kinds: []Kind{Query}, without: []string{"pluck"}, form: ":result=Name",
		doc: "names the row type; queries whose rows are the same share it",
		set: func(m *Modifiers, v value) { m.Result, m.ResultSpan = v.names[0], v.span }},
	{name: "batch", kinds: []Kind{Exec}, form: ":batch",
		doc: "also a method that takes many parameter rows and sends them in the driver's own batch",
		set: func(m *Modifiers, _ value) { m.Batch = true }},
	{name: "bulk", kinds: []Kind{Query, Exec}, form: ":bulk",
		doc: "also a method that takes many parameter rows and runs one statement for them, where there is one; of a QUERY it returns a list for each",
		set: func(m *Modifiers, _ value) { m.Bulk = true }},
	{name: "bulk!", kinds: []Kind{Query, Exec, Table}, without: []string{"bulk"}, form: ":bulk!",
		doc: "as :bulk, and an error where each row would be run by itself; of a TABLE, said of its :upsert",
		set: func(m *Modifiers, _ value) { m.Bulk, m.OneForMany = true, true }},
	{name: "appender", takes: nameList, kinds: []Kind{Table}, form: ":appender[(column, …)]",
		doc: "bulk insert of those columns, or of every column that the engine does not fill itself",
		set: func(m *Modifiers, v value) { m.Appender, m.Columns, m.ColumnsSpan = true, v.names, v.span }},
	{name: "upsert", takes: nameList, kinds: []Kind{Table}, form: ":upsert[(column, …)]",
		doc: "also methods that insert rows or, where a row of the same key is there, set its other columns; the key is the primary key, or those columns",
		set: func(m *Modifiers, v value) { m.Upsert, m.Key, m.UpsertSpan = true, v.names, v.span }},
	{name: "set", takes: nameList, kinds: []Kind{Table}, form: ":set(column, …)",
		doc: "the columns that :upsert sets of a row that is there",
		set: func(m *Modifiers, v value) { m.Set, m.SetColumns, m.SetSpan = true, v.names, v.span }},
	{name: "no_transaction", kinds: []Kind{Migrate}, form: ":no_transaction",
		doc: "runs statement by statement outside of a transaction, as CREATE INDEX CONCURRENTLY has to",
		set: func(m *Modifiers, _ value) { m.NoTransaction = true }},
	{name: "reviewed", kinds: []Kind{Migrate}, form: ":reviewed",
		doc: "`sqg check` does not say what this migration, and those before it, do to programs that run",
		set: func(m *Modifiers, _ value) { m.Reviewed = true }},
	{name: "was", takes: nameList, kinds: []Kind{Migrate}, form: ":was(checksum, …)",
		doc:   "the text has been changed on purpose: databases that have had it with those checksums count as having had it",
		set:   func(m *Modifiers, v value) { m.Was = v.names },
		wrong: notChecksums},
	{name: "source", takes: oneName, kinds: []Kind{Baseline}, form: ":source=name",
		doc: "the schema is that of an attached source of sqg.yaml",
		set: func(m *Modifiers, v value) { m.Source = v.names[0] }},
}

var checksum = regexp.MustCompile(`^[0-9a-f]{64}$`)

// notChecksums says what is wrong with a list of checksums.
func notChecksums(v value) string {
	for _, name := range v.names {
		if !checksum.MatchString(name) {
			return name + " is no checksum: it has 64 hexadecimal digits, as applyMigrations() says it"
		}
	}
	if len(v.names) == 0 {
		return ":was needs a checksum"
	}
	return ""
}

// option describes a key of the YAML in a block-comment annotation.
type option struct {
	name  string
	kinds []Kind
	form  string
	doc   string
}

var options = []option{
	{"doc", []Kind{Migrate, Baseline, Testdata, Query, Exec, Table}, "doc: text",
		"documentation; follows what -- comments above the annotation say"},
	{"result", []Kind{Query}, "result: {column: type [not null|null] [not null|null elements]}",
		"a result column's type or nullability, where you know more than the engine"},
	{"params", []Kind{Query, Exec}, "params: {name: type [not null|null] [not null|null elements] | [type] list}",
		"a parameter's type or nullability; `list`: it is all values of an `IN (…)`"},
	{"embed", []Kind{Query}, "embed: {object: alias}",
		"the columns of `alias.*` are an object of the row"},
	{"choices", []Kind{Query, Exec}, "choices: {name: {label: SQL, …}}",
		"a parameter that stands for SQL, which the program picks by its label; the first is the default"},
}

// fieldOption describes a key of the long form of a result column or parameter.
type fieldOption struct{ name, form, doc string }

var fieldOptions = []fieldOption{
	{"type", "type: name", "a type as the engine names it"},
	{"nullable", "nullable: true|false", "whether it may be NULL"},
	{"null_elements", "null_elements: true|false", "whether the elements of a list may be NULL"},
	{"list", "list: true|false", "whether a parameter is all values of an `IN (…)`"},
	{"like", "like: sources.name", "the file source whose columns the files of a parameter for a path have"},
	{"doc", "doc: text", "documentation of the field"},
}

func keywordOf(k Kind) keyword {
	return keywords[slices.IndexFunc(keywords, func(w keyword) bool { return w.kind == k })]
}

func modifierNamed(name string) (modifier, bool) {
	i := slices.IndexFunc(modifiers, func(m modifier) bool { return m.name == name })
	if i < 0 {
		return modifier{}, false
	}
	return modifiers[i], true
}

// modifiersOf lists the modifiers that go with a kind of block, as they are written.
func modifiersOf(k Kind) []string {
	var out []string
	for _, m := range ModifiersOf(k) {
		out = append(out, m.Name)
	}
	return out
}

// kindList names kinds as a sentence does: QUERY, or QUERY and EXEC.
func kindList(kinds []Kind) string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = k.String()
	}
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return words[0]
}
