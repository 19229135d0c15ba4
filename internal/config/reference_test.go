package config

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/target"
)

// reference is the list of keys in docs/configuration.md, as Markdown.
func reference() string {
	var b strings.Builder
	b.WriteString("## Keys\n\n")
	table(&b, topLevel.Keys)
	for _, part := range []struct {
		title string
		keys  []key
	}{
		{"An entry of `sql`", unitKeys}, {"An entry of `gen`", genKeys}, {"An entry of `sources`", sourceKeys},
		{"`duckdb`", duckdbKeys}, {"`postgres`", postgresKeys},
	} {
		fmt.Fprintf(&b, "\n### %s\n\n", part.title)
		table(&b, part.keys)
	}
	b.WriteString("\n## Generators and their `config`\n\n| generator | driver | |\n|---|---|---|\n")
	for i := range target.All {
		t := &target.All[i]
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", strings.Join(t.IDs(), "`<br>`"), t.Package, t.Doc)
	}
	b.WriteString("\n| option | generators | value | |\n|---|---|---|---|\n")
	for _, o := range everyOption() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", o.key.Name, o.where, takes(&o.key.value), o.key.description())
	}
	b.WriteString("\n### An entry of `overrides`\n\n")
	table(&b, overrideKeys)
	return b.String()
}

func table(b *strings.Builder, keys []key) {
	b.WriteString("| key | value | example | |\n|---|---|---|---|\n")
	for _, k := range keys {
		doc := k.Doc
		if k.Required {
			doc = "**Required.** " + doc
		}
		example := ""
		if k.Example != "" {
			example = "`" + k.Example + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", k.Name, takes(&k.value), strings.ReplaceAll(example, "|", `\|`),
			doc)
	}
}

func takes(v *value) string {
	switch {
	case v.Enum != nil:
		return oneOf(v.Enum)
	case v.Kind == list:
		return "a list of " + strings.TrimPrefix(v.Item.Kind.String(), "a ") + "s"
	}
	return v.Kind.String()
}

type optionOf struct {
	key   key
	where string
}

// add lists another language, with its default where that is another than the first's.
func (o *optionOf) add(language, byDefault string) {
	if strings.Contains(o.where, language) {
		return
	}
	o.where += ", " + language
	if first, _, _ := strings.Cut(o.key.Default, "`"); first != byDefault {
		o.key.Default += "`, with " + language + " `" + byDefault
	}
}

// everyOption lists each option once, with the languages that take it.
func everyOption() []optionOf {
	var out []optionOf
	for i := range target.All {
		t := &target.All[i]
	keys:
		for _, k := range optionKeys(t) {
			for j := range out {
				if out[j].key.Name == k.Name {
					out[j].add(t.Language, k.Default)
					continue keys
				}
			}
			out = append(out, optionOf{k, t.Language})
		}
	}
	return out
}
