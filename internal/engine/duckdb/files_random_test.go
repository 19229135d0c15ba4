package duckdb

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/infer"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// readAs are the tables that random statements read from files whose paths are known when they run.
var readAs = []struct{ table, reader, file string }{
	{"ta", "read_json", "ta.json"}, {"tb", "read_csv", "tb.csv"}, {"tc", "read_parquet", "tc.parquet"},
}

// strange are the rows of those tables in files that do not fit the sample: columns are missing or have other types.
var strange = map[string]string{
	"lacks":  "* EXCLUDE (COLUMN) FROM TABLE",
	"text":   "* REPLACE ('no. ' || COLUMN AS COLUMN) FROM TABLE",
	"null":   "* REPLACE (NULL AS COLUMN) FROM TABLE",
	"moment": "* REPLACE (TIMESTAMP '2024-01-01 01:02:03' AS COLUMN) FROM TABLE",
	"narrow": "* REPLACE (1::TINYINT AS COLUMN) FROM TABLE",
}

// fileRun is a random statement over files, as a program sends it.
type fileRun struct {
	sql, sent string
	columns   []engine.Column
	readers   []int // of each parameter
}

// TestRandomFiles runs random statements over files that fit the samples, hold other NULLs, lack columns, have other
// types or no row: no column that is said not to be NULL may be, and none has another type than was said.
func TestRandomFiles(t *testing.T) {
	dir := filepath.ToSlash(t.TempDir())
	free, err := host{testEnvironment}.start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	if free.second() {
		t.Skip("1.5 shows what it has to")
	}
	if err := free.exec(ctx, randomSchema); err != nil {
		t.Fatal(err)
	}
	folders := writeFiles(t, free, dir)
	env := engine.Environment{Getenv: os.Getenv, Log: testEnvironment.Log, Samples: map[string]string{}}
	for _, r := range readAs {
		env.Samples[r.file] = dir + "/state1/" + r.file
	}
	s := enginetest.Open(t, NewHost(env).Open, randomSchema).(*session)

	count, seed := enginetest.RandomCount(1500)
	g := newQueries(seed + 20)
	var list []*fileRun
	for len(list) < count/50 {
		sql, _ := g.query(1)
		if run := overPaths(sql); len(run.readers) > 0 {
			list = append(list, run)
		}
	}
	wrong, seen := checkFiles(t, s, free, list, folders, false)
	t.Log(seen)
	if len(wrong) > 0 {
		t.Errorf("%d wrong claims, as\n%s", len(wrong), strings.Join(wrong[:min(len(wrong), 3)], "\n"))
	}
	if seen.ran*4 < seen.runs || seen.differs*50 < seen.runs || seen.notNull*10 < seen.columns {
		t.Error("that proves little")
	}
	t.Run("columns of files NOT NULL", func(t *testing.T) {
		scan := operators["LOGICAL_GET"]
		defer swap("LOGICAL_GET", func(a *analysis, n *node, need positions) []column {
			cols := scan(a, n, need)
			if r, ok := tableOf(n); ok && strings.HasPrefix(r.schema, readerSchema) {
				for i := range cols {
					cols[i].Null = infer.Never
				}
			}
			return cols
		})()
		if wrong, _ := checkFiles(t, s, free, list, folders, true); !hasWrong(wrong, "is NULL") {
			t.Error("nothing contradicts it")
		}
	})
	t.Run("types of files not held", func(t *testing.T) {
		for _, run := range list {
			run.sent = run.sql
		}
		if wrong, _ := runFiles(t, free, list, folders[len(randomStates):], true); !hasWrong(wrong, "is said to be") {
			t.Error("nothing contradicts it")
		}
	})
}

func hasWrong(list []string, part string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.Contains(s, part) })
}

// writeFiles makes a folder of files for each state, and for what does not fit.
func writeFiles(t *testing.T, free *session, dir string) (folders []string) {
	t.Helper()
	write := func(name, fill, what string) {
		folder := dir + "/" + name
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		free.begin(t, fill)
		defer free.undo(t)
		for _, r := range readAs {
			column := map[string]string{"ta": "n", "tb": "aid", "tc": "v"}[r.table]
			rows := strings.NewReplacer("COLUMN", column, "TABLE", r.table).Replace(what)
			if err := free.exec(ctx, "COPY (SELECT "+rows+") TO "+literal(folder+"/"+r.file)); err != nil {
				t.Fatal(err)
			}
		}
		folders = append(folders, folder)
	}
	for i, fill := range randomStates {
		write("state"+strconv.Itoa(i), fill, "* FROM TABLE")
	}
	for name, what := range strange {
		write(name, randomStates[1], what)
	}
	return folders
}

