// Package errors_test checks that the examples in this folder give the messages that the pages show.
package errors_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/cli"
	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/golden"
)

// plainConfig is the sqg.yaml of pages that show none.
const plainConfig = `version: 1
name: example
sql:
  - files: [queries.sql]
    gen: [{generator: typescript/sqlite/better-sqlite3, output: out}]
`

// withoutExample are the codes that no text in a page can provoke.
var withoutExample = map[string]bool{
	"SQG007": true, // needs a file that is not UTF-8
	"SQG306": true, // every target holds every type of SQLite
	"SQG310": true, // needs a program that the analysis does not know
	"SQG999": true, // a fault of sqg itself
}

// upToDate are the codes whose command comes after one that generates.
var upToDate = map[string]bool{"SQG207": true}

// fence matches a code block: its language, the file it is where it is not the language's usual one, its text.
var fence = regexp.MustCompile("(?ms)^```(\\w+)(?: (\\S+))?\n(.*?)^```$")

// times is the line of --verbose that no two runs share.
var times = regexp.MustCompile("(?m)^time: .*\n")

var usualFile = map[string]string{"yaml": "sqg.yaml", "sql": "queries.sql"}

// TestExamples writes the files that a page shows, runs the command of its console block, and compares the output with
// what the block shows.
func TestExamples(t *testing.T) {
	pages, err := filepath.Glob("SQG*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("no pages", err)
	}
	for i := range pages {
		if pages[i], err = filepath.Abs(pages[i]); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range pages {
		code := strings.TrimSuffix(filepath.Base(path), ".md")
		t.Run(code, func(t *testing.T) {
			page, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			blocks := fence.FindAllStringSubmatchIndex(string(page), -1)
			if len(blocks) == 0 && withoutExample[code] {
				return
			}
			if shown := run(t, code, string(page), blocks); !t.Failed() {
				golden.Check(t, path, shown)
			}
		})
	}
}

// run returns the page with the output that its example gives now.
func run(t *testing.T, code, page string, blocks [][]int) string {
	t.Chdir(t.TempDir())
	write(t, "sqg.yaml", plainConfig)
	for _, b := range blocks {
		language, text := page[b[2]:b[3]], page[b[6]:b[7]]
		if language != "console" {
			name := usualFile[language]
			if b[4] >= 0 {
				name = page[b[4]:b[5]]
			}
			write(t, name, text)
			continue
		}
		command, _, _ := strings.Cut(text, "\n")
		args := strings.Fields(strings.TrimPrefix(command, "$ "))
		var out bytes.Buffer
		if upToDate[code] {
			cli.Main(nil, strings.NewReader(""), io.Discard, io.Discard, func(string) string { return "" })
		}
		cli.Main(args[1:], strings.NewReader(""), &out, &out, func(string) string { return "" })
		if !strings.Contains(out.String(), "["+code+"]: ") || strings.Contains(out.String(), "[SQG999]: ") {
			t.Errorf("%s does not give %s, or not only:\n%s", command, code, out.String())
		}
		return page[:b[6]] + command + "\n" + times.ReplaceAllString(out.String(), "") + page[b[7]:]
	}
	t.Error("the page shows no run of sqg")
	return page
}

// cause matches a mistake that a page shows, and what the engines say of it.
var cause = regexp.MustCompile("(?s)```sql cause\n(.*?)```\n\n```text\n(.*?)```\n")

// schema matches the tables of the causes.
var schema = regexp.MustCompile("(?s)```sql schema\n(.*?)```\n")

// TestCauses compares what a page says that engines say of common mistakes with what they say.
func TestCauses(t *testing.T) {
	path, err := filepath.Abs("SQG202.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	statements := cause.FindAllStringSubmatch(string(page), -1)
	says := make([]string, len(statements))
	sql := "-- MIGRATE 1\n" + schema.FindStringSubmatch(string(page))[1]
	var starts []int // of the statements
	for _, s := range statements {
		sql += fmt.Sprintf("\n-- QUERY cause_%d\n", len(starts)+1)
		starts = append(starts, len(sql))
		sql += s[1]
	}
	t.Chdir(t.TempDir())
	write(t, "queries.sql", sql)
	for _, e := range []*engine.Info{engine.SQLite, engine.Postgres, engine.DuckDB} {
		r := compile.Analyze(t.Context(), e.Name, "causes", []config.InputFile{{Path: "queries.sql", Name: "queries.sql"}},
			compile.Options{Getenv: os.Getenv})
		for i := range statements {
			said := "(takes it)"
			for _, d := range r.Diags.All() {
				at := d.Span.Start - starts[i]
				if d.Code == diag.StatementError && at >= 0 && at < len(statements[i][1]) {
					said, _, _ = strings.Cut(d.Msg, "\n")
				}
			}
			says[i] += fmt.Sprintf("%-11s %s\n", e.Title, said)
		}
	}
	i := -1
	golden.Check(t, path, cause.ReplaceAllStringFunc(string(page), func(string) string {
		i++
		return "```sql cause\n" + statements[i][1] + "```\n\n```text\n" + says[i] + "```\n"
	}))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
