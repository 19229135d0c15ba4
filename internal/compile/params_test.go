package compile

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/target"
)

const paramsSQL = modelSchema + `-- EXEC add_five :batch
INSERT INTO users (id, name, born) SELECT ${id}, ${name} || ${class} || ${params} || ${builder}, NULL;
-- EXEC touch
UPDATE users SET name = ${name} WHERE id = ${id};
-- QUERY by_id :one :bulk
SELECT name FROM users WHERE id = ${id};
-- QUERY everyone
SELECT name FROM users;
`

// signatures, by option and language: of methods with five parameters, two, one and none.
var signatures = map[string]map[string][4]string{
	"object": {
		"typescript": {`addFive\(\{\s+id,\s+name,\s+class: class_,\s+params,\s+builder,?\s+\}: AddFiveParams\)`,
			`touch\(\{ name, id \}: TouchParams\)`, `byId\(\{ id \}: ByIdParams\)`, `everyone\(\)`},
		"java": {`addFive\(AddFiveParams params\)`, `touch\(TouchParams params\)`, `byId\(ByIdParams params\)`,
			`everyone\(\)`},
		"python": {`add_five\(\s*self,\s+\*,\s+id: `, `touch\(\s*self, \*, name: `, `by_id\(\s*self, \*, id: `,
			`everyone\(\s*self\s*\)`},
		"go": {`AddFive\(ctx context.Context, p AddFiveParams\)`, `Touch\(ctx context.Context, p TouchParams\)`,
			`ByID\(ctx context.Context, p ByIDParams\)`, `Everyone\(ctx context.Context\)`},
		"rust": {`add_five\(&self, params: &AddFiveParams\)`, `touch\(&self, params: &TouchParams\)`,
			`by_id\(&self, params: &ByIdParams\)`, `everyone\(&self\)`},
	},
	"positional": {
		"typescript": {`addFive\(\s*id: `, `touch\(\s*name: string`, `byId\(id: `, `everyone\(\)`},
		"java":       {`addFive\(\s*\w+ id, `, `touch\(String name, `, `byId\(\w+ id\)`, `everyone\(\)`},
		"python": {`add_five\(\s*self,\s+id: `, `touch\(\s*self, name: `, `by_id\(\s*self, id: `,
			`everyone\(\s*self\s*\)`},
		"go": {`AddFive\(ctx context.Context, id \w+, `, `Touch\(ctx context.Context, name string, `,
			`ByID\(ctx context.Context, id \w+\)`, `Everyone\(ctx context.Context\)`},
		"rust": {`add_five\(\s*&self,\s+id: `, `touch\(&self, name: &str, `, `by_id\(&self, id: \w+\)`,
			`everyone\(&self\)`},
	},
}

// whole is the text of a generator's files.
func whole(files map[string]string) string {
	return strings.Join(slices.Collect(maps.Values(files)), "")
}

// TestParams: the option `params` decides how methods take parameters, however many. A type of parameters is there only
// where a method takes it.
func TestParams(t *testing.T) {
	for option, of := range signatures {
		files := generatedFiles(t, "sqlite", paramsSQL,
			func(*target.Target) string { return ", config: {params: " + option + "}" })
		for id, texts := range files {
			text := whole(texts)
			language, _, _ := strings.Cut(id, "/")
			for _, want := range of[language] {
				if !regexp.MustCompile(`\b` + want).MatchString(text) {
					t.Errorf("%s, params: %s: no %s in\n%s", id, option, want, text)
				}
			}
			if touches := strings.Contains(text, "TouchParams"); touches != (option == "object" &&
				language != "python") {
				t.Errorf("%s, params: %s: TouchParams is there: %t", id, option, touches)
			}
		}
	}
}

// TestParamsBuilder: Java's builder demands each value that may not be null, and has a name that no component has.
func TestParamsBuilder(t *testing.T) {
	files := generatedFiles(t, "sqlite", paramsSQL, func(*target.Target) string { return ", config: {params: object}" })
	text := files["java/sqlite"]["App.java"]
	_, record, _ := strings.Cut(text, "public record AddFiveParams(")
	record, _, _ = strings.Cut(record, "\n  }\n")
	for _, want := range []string{
		"public static Builder builder_() {", "private Long id;", "public Builder id(long id) {",
		`Objects.requireNonNull(id, "id")`,
		"public Builder builder(String builder) {", "return new AddFiveParams(",
	} {
		if !strings.Contains(record, want) {
			t.Errorf("no %s in\n%s", want, record)
		}
	}
}

// TestParamsOfTable: the statement that `:upsert` writes takes the table's row, which classes of several files share.
func TestParamsOfTable(t *testing.T) {
	want := map[string]string{"typescript": "}: UsersRow)", "java": "(UsersRow params)", "python": "*,",
		"go": "p UsersRow)", "rust": "app_types::UsersRow)"}
	sql := "-- MIGRATE 1\nCREATE TABLE users (id integer PRIMARY KEY, name text NOT NULL, born text);\n-- TABLE users :appender :upsert\n"
	for id, texts := range generatedFiles(t, "sqlite", sql,
		func(*target.Target) string { return ", config: {params: object, classes: file}" }) {
		language, _, _ := strings.Cut(id, "/")
		text := whole(texts)
		if !strings.Contains(text, want[language]) {
			t.Errorf("%s: no %s in\n%s", id, want[language], text)
		}
	}
}
