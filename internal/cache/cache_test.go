package cache

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	held, err := Lock(path, true)
	if err != nil || held == nil {
		t.Fatal(held, err)
	}
	if other, err := Lock(path, false); other != nil || err != nil {
		t.Error("two have the lock:", other, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := WaitLock(ctx, path); !errors.Is(err, context.DeadlineExceeded) {
		t.Error("waiting ended with", err)
	}
	held.Close()
	free, err := WaitLock(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	free.Close()
}

// TestOnce: many want a folder at once; one fills it, and all have it whole.
func TestOnce(t *testing.T) {
	home := filepath.Join(t.TempDir(), "things", "one")
	file := filepath.Join(home, "file")
	var filled atomic.Int32
	there := func(dir string) error { _, err := os.Stat(filepath.Join(dir, "file")); return err }
	fill := func(stage string) (string, error) {
		filled.Add(1)
		dir := filepath.Join(stage, "made")
		return dir, errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "file"), []byte("x"), 0o644))
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := Once(t.Context(), home, there, fill); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(file); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if filled.Load() != 1 {
		t.Error("filled", filled.Load(), "times")
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(home), "new-*")); left != nil {
		t.Error("left over:", left)
	}
}
