package lsp

import (
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// pathOf is the path of a file's URI, slash separated; "" for what is no file.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	p := u.Path
	if len(p) > 2 && p[2] == ':' { // the letter of a drive
		p = p[1:]
	}
	if u.Host != "" {
		p = "//" + u.Host + p
	}
	return path.Clean(p)
}

// URI is how the server calls a file.
func URI(file string) string { return uriOf(path.Clean(filepath.ToSlash(file))) }

// uriOf is the URI of a file.
func uriOf(file string) string {
	file = filepath.ToSlash(file)
	if !strings.HasPrefix(file, "/") {
		file = "/" + file
	}
	return (&url.URL{Scheme: "file", Path: file}).String()
}

// lineOf is the part of a URI that names a line, as editors take it.
func lineOf(line int) string { return fmt.Sprintf("#L%d", line) }
