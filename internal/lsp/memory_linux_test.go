package lsp_test

import (
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/lsp"
)

// processor is the time that this process has used of processors.
func processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestIdle: a server that nobody asks uses no processor.
func TestIdle(t *testing.T) {
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			c := begin(t, e.generator)
			c.wait("sql/queries.sql")
			c.tried("workspace/executeCommand", map[string]any{"command": "sqg.sql",
				"arguments": []any{map[string]any{"uri": c.uri("sql/queries.sql"), "name": "get_user"}}})
			const watched = time.Second / 4
			var used time.Duration
			for range 20 { // one of them without what was left to do, such as garbage
				before := processor()
				time.Sleep(watched)
				if used = processor() - before; used < watched/100 {
					return
				}
			}
			t.Errorf("%v in %v", used, watched)
		})
	}
}

// TestMemory edits and asks at random for SQG_LSP_MINUTES, or a second, and says ten times what it takes.
func TestMemory(t *testing.T) {
	whole := time.Second
	if minutes, err := strconv.Atoi(os.Getenv("SQG_LSP_MINUTES")); err == nil {
		whole = time.Duration(minutes) * time.Minute
	}
	const parts = 10
	for _, e := range engines {
		t.Run(e.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 1))
			c := startWith(t, map[string]any{"inlayHints": true, "panels": true},
				map[string]string{"sqg.yaml": config(e.generator), "sql/1-schema.sql": schema,
					"sql/queries.sql": queries})
			c.open("sql/queries.sql", queries)
			c.open("sql/1-schema.sql", schema)
			edits := 0
			for part := range parts {
				end := time.Now().Add(whole / parts)
				for ; time.Now().Before(end); edits++ {
					name := "sql/queries.sql"
					if r.IntN(8) == 0 {
						name = "sql/1-schema.sql"
					}
					c.random(r, name)
					at := boundary(c.text[name], r.IntN(len(c.text[name])+1))
					where := map[string]any{"textDocument": map[string]any{"uri": c.uri(name)},
						"position": place(c.text[name], at), "range": lsp.Range{}}
					c.tried(requests[r.IntN(len(requests))], where)
					c.call(ofDocuments[r.IntN(len(ofDocuments))], where, nil)
					if r.IntN(4) == 0 { // typing has pauses, in which all of a round is done
						c.wait(name)
					}
				}
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				status, _ := os.ReadFile("/proc/self/status")
				_, resident, _ := strings.Cut(string(status), "VmRSS:")
				resident, _, _ = strings.Cut(resident, "\n")
				files, _ := os.ReadDir("/proc/self/fd")
				t.Logf("%d of %d: %d edits, heap %.1f MB, resident %s, %d goroutines, %d files, processor %v", part+1,
					parts, edits, float64(m.HeapAlloc)/1e6, strings.TrimSpace(resident), runtime.NumGoroutine(),
					len(files), processor().Round(time.Second))
				if m.HeapAlloc > 64<<20 {
					t.Fatalf("the heap has %.1f MB", float64(m.HeapAlloc)/1e6)
				}
			}
		})
	}
}
