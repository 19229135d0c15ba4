// Package cache is the folder where sqg keeps what it fetches or makes once: how it is found, and how something gets
// there whole though several processes want it at once and any of them may be killed.
package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Variable is the environment variable that names the folder.
const Variable = "SQG_CACHE_DIR"

// Dir makes sure of the cache's folder; "" is one of the user's. That of root is not in its home, which the account
// that servers run as cannot enter; a user without a home of its own has one among the temporary files.
func Dir(dir string) (string, error) {
	if dir != "" {
		dir, err := filepath.Abs(dir)
		if err != nil {
			return "", err
		}
		return dir, MkdirShared(dir)
	}
	if os.Geteuid() == 0 {
		return "/var/cache/sqg", MkdirShared("/var/cache/sqg")
	}
	if dir, err := os.UserCacheDir(); err == nil {
		dir = filepath.Join(dir, "sqg")
		if err := MkdirShared(dir); err == nil {
			return dir, nil
		}
	}
	dir = filepath.Join(os.TempDir(), fmt.Sprintf("sqg-%d", os.Geteuid()))
	if err := MkdirShared(dir); err != nil {
		return "", fmt.Errorf("no folder for the cache (set %s, or TMPDIR to a folder that is there): %w", Variable,
			err)
	}
	return dir, nil
}

// Once fills a folder, unless it is there and good. fill gets an empty folder and returns the one below it that is
// wanted, which is renamed into place: it is whole or not there. A lock keeps a second process from doing the same.
func Once(ctx context.Context, home string, good func(dir string) error,
	fill func(stage string) (dir string, err error)) error {
	root := filepath.Dir(home)
	if err := MkdirShared(root); err != nil {
		return err
	}
	if good(home) == nil {
		return nil
	}
	gate, err := WaitLock(ctx, filepath.Join(root, "lock"))
	if err != nil {
		return err
	}
	defer gate.Close()
	if good(home) == nil { // filled while we waited
		return nil
	}
	if err := removeAll(root, "new-*"); err != nil { // of a process that was killed: the gate is ours
		return err
	}
	stage, err := os.MkdirTemp(root, "new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(stage)
	made, err := fill(stage)
	if err != nil {
		return fmt.Errorf("fetching it: %w", err)
	}
	if err := good(made); err != nil {
		return fmt.Errorf("it was fetched, but does not run here: %w", err)
	}
	if err := errors.Join(os.RemoveAll(home), os.Rename(made, home)); err != nil {
		return err
	}
	return good(home)
}

func removeAll(dir, pattern string) error {
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	for _, f := range found {
		err = errors.Join(err, os.RemoveAll(f))
	}
	return err
}

// Verify compares a file's SHA-256.
func Verify(path, want string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		return fmt.Errorf("%s has the checksum %s, not %s", filepath.Base(path), got, want)
	}
	return nil
}

// WaitLock takes a lock as soon as it is free.
func WaitLock(ctx context.Context, path string) (*os.File, error) {
	type result struct {
		f   *os.File
		err error
	}
	done := make(chan result, 1)
	go func() {
		f, err := Lock(path, true)
		done <- result{f, err}
	}()
	select {
	case r := <-done:
		return r.f, r.err
	case <-ctx.Done():
		go func() { (<-done).f.Close() }()
		return nil, ctx.Err()
	}
}
