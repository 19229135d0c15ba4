package watch

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/fsnotify/fsnotify"

	"github.com/sqg-dev/sqg/internal/cli/app"
	"github.com/sqg-dev/sqg/internal/compile"
)

// One round after a change to one of 1,000 queries over 20 tables: read, compile with what is kept warm, write.
func BenchmarkCycle(b *testing.B) {
	dir := b.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	put("sqg.yaml",
		"version: 1\nname: bench\nsql:\n  - files: [queries.sql]\n    gen: [{generator: typescript/sqlite, output: gen/}]\n")
	var sql strings.Builder
	for t := range 20 {
		fmt.Fprintf(&sql,
			"-- MIGRATE t%d\nCREATE TABLE t%d (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, n INTEGER);\n\n",
			t, t)
	}
	for q := range 1000 {
		fmt.Fprintf(&sql,
			"-- QUERY q%d\nSELECT a.id, a.name, b.note, count(*) AS total FROM t%d a LEFT JOIN t%d b ON b.id = a.n WHERE a.n = ${n} GROUP BY a.id;\n\n", q, q%20, (q+7)%20)
	}
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		b.Fatal(err)
	}
	defer fs.Close()
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as Main does
	path := filepath.Join(dir, "sqg.yaml")
	var said strings.Builder
	a := &app.App{Out: &said, Err: io.Discard, Env: func(string) string { return "" }}
	w, r := &watcher{fs: fs, scope: newScope(path)}, &rounds{app: a, path: path, cache: compile.NewCache()}
	defer r.cache.Close()
	cycle := func() {
		if err := w.look(); err != nil {
			b.Fatal(err)
		}
		r.generate(context.Background())
	}
	put("queries.sql", sql.String())
	cycle()
	b.ResetTimer()
	for i := range b.N {
		put("queries.sql", fmt.Sprintf("%s-- QUERY changing\nSELECT name, %d AS n FROM t1;\n", sql.String(), i))
		said.Reset()
		if cycle(); !strings.Contains(said.String(), "wrote ") {
			b.Fatal(said.String())
		}
	}
}
