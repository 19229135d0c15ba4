//go:build ignore

package prelude

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// testFile returns a copy of the template, which the test deletes when it ends.
func testFile(t testing.TB) string {
	t.Helper()
	data, err := template()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// template is a database file with the schema and TESTDATA, made once per process.
var template = sync.OnceValues(func() (data []byte, err error) {
	folder, err := os.MkdirTemp("", "sqg-test-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "template.db")
	if err := build(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// inStatement is the error of a statement of the schema.
func inStatement(err error, sql string) error { return fmt.Errorf("%w, in %s", err, sql) }
