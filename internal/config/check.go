package config

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/mask"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/target"
)

// checked is a value of sqg.yaml that is what the table of keys says; nil stands for one that is absent or wrong.
type checked struct {
	node  *yaml.Node
	span  source.Span
	text  string
	num   int
	flag  bool
	items []*checked
	keys  map[string]*checked
}

func (v *checked) get(name string) *checked {
	if v == nil {
		return nil
	}
	return v.keys[name]
}

// str is the text of a key, "" where it is absent.
func (v *checked) str(name string) string {
	if k := v.get(name); k != nil {
		return k.text
	}
	return ""
}

// list is the items of a key.
func (v *checked) list(name string) []*checked {
	if k := v.get(name); k != nil {
		return k.items
	}
	return nil
}

// checker collects what is wrong with a file.
type checker struct {
	shown *source.File // the file as messages show it
	diags []diag.Diagnostic
}

func (c *checker) report(code diag.Code, span source.Span, hint, format string, args ...any) {
	c.diags = append(c.diags, diag.Diagnostic{Code: code, Span: span, Msg: mask.Text(fmt.Sprintf(format, args...)),
		Hint: mask.Text(hint)})
}

// parse reads the YAML; nil where it is none.
func (c *checker) parse(text string) *yaml.Node {
	var docs []yaml.Node
	err := yaml.Load([]byte(text), &docs, yaml.WithAllDocuments())
	var le *yaml.LoadError
	switch {
	case err == nil && len(docs) == 1:
		return docs[0].Content[0]
	case err == nil && len(docs) == 0:
		c.report(diag.ConfigSyntax, c.at(1, 1, 0), "`sqg init` makes one to start from", "the file is empty")
	case err == nil:
		c.report(diag.ConfigSyntax, c.at(docs[1].Line, docs[1].Column, 0), "several projects are several files",
			"the file holds more than one YAML document")
	case errors.As(err, &le):
		hint := "YAML is indented with spaces; a text with `: `, `#` or a leading special character needs quotes"
		c.report(diag.ConfigSyntax, c.at(le.Mark.Line, le.Mark.Column, 0), hint, "this is not valid YAML: %s",
			le.Message)
	default:
		c.report(diag.ConfigSyntax, c.at(1, 1, 0), "", "this is not valid YAML: %v", err)
	}
	return nil
}

func (c *checker) at(line, col, size int) source.Span {
	off := c.shown.Offset(line, col)
	return source.Span{File: c.shown, Start: off, End: min(off+size, len(c.shown.Text))}
}

// span of a node: a scalar's text, or the first character of anything else.
func (c *checker) span(n *yaml.Node) source.Span {
	size := 1
	if n.Kind == yaml.ScalarNode {
		size = len(n.Value)
		if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
			size += 2
		}
	}
	s := c.at(n.Line, n.Column, size)
	if i := strings.IndexByte(s.Text(), '\n'); i >= 0 {
		s.End = s.Start + i
	}
	return s
}

// check compares a node with what may stand in its place; where names it to the user, as in "files".
func (c *checker) check(n *yaml.Node, want *value, where string) *checked {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	v := &checked{node: n, span: c.span(n)}
	ok := false
	switch want.Kind {
	case text:
		ok = n.Kind == yaml.ScalarNode && (n.Tag == "!!str" || slices.Contains(want.Enum, n.Value)) // 2.0 as well as "2.0"
		v.text = n.Value
		if ok && strings.TrimSpace(v.text) == "" {
			c.report(diag.ConfigValue, v.span, "", "`%s` is empty", where)
			return nil
		}
		if ok && want.Enum != nil && !slices.Contains(want.Enum, v.text) {
			hint := suggest(v.text, want.Enum)
			if id := want.Elsewhere[v.text]; id != "" {
				hint = "`generator: " + id + "` has it; this one takes " + oneOf(want.Enum)
			}
			c.report(diag.ConfigValue, v.span, hint, "`%s` cannot be `%s`", where, v.text)
			return nil
		}
		if ok && want.Form != "" && !regexp.MustCompile("^(?:"+want.Form+")$").MatchString(v.text) {
			c.report(diag.ConfigValue, v.span, "write one such as `"+want.Such+"`", "%s cannot be `%s`",
				strings.Replace(where, "an entry of ", "an entry of `", 1)+"`", v.text)
			return nil
		}
	case integer:
		var err error
		v.num, err = strconv.Atoi(n.Value)
		ok = n.Kind == yaml.ScalarNode && n.Tag == "!!int" && err == nil
		if ok && want.Positive && v.num < 1 {
			c.report(diag.ConfigValue, v.span, "write 1 or more", "`%s` cannot be %d", where, v.num)
			return nil
		}
	case flag:
		ok = n.Kind == yaml.ScalarNode && n.Tag == "!!bool"
		v.flag = strings.EqualFold(n.Value, "true")
	case list:
		if ok = n.Kind == yaml.SequenceNode; ok {
			if want.NotEmpty && len(n.Content) == 0 {
				c.report(diag.ConfigValue, v.span, "", "`%s` has no entry", where)
			}
			for _, item := range n.Content {
				v.items = append(v.items, c.check(item, want.Item, "an entry of "+where))
			}
		}
	case object:
		if ok = n.Kind == yaml.MappingNode; ok {
			c.object(v, want.Keys, where)
		}
	case names, texts:
		if ok = n.Kind == yaml.MappingNode; ok {
			c.names(v, want.Kind, where)
		}
	}
	if !ok {
		c.wrongKind(n, v.span, want, where)
		return nil
	}
	return v
}

