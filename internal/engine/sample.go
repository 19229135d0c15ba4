package engine

import (
	"regexp"
	"strings"
	"sync"
)

var (
	samplePath  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`'((?:[^']|'')*)'`) })
	samplePaths = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\s*(?:'(?:[^']|'')*'|\[\s*'(?:[^']|'')*'(?:\s*,\s*'(?:[^']|'')*')*\s*\])\s*$`)
	})
)

// SamplePaths are the texts of a sample that is a text or a list of texts; none for any other sample.
func SamplePaths(sample string) (paths []string) {
	if !samplePaths().MatchString(sample) {
		return nil
	}
	for _, text := range samplePath().FindAllStringSubmatch(sample, -1) {
		paths = append(paths, strings.ReplaceAll(text[1], "''", "'"))
	}
	return paths
}
