// Package version names this build of sqg.
package version

// Version is the release, as it stands in the first line of generated files. release/build.sh sets it.
var Version = "0.1.0"
