// Package errors holds the page of each diagnostic code, for `sqg explain-error`.
package errors

import "embed"

//go:embed SQG*.md
var pages embed.FS

// Page is the text of a code's page; "" where there is no such code.
func Page(code string) string {
	text, err := pages.ReadFile(code + ".md")
	if err != nil {
		return ""
	}
	return string(text)
}
