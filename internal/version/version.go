// Package version names this build of sqg.
package version

import (
	"runtime/debug"
	"strings"
)

// Version is the release, as it stands in the first line of generated files. release/build.sh sets it; a program that
// `go install` builds of a released module knows it by itself.
var Version = "0.1.0"

func init() {
	if info, ok := debug.ReadBuildInfo(); ok {
		if v, ok := released(info.Main.Version); ok {
			Version = v
		}
	}
}

// released is the release that a module's version names. One that Go made of a commit names none: it ends in twelve
// digits of the commit, or in what is said of changed files.
func released(version string) (string, bool) {
	v, ok := strings.CutPrefix(version, "v")
	last := v[strings.LastIndexByte(v, '-')+1:]
	return v, ok && len(last) != 12 && !strings.Contains(v, "+")
}
