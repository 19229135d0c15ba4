// Package docs_test keeps what the documentation shows true: its SQL compiles, its links lead somewhere.
package docs_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/config"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
)

func pages(t *testing.T) map[string]string {
	texts := map[string]string{}
	for _, pattern := range []string{"*.md", "*/*.md", "../README.md", "../corpus/*.md", "../examples/*/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			texts[filepath.ToSlash(file)] = string(text)
		}
	}
	return texts
}

var sqlBlock = regexp.MustCompile("(?s)\n```sql\n(.*?)\n```")

// TestSQL compiles every SQL example; pages of errors show SQL that is wrong.
func TestSQL(t *testing.T) {
	examples := 0
	for page, text := range pages(t) {
		if strings.HasPrefix(page, "errors/") {
			continue
		}
		for _, m := range sqlBlock.FindAllStringSubmatch(text, -1) {
			examples++
			file := filepath.Join(t.TempDir(), "example.sql")
			if err := os.WriteFile(file, []byte(m[1]), 0o600); err != nil {
				t.Fatal(err)
			}
			r := compile.Analyze(context.Background(), engineOf(page), "example",
				[]config.InputFile{{Path: file, Name: "example.sql"}}, compile.Options{})
			if found := r.Diags.All(); slices.ContainsFunc(found,
				func(d diag.Diagnostic) bool { return d.Severity != diag.Notice }) {
				var out strings.Builder
				_ = diag.WriteText(&out, found, false)
				t.Errorf("%s: something is wrong with an example:\n%s", page, out.String())
			}
		}
	}
	if examples < 5 {
		t.Errorf("only %d examples found", examples)
	}
}

// engineOf is the engine whose SQL a page shows.
func engineOf(page string) string {
	for _, e := range engine.All {
		if strings.Contains(page, e.Name) {
			return e.Name
		}
	}
	return engine.SQLite.Name
}

var link = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)

func TestLinks(t *testing.T) {
	for page, text := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s: link to %s leads nowhere", page, m[1])
			}
		}
	}
}

// excerpt is a block that shows code of an example.
var excerpt = regexp.MustCompile("(?s)\n```(python|typescript|go|java|rust|yaml|sql file=catalog.sql)\n(.*?)\n```")

// shown are the examples whose code pages show.
var shown = map[string][]string{
	"../README.md": {"../examples/quickstart/*.*", "../examples/quickstart/gen/*.*",
		"../examples/quickstart/gen/*/*"},
	"guides/search.md": {"../examples/search/sqlite/*", "../examples/search/typescript/src/*",
		"../examples/search/go/*.go"},
}

// TestExcerpts looks for the code of pages in the examples, where it is generated and run.
func TestExcerpts(t *testing.T) {
	texts := pages(t)
	for page, patterns := range shown {
		var example strings.Builder
		for _, pattern := range patterns {
			files, err := filepath.Glob(pattern)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				example.Write(text)
			}
		}
		blocks := excerpt.FindAllStringSubmatch(texts[page], -1)
		if len(blocks) < 4 {
			t.Errorf("%s shows %d pieces of code", page, len(blocks))
		}
		for _, m := range blocks {
			if !strings.Contains(example.String(), m[2]+"\n") {
				t.Errorf("%s shows %s that its example does not have:\n%s", page, m[1], m[2])
			}
		}
	}
}

var path = regexp.MustCompile("`((?:internal|corpus|suites|examples|bench|docs|cmd)/[^` *]*)`")

// placeholder is a part of a path that stands for any: internal/render/LANG.
var placeholder = regexp.MustCompile(`\b(LANG|FEATURE|NAME)\b`)

// TestPaths looks for the files and folders that pages name.
func TestPaths(t *testing.T) {
	for page, text := range pages(t) {
		for _, m := range path.FindAllStringSubmatch(text, -1) {
			if placeholder.MatchString(m[1]) {
				continue
			}
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s names %s, which is not there", page, m[1])
			}
		}
	}
}

var symbol = regexp.MustCompile("`([a-z]+)\\.([A-Z][A-Za-z]*)[^`]*`")

// TestSymbols looks for what the pages for contributors name of Go packages: analyze.Unit, diag.NameClash.
func TestSymbols(t *testing.T) {
	texts := pages(t)
	found := 0
	for _, page := range []string{"ARCHITECTURE.md", "adding-a-language.md", "adding-a-driver.md",
		"adding-an-engine.md", "adding-a-type.md", "adding-a-method.md"} {
		for _, m := range symbol.FindAllStringSubmatch(texts[page], -1) {
			found++
			declared := regexp.MustCompile(`(?m)^(func |type |var |const |\t)(\([^)]*\) )?` + m[2] + `\b`)
			if !declares(t, m[1], declared) {
				t.Errorf("%s names %s.%s, which is not there", page, m[1], m[2])
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d symbols found", found)
	}
}

func declares(t *testing.T, pkg string, declared *regexp.Regexp) bool {
	files, err := filepath.Glob(filepath.Join("..", "internal", pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob(filepath.Join("..", "internal", "*", pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, below...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if declared.Match(text) {
			return true
		}
	}
	return false
}
