package lsp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// servers are the processes of PostgreSQL that this one has started.
func servers(t *testing.T) (pids []int) {
	parents, postgres := map[int]int{}, map[int]bool{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		before, after, _ := strings.Cut(string(text), ") ")
		pid, name, _ := strings.Cut(before, " (")
		id, _ := strconv.Atoi(pid)
		var state string
		var parent int
		fmt.Sscan(after, &state, &parent)
		parents[id], postgres[id] = parent, name == "postgres"
	}
	for id := range postgres {
		for at := id; postgres[id] && at > 1; at = parents[at] {
			if at == os.Getpid() {
				pids = append(pids, id)
				break
			}
		}
	}
	return pids
}

// TestServerDies: a server that is gone is started again.
func TestServerDies(t *testing.T) {
	if os.Getenv("SQG_POSTGRES_URL") != "" {
		t.Skip("the server is not sqg's own")
	}
	c := begin(t, "python/postgres")
	c.agree("opening")
	pids := servers(t)
	if len(pids) == 0 {
		t.Fatal("no server runs")
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && err != syscall.ESRCH {
			t.Fatal(err)
		}
	}
	c.replace("sql/queries.sql", "p.title", "p.titel")
	c.wait("sql/queries.sql")
	c.replace("sql/queries.sql", "p.titel", "p.title, p.id")
	c.agree("an edit after the end of the server")
	c.replace("sql/queries.sql", "p.title, p.id", "p.titel")
	c.agree("one more")
}
