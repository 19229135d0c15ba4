package lsp_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/cli/ask"
	"github.com/sqg-dev/sqg/internal/lsp"
)

// likeProgram sets what `sqg lsp` does.
func likeProgram() func() {
	percent, processors := debug.SetGCPercent(400), runtime.GOMAXPROCS(1)
	return func() {
		debug.SetGCPercent(percent)
		runtime.GOMAXPROCS(processors)
	}
}

// many is a file of so many statements over 20 tables.
func many(n int) string {
	var sql strings.Builder
	for t := range 20 {
		fmt.Fprintf(&sql,
			"-- MIGRATE t%d\nCREATE TABLE t%d (id INTEGER PRIMARY KEY, name VARCHAR(80) NOT NULL, note VARCHAR(80), n INTEGER);\n\n", t, t)
	}
	for q := range n {
		fmt.Fprintf(&sql,
			"-- QUERY q%d\nSELECT a.id, a.name, b.note, b.n + 1 AS more FROM t%d a LEFT JOIN t%d b ON b.id = a.n WHERE a.n = ${n};\n\n", q, q%20, (q+7)%20)
	}
	return sql.String()
}

// BenchmarkKeystroke types in the middle of 1,000 statements: from a letter to its diagnostics, to the completions
// behind it, and to the hover of another statement.
func BenchmarkKeystroke(b *testing.B) {
	const typed = "-- QUERY fresh\nSELECT x.name, x.note FROM t3 x WHERE x.n > ${least} AND x.nam = 'a';\n\n"
	defer likeProgram()()
	for _, e := range engines {
		b.Run(e.name, func(b *testing.B) {
			text := many(1000)
			c := start(b, map[string]string{"sqg.yaml": config(e.generator), "sql/q.sql": text})
			begun := time.Now()
			c.open("sql/q.sql", text)
			c.wait("sql/q.sql")
			opened := time.Since(begun)
			at := strings.Index(text, "-- QUERY q500\n")
			var took, completed, hovered []time.Duration
			used := processor()
			b.ResetTimer()
			for i := range b.N {
				n := i % len(typed)
				if n == 0 && i > 0 {
					c.edit("sql/q.sql", at, at+len(typed), "")
					c.wait("sql/q.sql")
				}
				begun := time.Now()
				c.edit("sql/q.sql", at+n, at+n, typed[n:n+1])
				c.wait("sql/q.sql")
				took = append(took, time.Since(begun))
				begun = time.Now()
				var list lsp.CompletionList
				c.call("textDocument/completion",
					map[string]any{"textDocument": map[string]any{"uri": c.uri("sql/q.sql")},
						"position": place(c.text["sql/q.sql"], at+n+1)}, &list)
				completed = append(completed, time.Since(begun))
				begun = time.Now()
				var h *lsp.Hover
				c.call("textDocument/hover", c.at("sql/q.sql", "-- QUERY q777"), &h)
				if !strings.Contains(said(h), "returns every row") {
					b.Fatal(said(h))
				}
				hovered = append(hovered, time.Since(begun))
			}
			b.StopTimer()
			b.ReportMetric(float64((processor()-used).Milliseconds())/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(opened.Milliseconds()), "open-ms")
			for name, list := range map[string][]time.Duration{"key": took, "complete": completed, "hover": hovered} {
				quantiles(b, name, list)
			}
		})
	}
}

// quantiles reports the median and the 99th of 100.
func quantiles(b *testing.B, name string, list []time.Duration) {
	slices.Sort(list)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(list[len(list)/2]), name+"-median-ms")
	b.ReportMetric(ms(list[len(list)*99/100]), name+"-p99-ms")
}

// BenchmarkCode edits a statement of 100, and waits for its diagnostics and its code in five languages, as the page of
// `sqg ui` does after each change.
func BenchmarkCode(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as `sqg ui` does
	for _, e := range engines {
		b.Run(e.name, func(b *testing.B) {
			text := many(100)
			c := start(b, map[string]string{"sqg.yaml": config(e.generator), "sql/q.sql": text})
			c.open("sql/q.sql", text)
			c.wait("sql/q.sql")
			at := strings.Index(text, "b.n + 1 AS more")
			var took []time.Duration
			used := processor()
			b.ResetTimer()
			for i := range b.N {
				begun := time.Now()
				column := fmt.Sprintf("a.n + %d AS more_%d, ", i, i)
				c.edit("sql/q.sql", at, at, column)
				c.wait("sql/q.sql")
				var code ask.Code
				c.call("workspace/executeCommand", map[string]any{"command": "sqg.code",
					"arguments": []any{map[string]any{"uri": c.uri("sql/q.sql"), "name": "q0", "others": true}}}, &code)
				took = append(took, time.Since(begun))
				if len(code.Previews) != 5 || !strings.Contains(code.Previews[i%5].Code, fmt.Sprintf("more_%d", i)) {
					b.Fatalf("%d: %+v", i, code)
				}
				c.edit("sql/q.sql", at, at+len(column), "")
			}
			b.StopTimer()
			b.ReportMetric(float64((processor()-used).Milliseconds())/float64(b.N), "cpu-ms/op")
			quantiles(b, "code", took)
		})
	}
}

// BenchmarkMigration changes a migration above 1,000 statements, to one that it has not been before.
func BenchmarkMigration(b *testing.B) {
	defer likeProgram()()
	for _, e := range engines {
		b.Run(e.name, func(b *testing.B) {
			text := many(1000)
			c := start(b, map[string]string{"sqg.yaml": config(e.generator), "sql/q.sql": text})
			c.open("sql/q.sql", text)
			c.wait("sql/q.sql")
			at := strings.Index(text, "n INTEGER);")
			var took []time.Duration
			used := processor()
			b.ResetTimer()
			for i := range b.N {
				begun := time.Now()
				c.edit("sql/q.sql", at, at, fmt.Sprintf("more%d INTEGER, ", i))
				c.wait("sql/q.sql")
				took = append(took, time.Since(begun))
			}
			b.StopTimer()
			quantiles(b, "migration", took)
			b.ReportMetric(float64((processor()-used).Milliseconds())/float64(b.N), "cpu-ms/op")
		})
	}
}
