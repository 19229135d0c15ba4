package surface

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/plan"
)

// preludes are the texts of all files of preludes, as in golang/prelude/pgx.go.
func preludes(t *testing.T) map[string]string {
	texts := map[string]string{}
	render := os.DirFS("../render")
	err := fs.WalkDir(render, ".", func(file string, d fs.DirEntry, err error) error {
		of := strings.Contains(file, "/prelude/") || file == "java/schema.go" // what reads Java's enums
		if err != nil || d.IsDir() || !of || constants[path.Ext(file)] == nil {
			return err
		}
		text, err := fs.ReadFile(render, file)
		texts[file] = string(text)
		return err
	})
	if err != nil || len(texts) < 100 {
		t.Fatalf("%d files, %v", len(texts), err)
	}
	return texts
}

const number = `([\d_]+(?:(?: \* | ?<< ?)[\d_]+)*)`

// constants find those that are numbers; the groups are the name and the number.
var constants = map[string]*regexp.Regexp{
	".go":   regexp.MustCompile(`(?m)^\s*(?:const )?(\w+) += ` + number + `(?:\s*//.*)?$`),
	".java": regexp.MustCompile(`static final (?:int|long) (\w+) = ` + number + `;`),
	".py":   regexp.MustCompile(`(?m)^(_[A-Z_0-9]+) = ` + number + `(?:\s*#.*)?$`),
	".rs":   regexp.MustCompile(`const (\w+): \w+ = ` + number + `;`),
	".ts":   regexp.MustCompile(`(?m)^const (\w+) = ` + number + `;`),
}

// TestLimits: each number of a prelude that is not small is that of the registry, or is there as what limits nothing.
func TestLimits(t *testing.T) {
	type place struct{ file, name string }
	wanted := map[place]int{}
	for _, l := range Limits {
		for file, name := range l.Constants {
			wanted[place{file, name}] = l.Value
		}
	}
	for file, text := range preludes(t) {
		for _, m := range constants[path.Ext(file)].FindAllStringSubmatch(text, -1) {
			at := place{file, m[1]}
			value, err := types.Eval(token.NewFileSet(), nil, token.NoPos, m[2])
			if err != nil {
				t.Fatal(at, err)
			}
			n, _ := constant.Int64Val(value.Value)
			want, listed := wanted[at]
			delete(wanted, at)
			switch {
			case listed && n != int64(want):
				t.Errorf("%v is %d, not %d", at, n, want)
			case !listed && n >= 60 && NoLimits[file] != m[1]:
				t.Errorf("%v, which is %d, is not in the registry", at, n)
			}
		}
	}
	for at := range wanted {
		t.Errorf("%v is in no prelude", at)
	}
}

var (
	adjacent  = regexp.MustCompile(`"\s*\+?\s*f?"|'\n\s*f?["']`) // two parts of one text
	inserted  = regexp.MustCompile(`"\s*\+ [\w.()]+\s*\+ "`)     // what Java puts into one
	slot      = regexp.MustCompile(`\$?\{[^{}\n"]*\}|%[a-zT]`)   // what other languages put there
	slotWords = regexp.MustCompile(`\{\w+\}`)
)

// said is a prelude with its texts in one piece each, and {} for what is put into them.
func said(text string) string {
	text = inserted.ReplaceAllString(adjacent.ReplaceAllString(text, ""), "{}")
	return slot.ReplaceAllString(text, "{}")
}

// TestMessages: a language says what the table has, and nothing of it that it is said to lack.
func TestMessages(t *testing.T) {
	texts := map[string]string{}
	for file, text := range preludes(t) {
		folder, _, _ := strings.Cut(file, "/")
		texts[strings.Replace(folder, "golang", "go", 1)] += said(text) + "\n"
	}
	for _, m := range Messages {
		text := slotWords.ReplaceAllString(cmp.Or(m.Part, m.Text), "{}")
		for _, language := range Languages {
			why, lacks := m.Lacks[language]
			if has := strings.Contains(texts[language], text); has == lacks {
				t.Errorf("%s, %q: has %v, lacks %v", language, text, has, lacks)
			}
			if lacks && why == "" {
				t.Errorf("%s, %q: no reason", language, text)
			}
		}
		for language := range m.Lacks {
			if !slices.Contains(Languages, language) {
				t.Errorf("%s is no language", language)
			}
		}
	}
}

