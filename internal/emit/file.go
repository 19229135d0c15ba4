// Package emit is what renderers print with: documents that break lines where they grow too long, import sets, name
// scopes. It knows no language.
package emit

// File is a rendered file; Name is relative to the output folder, slash separated.
type File struct {
	Name string
	Text string
}
