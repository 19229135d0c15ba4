package lsp

import (
	"context"
	"regexp"
	"strings"
	"sync"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// The kinds of actions: what is wrong is mended, or what is right is written in another way.
const (
	quickFix = "quickfix"
	rewrite  = "refactor.rewrite"
)

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

// change is a fix in another place of the block than where the diagnostic is: $1 of the hint is what to write, or to
// take away.
type change struct {
	hint  func() *regexp.Regexp
	title string
	edit  func(b *syntax.Block, what string) (edit, bool)
}

var changes = []change{
	{pattern(`(?:with|give it) a sample(?: of its columns, |: | \()(@set [\pL\pN_]+ = [^),]+)`), "Add", below},
	{pattern(`^for a list write (@set [\pL\pN_]+ = 1, 2) above it`), "Add", below},
	{pattern(`^remove (:\w+!?)$`), "Remove", without},
	{pattern(`^write a value of that type, such as (@set [\pL\pN_]+ = .+?), or null`), "Write", sampled},
}

// below writes a line below the annotation.
func below(b *syntax.Block, line string) (edit, bool) {
	file, end := b.Span.File, b.Span.End
	if strings.HasPrefix(b.Span.Text(), "/*") {
		i := strings.Index(file.Text[b.Span.Start:], "*/")
		if i < 0 {
			return edit{}, false
		}
		end = b.Span.Start + i + len("*/")
	}
	newline := "\n"
	if strings.HasPrefix(file.Text[end:], "\r\n") {
		newline = "\r\n"
	}
	if !strings.HasPrefix(file.Text[end:], newline) {
		return edit{}, false // the statement follows on the same line
	}
	at := end + len(newline)
	return edit{source.Span{File: file, Start: at, End: at}, line + newline}, true
}

// without takes a modifier from the annotation, with the blank in front of it.
func without(b *syntax.Block, modifier string) (edit, bool) {
	for from := 0; ; {
		i := strings.Index(b.Span.Text()[from:], modifier)
		if i < 0 {
			return edit{}, false
		}
		start, end := b.Span.Start+from+i, b.Span.Start+from+i+len(modifier)
		if text := b.Span.File.Text; end == len(text) || strings.ContainsRune(" \t\r\n", rune(text[end])) {
			for text[start-1] == ' ' {
				start--
			}
			return edit{source.Span{File: b.Span.File, Start: start, End: end}, ""}, true
		}
		from += i + 1
	}
}

// changesOf are such fixes of a diagnostic, with their titles.
func changesOf(b *syntax.Block, d diag.Diagnostic) (titles []string, edits []edit) {
	for _, c := range changes {
		m := c.hint().FindStringSubmatch(d.Hint)
		if m == nil || b == nil {
			continue
		}
		if e, can := c.edit(b, m[1]); can {
			titles, edits = append(titles, c.title+" "+m[1]), append(edits, e)
		}
	}
	return titles, edits
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
		var v *view
		if project.state.config != nil {
			v = s.viewOf(doc, project, project.state)
		}
		action := func(title, kind string, e edit) CodeAction {
			return CodeAction{Title: title, Kind: kind,
				Edit: &WorkspaceEdit{map[string][]TextEdit{doc.uri: {{doc.lines.span(e.at.Start, e.at.End), e.text}}}}}
		}
		for _, d := range project.found[doc.path] {
			if d.Span.File == nil || doc.file == nil || d.Span.File.Text != doc.file.Text || d.Span.Start > end ||
				d.Span.End < start || seen[d.Span] {
				continue // of another text, or elsewhere
			}
			seen[d.Span] = true
			if v != nil {
				titles, edits := changesOf(v.block(d.Span.Start), d)
				for i, e := range edits {
					fix := action(titles[i], quickFix, e)
					fix.Diagnostics = []Diagnostic{s.diagnostic(d, doc)}
					out = append(out, fix)
				}
			}
			texts, sure := fixesOf(d)
			for _, text := range texts {
				out = append(out, CodeAction{Title: "Write " + text, Kind: quickFix, IsPreferred: sure,
					Diagnostics: []Diagnostic{s.diagnostic(d, doc)},
					Edit:        &WorkspaceEdit{map[string][]TextEdit{doc.uri: {{s.rangeOf(d.Span, doc), text}}}}})
			}
		}
		if v != nil && len(out) == 0 {
			if b := v.block(start); b != nil {
				for _, of := range rewritings {
					if r, can := of(v, b, start); can {
						out = append(out, action(r.title, rewrite, r.edit))
					}
				}
				out = append(out, s.indexings(v, b, start)...)
			}
		}
	}
	return out, nil
}
