package lsp

import (
	"context"
	"regexp"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
)

const quickFix = "quickfix"

// fix is a hint that says what to write instead of the text that a diagnostic points to.
type fix struct {
	hint func() *regexp.Regexp // $1 is what to write
	// certain reports whether that can stand for the text as it is
	certain func(text, instead string) bool
	sure    bool // nothing else can be meant
}

var fixes = []fix{
	{pattern("^did you mean `?([^`]+?)`?\\?$"), similar, true},
	{pattern(`^write (\$\{[^{}]+\})$`), placeholder, true},
	{pattern(`here they have names: write (\$\{[^{}]+\})$`), placeholder, false},
	{pattern(`any other name is written ("(?:[^"]|"")+")$`), anything, true},
	{pattern(`^write ([A-Z]+) in capitals, right after`), similar, true},
}

// pattern is compiled when it is first used, since every start of sqg would pay for it.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// similar: the text is a misspelling of what stands instead, and nothing beside it.
func similar(text, instead string) bool {
	return !strings.ContainsAny(text, " \t\n\r") && diag.Nearest(text, []string{instead}) != "" ||
		strings.EqualFold(text, instead)
}

func placeholder(text, _ string) bool { return text != "" && strings.ContainsAny(text[:1], "?$:@") }

func anything(text, _ string) bool { return text != "" }

// fixesOf are the texts that may stand in the place of what a diagnostic points to.
func fixesOf(d diag.Diagnostic) (texts []string, sure bool) {
	text := d.Span.Text()
	for _, f := range fixes {
		m := f.hint().FindStringSubmatch(d.Hint)
		if m == nil {
			continue
		}
		for instead := range strings.SplitSeq(m[1], " or ") {
			if quoted := strings.HasPrefix(text, `"`) && !strings.HasPrefix(instead, `"`); quoted {
				instead = `"` + instead + `"`
			}
			if f.certain(text, instead) && text != instead {
				texts = append(texts, instead)
			}
		}
		return texts, f.sure && len(texts) == 1
	}
	return nil, false
}

// actions are the fixes of what is wrong in a range.
func (s *Server) actions(_ context.Context, p CodeActionParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc := s.docs[pathOf(p.TextDocument.URI)]
	if doc == nil {
		return nil, unknown(p.TextDocument.URI)
	}
	start, end := doc.lines.offset(p.Range.Start), doc.lines.offset(p.Range.End)
	out := []CodeAction{}
	seen := map[source.Span]bool{}
	for _, project := range s.sorted() {
		for _, d := range project.found[doc.path] {
			if d.Span.File == nil || doc.file == nil || d.Span.File.Text != doc.file.Text || d.Span.Start > end ||
				d.Span.End < start || seen[d.Span] {
				continue // of another text, or elsewhere
			}
			seen[d.Span] = true
			texts, sure := fixesOf(d)
			for _, text := range texts {
				out = append(out, CodeAction{Title: "Write " + text, Kind: quickFix, IsPreferred: sure,
					Diagnostics: []Diagnostic{s.diagnostic(d, doc)},
					Edit:        WorkspaceEdit{map[string][]TextEdit{doc.uri: {{s.rangeOf(d.Span, doc), text}}}}})
			}
		}
	}
	return out, nil
}