func (c *checker) wrongKind(n *yaml.Node, span source.Span, want *value, where string) {
	hint := ""
	if n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
		switch want.Kind {
		case text:
			hint = fmt.Sprintf("put it in quotes: %q", n.Value)
		case list:
			hint = fmt.Sprintf("write it as a list: [%s]", n.Value)
		case flag:
			hint = "write true or false, without quotes"
		case integer:
			if _, err := strconv.Atoi(n.Value); err == nil {
				hint = "write the number without quotes"
			}
		}
	}
	where = strings.TrimPrefix(where, "an entry of ")
	if where != "sqg.yaml" {
		where = "`" + where + "`"
	}
	c.report(diag.ConfigValue, span, hint, "%s takes %s, and this is %s", where, want.Kind, describe(n))
}

func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "a mapping"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Tag == "!!null":
		return "nothing"
	case n.Tag == "!!bool":
		return "true or false"
	case n.Tag == "!!int" || n.Tag == "!!float":
		return "a number"
	}
	return "a text"
}

// names checks a mapping from names; each becomes an item that stands where its key does, or where its text is one.
func (c *checker) names(v *checked, kind kind, where string) {
	have := map[string]bool{}
	for i := 0; i+1 < len(v.node.Content); i += 2 {
		kn := v.node.Content[i]
		to := c.check(v.node.Content[i+1], textItem, where)
		switch {
		case to == nil:
		case have[kn.Value]:
			c.report(diag.ConfigKey, c.span(kn), "keep one of them", "`%s` stands here twice", kn.Value)
		case kind == texts && !sourceName.MatchString(kn.Value):
			c.report(diag.ConfigValue, c.span(kn), "letters, digits and `_`, beginning with a letter",
				"`%s` cannot be a name", kn.Value)
		case kind == texts:
			v.items = append(v.items, &checked{node: kn, span: to.span, text: to.text})
		case !unitName.MatchString(to.text):
			c.report(diag.ConfigValue, to.span, "letters, digits and `_`, beginning with a letter",
				"`%s` cannot be part of the name of a type", to.text)
		default:
			v.items = append(v.items, &checked{node: kn, span: c.span(kn), text: to.text})
		}
		have[kn.Value] = true
	}
}

// object checks the keys of a mapping: unknown and repeated ones, those that are required, and each value.
func (c *checker) object(v *checked, keys []key, where string) {
	v.keys = map[string]*checked{}
	first := map[string]*yaml.Node{}
	meant := map[string]bool{} // keys that are there, misspelt
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.Name
	}
	for i := 0; i+1 < len(v.node.Content); i += 2 {
		kn, vn := v.node.Content[i], v.node.Content[i+1]
		if before, again := first[kn.Value]; again {
			c.report(diag.ConfigKey, c.span(kn), "keep one of them", "`%s` stands here twice", kn.Value)
			c.diags[len(c.diags)-1].Notes = []diag.Note{{Span: c.span(before), Msg: "the first one is here"}}
			continue
		}
		first[kn.Value] = kn
		at := -1
		for j, k := range keys {
			if k.Name == kn.Value {
				at = j
			}
		}
		if at < 0 {
			c.report(diag.ConfigKey, c.span(kn), cmp.Or(formerKeys[kn.Value], suggest(kn.Value, names)),
				"%s has no key `%s`", owner(where), kn.Value)
			meant[diag.Nearest(kn.Value, names)] = true
			continue
		}
		if keys[at].Kind == options { // which keys it takes depends on the generator beside it
			v.keys[kn.Value] = &checked{node: vn, span: c.span(vn)}
			continue
		}
		v.keys[kn.Value] = c.check(vn, &keys[at].value, kn.Value)
	}
	for _, k := range keys {
		if _, there := first[k.Name]; k.Required && !there && !meant[k.Name] {
			hint := ""
			if k.Example != "" {
				hint = fmt.Sprintf("add `%s: %s`", k.Name, k.Example)
			}
			c.report(diag.ConfigKey, v.span, hint, "%s needs the key `%s`", owner(where), k.Name)
		}
	}
	if raw := v.keys["config"]; raw != nil {
		v.keys["config"] = c.options(raw, v.str("generator"))
	}
}

// options checks the config: of a generator. Where the generator is unknown there is nothing to check it by.
func (c *checker) options(raw *checked, generator string) *checked {
	t := target.Find(generator)
	if t == nil {
		return nil
	}
	return c.check(raw.node, &value{Kind: object, Keys: optionKeys(t)}, "config of "+t.ID())
}

// owner names what holds a key: "sqg.yaml", "an entry of sql", "config of java/sqlite".
func owner(where string) string {
	if of, isEntry := strings.CutPrefix(where, "an entry of "); isEntry {
		return "an entry of `" + of + "`"
	}
	return where
}

// formerKeys are keys of other tools, and of SQG before 1.0, and what to write instead.
var formerKeys = map[string]string{
	"engine":      "the engine is part of the generator: `generator: typescript/sqlite`",
	"projectName": "the project's name is `name`, at the top; `name` in an entry of `gen` names its class and file",
	"template":    "there are no templates: `config` has the options of a generator",
	"queries":     "sqlc has this key: here `files` lists the SQL files",
	"schema":      "sqlc has this key: here `files` lists the SQL files, and the schema stands in their MIGRATE or BASELINE blocks",
}

// suggest is the hint for a word that is none of those allowed.
func suggest(word string, allowed []string) string {
	if near := diag.Nearest(word, allowed); near != "" {
		return "did you mean `" + near + "`?"
	}
	return "it takes " + oneOf(allowed)
}

func oneOf(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = "`" + w + "`"
	}
	if n := len(quoted); n > 1 {
		return strings.Join(quoted[:n-1], ", ") + " or " + quoted[n-1]
	}
	return strings.Join(quoted, "")
}