// TestExtensionTexts: preludes load extensions by the statement and from the files that plan has, each in one place.
func TestExtensionTexts(t *testing.T) {
	folder, file, _ := strings.Cut(plan.ExtensionFile, "/")
	wanted := map[string]string{"the statement": plan.LoadExtension, "the file": slotWords.ReplaceAllString("/"+file, "{}")}
	texts := map[string]string{}
	for file, text := range preludes(t) {
		language, _, _ := strings.Cut(file, "/")
		texts[language] += said(text) + "\n"
	}
	for language, text := range texts {
		for what, part := range wanted {
			if found := strings.Count(text, part); found != 1 {
				t.Errorf("%s: %s, %q, is there %d times", language, what, part, found)
			}
		}
		if !strings.Contains(text, strings.Trim(folder, "{}")) {
			t.Errorf("%s has no folder", language)
		}
	}
}

// transactionText finds texts that begin, end or undo a unit of work, or tell its number.
var transactionText = regexp.MustCompile(
	"[\"'`]((?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET TRANSACTION|SELECT (?:\\w+_transaction_id|txid_\\w+))\\b[^\"'`]*)[\"'`]",
)

// TestTransactionTexts: preludes begin, end and undo transactions and savepoints by the statements that plan has.
func TestTransactionTexts(t *testing.T) {
	known := map[string]bool{}
	for _, sql := range []string{plan.Commit, plan.Rollback, plan.Savepoint, plan.Release, plan.Undo} {
		known[sql] = true
	}
	for _, e := range engine.All {
		data := plan.TransactionsOf(e.Name)
		known[data.Begin], known[data.Number] = true, true
		for _, o := range data.Options {
			for _, text := range o.Texts() {
				known[data.Begin+text[1]] = true
			}
		}
	}
	known["BEGIN"] = true // DuckDB has both
	found := 0
	for file, text := range preludes(t) {
		for _, m := range transactionText.FindAllStringSubmatch(text, -1) {
			for sql := range strings.SplitSeq(m[1], ";") {
				if sql = strings.TrimSpace(sql); sql == "" || strings.ContainsAny(sql, "{") {
					continue
				}
				if found++; !known[sql] {
					t.Errorf("%s: %q is no statement of plan's", file, sql)
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("%d statements", found)
	}
}

// TestPage: the page of the docs says all of it.
func TestPage(t *testing.T) {
	page := `# What programs say and hold at run time

Both tables are made from the tables that the code generators are tested with.

## Errors

An error of the engine keeps the driver's type and text; in front stands where: the row, the column, the parameter, the
migration. Besides, a program says

| message | when | not in |
|---|---|---|
`
	for _, m := range Messages {
		var lacks []string
		for _, l := range Languages {
			if why, ok := m.Lacks[l]; ok {
				lacks = append(lacks, Titles[l]+": "+why)
			}
		}
		page += fmt.Sprintf("| `%s` | %s | %s |\n", m.Text, m.When, strings.Join(lacks, "; "))
	}
	page += `
## How much at once

No program holds all rows of a stream or of a load. Of these numbers none can be set; of ` + "`:bulk`, see\n[Many rows](guides/many-rows.md)." + `

| number | of | because |
|---|---|---|
`
	for _, l := range Limits {
		page += fmt.Sprintf("| %d | %s | %s |\n", l.Value, l.Of, l.Why)
	}
	golden.Check(t, "../../docs/at-run-time.md", page)
}
