// Package version names this build of sqg.
package version

// Version is the release, as it stands in the first line of generated files.
const Version = "0.1.0"
