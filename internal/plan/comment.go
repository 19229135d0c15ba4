package plan

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/ir"
)

// comment is a statement's comment as sqlcommenter writes it: keys in order, values as in a URL. So no value ends the
// comment, holds a placeholder, or is more than one line.
func comment(unit string, q *ir.Query) string {
	file := ""
	if q.Span.File != nil {
		file = path.Base(q.Span.File.Path)
	}
	var pairs []string
	for _, p := range [...][2]string{{"action", q.Name.SQL}, {"application", unit}, {"file", file}} {
		if p[1] != "" {
			pairs = append(pairs, p[0]+"='"+strings.ReplaceAll(url.QueryEscape(p[1]), "+", "%20")+"'")
		}
	}
	return "/*" + strings.Join(pairs, ",") + "*/"
}

// commented is a text that ends in a comment. A text that is always the same stays one piece.
func commented(text []Piece, comment string) []Piece {
	last := text[len(text)-1]
	always := last.Need == 0 && last.Without == 0
	before := " "
	if line := last.SQL[strings.LastIndexByte(last.SQL, '\n')+1:]; !always || strings.Contains(line, "--") {
		before = "\n" // behind a comment of the user's, perhaps
	}
	comment = before + comment
	if always && last.Source < 0 && last.Bind == 0 {
		last.SQL += comment
		return append(slices.Clone(text[:len(text)-1]), last)
	}
	return append(slices.Clone(text), Piece{SQL: comment, Source: -1})
}
