package compile

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// samples are the files that samples of parameters name, by how they do: files below the project's folder, or below
// that of the SQL file. No link leads out of it, and none is hidden. Statements may read their columns.
func samples(blocks []*syntax.Block, folder string) map[string]string {
	found := map[string]string{}
	for _, b := range blocks {
		for _, set := range b.Sets {
			for _, name := range engine.SamplePaths(set.Value) {
				for _, root := range []string{folder, filepath.Dir(set.Span.File.Path)} {
					if path := sampleFile(root, name); path != "" && found[name] == "" {
						found[name] = path
					}
				}
			}
		}
	}
	return found
}

// sampleFile is the path of a file below a folder; "" where there is none.
func sampleFile(root, name string) string {
	if name == "" || filepath.IsAbs(name) || strings.ContainsAny(name, "*?[") {
		return ""
	}
	root, err := filepath.EvalSymlinks(filepath.Join(root, "."))
	if err != nil {
		return ""
	}
	path, err := filepath.EvalSymlinks(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return ""
	}
	below, err := filepath.Rel(root, path)
	if err != nil {
		return ""
	}
	hidden := func(part string) bool { return strings.HasPrefix(part, ".") } // as .. is
	if slices.ContainsFunc(strings.Split(filepath.ToSlash(below), "/"), hidden) {
		return ""
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return filepath.ToSlash(path)
}

// samplesKnown is what a cache keeps of samples, to know others.
func samplesKnown(samples map[string]string) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		list = append(list, name, samples[name])
	}
	return list
}
