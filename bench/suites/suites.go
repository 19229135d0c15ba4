// Package suites holds the benchmark suites: a folder each, which the program carries with it.
package suites

import "embed"

// Files are the suites' own files, without what is installed or generated beside them.
//
//go:embed */suite.yaml */sqg.yaml */*.sql */src */run.sh */package.json */package-lock.json */tsconfig.json
var Files embed.FS