var ofTable = regexp.MustCompile(`\b(ta|tb|tc) AS `)

// overPaths is a statement with readers in place of its tables.
func overPaths(sql string) *fileRun {
	run := &fileRun{}
	run.sql = ofTable.ReplaceAllStringFunc(sql, func(found string) string {
		i := slices.IndexFunc(readAs, func(r struct{ table, reader, file string }) bool {
			return strings.HasPrefix(found, r.table+" ")
		})
		run.readers = append(run.readers, i)
		return readAs[i].reader + "($" + strconv.Itoa(len(run.readers)) + ") AS "
	})
	return run
}

type fileTally struct{ statements, columns, notNull, runs, ran, differs, lacks int }

func (n fileTally) String() string {
	return fmt.Sprintf("%d statements over files, %d columns, %d claimed NOT NULL; of %d runs %d returned rows or none, "+
		"%d said that a type differs, %d that a column is missing", n.statements, n.columns, n.notNull, n.runs, n.ran,
		n.differs, n.lacks)
}

// checkFiles describes the statements and runs them over each folder's files.
func checkFiles(t *testing.T, s, free *session, list []*fileRun, folders []string, first bool) ([]string, fileTally) {
	t.Helper()
	for _, run := range list {
		hints := make([]engine.ParamHint, len(run.readers))
		for i, r := range run.readers {
			hints[i] = engine.ParamHint{Name: "p" + strconv.Itoa(i+1), Sample: "'" + readAs[r].file + "'"}
		}
		run.columns, run.sent = nil, ""
		d, err := s.Describe(ctx, engine.Stmt{SQL: run.sql, Params: hints})
		if err != nil {
			continue // DuckDB refuses it
		}
		if d.Fallback != "" {
			t.Errorf("fell back: %s\n%s", d.Fallback, run.sql)
		}
		edits := slices.Clone(d.Edits)
		slices.SortFunc(edits, func(a, b syntax.Edit) int { return b.Start - a.Start })
		run.sent, run.columns = run.sql, d.Columns
		for _, e := range edits {
			run.sent = run.sent[:e.Start] + e.Text + run.sent[e.End:]
		}
	}
	return runFiles(t, free, list, folders, first)
}

// runFiles compares what the statements return over each folder's files with what was said of them; it can stop at the
// first folder that contradicts.
func runFiles(t *testing.T, free *session, list []*fileRun, folders []string, first bool) (wrong []string,
	n fileTally) {
	t.Helper()
	for i, folder := range folders {
		if first && len(wrong) > 0 {
			break
		}
		free.begin(t, randomStates[1])
		for _, run := range list {
			if run.sent == "" {
				continue
			}
			if i == 0 {
				n.statements, n.columns = n.statements+1, n.columns+len(run.columns)
				for _, c := range run.columns {
					if !c.Nullable {
						n.notNull++
					}
				}
			}
			n.runs++
			sql := placeholder.ReplaceAllStringFunc(run.sent, func(mark string) string {
				k, _ := strconv.Atoi(mark[1:])
				return literal(folder + "/" + readAs[run.readers[k-1]].file)
			})
			found, err := run.compare(free, sql)
			switch {
			case err == nil:
				n.ran++
			case strings.Contains(err.Error(), ", expected "):
				n.differs++
			case strings.Contains(err.Error(), "column named"), strings.Contains(err.Error(), "not found in FROM"):
				n.lacks++
			}
			for _, f := range found {
				wrong = append(wrong, f+" in "+filepath.Base(folder)+"\n"+sql)
			}
			if err != nil { // the transaction is lost
				free.undo(t)
				free.begin(t, randomStates[1])
			}
		}
		free.undo(t)
	}
	return wrong, n
}

// compare runs the statement, and says which claims about its columns are wrong.
func (run *fileRun) compare(free *session, sql string) (wrong []string, err error) {
	short, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	null := make([]bool, len(run.columns))
	if err := free.each(short, sql, func(r row) {
		for i := range null {
			null[i] = null[i] || r[i] == nil
		}
	}); err != nil {
		return nil, err
	}
	for i, c := range run.columns {
		if null[i] && !c.Nullable {
			wrong = append(wrong, c.Name+" is said not to be NULL ("+c.Why+"), and is NULL")
		}
	}
	k := 0
	err = free.each(ctx, "DESCRIBE "+sql, func(r row) {
		if typ := r.text(1); typ != run.columns[k].Type.SQL {
			wrong = append(wrong, run.columns[k].Name+" is said to be "+run.columns[k].Type.SQL+", and is "+typ)
		}
		k++
	})
	return wrong, err
}
