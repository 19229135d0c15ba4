package lsp

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/syntax"
)

// snippets are blocks to begin with, as the protocol has what a user fills in.
var snippets = []struct {
	label string
	kind  syntax.Kind
	text  string
}{
	{"QUERY", syntax.Query, "-- QUERY ${1:name}\nSELECT ${2:*} FROM ${3:table};"},
	{"QUERY :one", syntax.Query,
		"-- QUERY ${1:name} :one\nSELECT ${2:*} FROM ${3:table} WHERE ${4:id} = \\${${5:id}};"},
	{"EXEC", syntax.Exec, "-- EXEC ${1:name}\nINSERT INTO ${2:table} (${3:column}) VALUES (\\${${4:column}});"},
	{"MIGRATE", syntax.Migrate, "-- MIGRATE ${1:name}\nCREATE TABLE ${2:table} (id INTEGER PRIMARY KEY);"},
	{"TESTDATA", syntax.Testdata, "-- TESTDATA\nINSERT INTO ${1:table} (${2:column}) VALUES (${3:value});"},
}

var filledIn = pattern(`\$\{\d+:([^}]*)\}`)

// blocks adds those, at the start of a line behind an empty one.
func (c *completer) blocks(filled bool) {
	text := c.doc.lines.text[:c.offset]
	start := strings.LastIndexAny(text, "\n\r") + 1
	above := strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(text[:start], "\n"), "\r"), " \t")
	if !wordOnly().MatchString(text[start:]) || above != "" && !strings.HasSuffix(above, "\n") {
		return
	}
	c.from = start
	for i, s := range snippets {
		item := CompletionItem{Label: s.label + " …", Kind: itemSnippet, Detail: "a block", SortText: fmt.Sprintf("0%d", i),
			FilterText: s.label, TextEdit: &TextEdit{c.doc.lines.span(start, c.offset), s.text}, InsertTextFormat: 2}
		if !filled {
			item.TextEdit.NewText = strings.ReplaceAll(filledIn().ReplaceAllString(s.text, "$1"), `\$`, "$")
			item.InsertTextFormat = 0
		}
		c.items = append(c.items, item)
	}
}

var wordOnly = pattern(`^[A-Za-z]*$`)
