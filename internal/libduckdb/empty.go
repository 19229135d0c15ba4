package libduckdb

import (
	"os"
	"path/filepath"

	"github.com/sqg-dev/sqg/internal/cache"
)

// Empty is the path of an empty file in the cache, which it makes where there is none.
func Empty(getenv func(string) string) (string, error) {
	dir, err := cache.Dir(getenv(cache.Variable))
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "empty")
	if _, err := os.Stat(path); err == nil {
		return filepath.ToSlash(path), nil
	}
	return filepath.ToSlash(path), os.WriteFile(path, nil, 0o644)
}
