// Package bench holds what `sqg bench` carries with it: the suites, a folder each, and the data that they share.
package bench

import "embed"

// Files are the suites' own files, without what is installed or generated beside them.
//
//go:embed suites/*/suite.yaml suites/*/sqg.yaml suites/*/*.sql suites/*/src suites/*/run.sh suites/*/requirements.txt
//go:embed suites/*/package.json suites/*/package-lock.json suites/*/tsconfig.json suites/*/pom.xml
//go:embed suites/*/Cargo.toml suites/*/Cargo.lock suites/*/build.rs
//go:embed bulk/accounts bulk/sensors reads runner
var Files embed.FS
