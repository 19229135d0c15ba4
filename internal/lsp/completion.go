package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/syntax"
)

func (s *Server) completion(ctx context.Context, p PlaceParams) (any, error) {
	if doc, at, is := s.configPlace(p); is {
		return CompletionList{Items: configItems(doc, at)}, nil
	}
	v, err := s.view(ctx, p.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	c := v.complete(v.doc.lines.offset(p.Position))
	c.blocks(s.snippets)
	out := CompletionList{Items: c.items}
	if c.calls {
		if typed := c.doc.lines.text[c.from:c.offset]; typed == "" {
			out.IsIncomplete = true // functions are too many before a letter is typed
		} else if known, err := s.functionsOf(ctx, v); err == nil {
			c.functions(known, typed)
			out.Items = c.items
		}
	}
	return out, nil
}

// completer collects what may stand in the place of the word before an offset.
type completer struct {
	*view
	from, offset int
	items        []CompletionItem
	have         map[string]bool
	calls        bool // a function may stand there
}

// add adds an item; those of one rank stand in alphabetical order.
func (c *completer) add(rank, kind int, label, text, detail, doc string) {
	if c.have[label] {
		return
	}
	c.have[label] = true
	item := CompletionItem{Label: label, Kind: kind, Detail: detail, SortText: fmt.Sprintf("%d%s", rank, label),
		FilterText: text,
		TextEdit:   &TextEdit{c.doc.lines.span(c.from, c.offset), text}}
	if doc != "" {
		item.Documentation = &MarkupContent{"markdown", doc}
	}
	c.items = append(c.items, item)
}

var (
	annotationStart = pattern(`^\s*(?:--|/\*)[ \t]*([A-Za-z]*)$`)
	modifierStart   = pattern(`^\s*(?:--|/\*)[ \t]+([A-Z]+)[ \t].*(?:^|[ \t])(:[\w!]*)$`)
	setStart        = pattern(`^\s*@set[ \t]+([\pL\pN_]*)$`)
	setValue        = pattern(`^\s*@set[ \t]+([\pL\pN_]+)[ \t]*=[ \t]*(\S*)$`)
	paramStart      = pattern(`\$\{([\pL\pN_]*)$`)
	wordStart       = pattern(`[\pL\pN_$]*$`)
)

// complete are the words that may stand at an offset.
func (v *view) complete(offset int) *completer {
	text := v.doc.lines.text
	offset = min(offset, len(text))
	line := text[strings.LastIndexAny(text[:offset], "\n\r")+1 : offset]
	c := &completer{view: v, offset: offset, items: []CompletionItem{}, have: map[string]bool{}}
	b := v.block(offset)
	switch {
	case annotationStart().MatchString(line):
		c.from = offset - len(annotationStart().FindStringSubmatch(line)[1])
		c.annotations()
	case modifierStart().MatchString(line):
		m := modifierStart().FindStringSubmatch(line)
		c.from = offset - len(m[2])
		c.modifiers(m[1])
	case strings.HasPrefix(strings.TrimSpace(line), "--") || b == nil:
	case setStart().MatchString(line):
		c.from = offset - len(setStart().FindStringSubmatch(line)[1])
		c.params(b, func(name string) string { return name })
	case setValue().MatchString(line):
		m := setValue().FindStringSubmatch(line)
		c.from = offset - len(m[2])
		words, _ := c.statementAt(b, offset)
		if p := param(c.query(b), m[1]); p != nil {
			c.values(p.Type, p.Source)
		} else if i := slices.IndexFunc(words, func(w word) bool { return w.text == "${"+m[1]+"}" }); i >= 0 {
			c.compared(words, words[:i], c.uses(words)) // the line has no value yet
		}
	case paramStart().MatchString(line):
		c.from = offset - len(paramStart().FindStringSubmatch(line)[1])
		closing := "}"
		if strings.HasPrefix(text[offset:], "}") {
			closing = ""
		}
		c.params(b, func(name string) string { return name + closing })
	default:
		c.from = offset - len(wordStart().FindString(line))
		c.sql(b)
	}
	return c
}

// functions adds those of the engine's catalogue whose names begin with what is typed.
func (c *completer) functions(known map[string][]engine.Function, typed string) {
	for name, list := range known {
		if !strings.HasPrefix(name, strings.ToLower(typed)) {
			continue
		}
		detail := list[0].Signature()
		if more := len(list) - 1; more > 0 {
			detail += fmt.Sprintf(" and %d more", more)
		}
		c.add(4, itemFunction, name, name, detail, list[0].Doc)
	}
}

func (c *completer) annotations() {
	for i, e := range syntax.Annotations() {
		c.add(i, itemKeyword, e.Name, e.Name, "-- "+e.Form, e.Doc)
	}
}

func (c *completer) modifiers(kind string) {
	for k := syntax.Migrate; k <= syntax.Table; k++ {
		if k.String() != kind {
			continue
		}
		for _, e := range syntax.ModifiersOf(k) {
			c.add(1, itemKeyword, e.Name, e.Name, e.Form, e.Doc)
		}
	}
}

// params adds parameters: those of the statement, then columns of its tables, which parameters are mostly called after.
func (c *completer) params(b *syntax.Block, written func(name string) string) {
	q := c.query(b)
	for _, n := range paramSpans(b, "") {
		detail := "parameter"
		if p := param(q, n.name); p != nil {
			detail = p.Type.SQL + " " + ir.Nullness(p.Nullable)
		}
		c.add(1, itemVariable, n.name, written(n.name), detail, "")
	}
	for _, s := range c.config.Sources {
		if s.Type != "postgres" {
			c.add(2, itemVariable, "sources_"+s.Name, written("sources_"+s.Name), "file source", s.Path)
		}
	}
	words, _ := c.statementAt(b, c.offset)
	for _, u := range c.uses(words) {
		for _, f := range u.table.Columns {
			c.add(3, itemVariable, f.Column, written(f.Column), f.Type.SQL+" as "+u.table.Name.SQL+"."+f.Column, "")
		}
	}
}

// sql adds what may stand in a statement.
func (c *completer) sql(b *syntax.Block) {
	words, _ := c.statementAt(b, c.offset)
	uses := c.uses(words)
	if c.expanded(words) {
		return
	}
	before := slices.DeleteFunc(slices.Clone(words), func(w word) bool { return w.end > c.from })
	n := len(before)
	switch {
	case n >= 2 && before[n-1].text == "." && before[n-1].end == c.from:
		c.qualified(b, before[n-2], words)
	case n >= 1 && before[n-1].is("JOIN"):
		c.joins(uses)
		c.expressions(words)
		c.tableNames(2)
	case n >= 1 && before[n-1].is("FROM", "INTO", "UPDATE", "REFERENCES", "TABLE"):
		c.expressions(words)
		c.tableNames(1)
	default:
		c.calls = !b.IsScript()
		if n >= 1 && before[n-1].is("ON") {
			c.conditions(uses)
		}
		c.compared(words, before, uses)
		c.derived(words, n)
		for _, u := range uses {
			if !visible(words, u, n) {
				continue
			}
			c.columns(1, u.table)
			if u.alias >= 0 {
				c.add(2, itemVariable, u.called, u.called, u.table.Name.SQL, "")
			}
		}
		if !b.IsScript() {
			for _, name := range b.Uses {
				c.add(2, itemVariable, "${"+name+"}", "${"+name+"}", "parameter", "")
			}
		}
		c.tableNames(3)
	}
}

// joins adds the tables that foreign keys join to those of the statement, with their conditions.
func (c *completer) joins(uses []use) {
	for _, t := range c.tables {
		joined := use{table: t, called: t.Name.SQL}
		if slices.ContainsFunc(uses, func(u use) bool { return strings.EqualFold(u.called, joined.called) }) {
			continue // it would need another name
		}
		for _, u := range uses {
			for _, on := range c.keys(u, joined) {
				text := c.named(t) + " ON " + on
				c.add(1, itemSnippet, text, text, "foreign key", tableText(t))
			}
		}
	}
}

// conditions adds what foreign keys say of the table that is joined where ON stands.
func (c *completer) conditions(uses []use) {
	uses = slices.DeleteFunc(slices.Clone(uses), func(u use) bool { return u.start > c.offset })
	for _, u := range uses[:max(len(uses)-1, 0)] {
		for _, on := range c.keys(u, uses[len(uses)-1]) {
			c.add(0, itemSnippet, on, on, "foreign key", "")
		}
	}
}

// keys are the conditions that join two tables by a foreign key of one of them.
func (c *completer) keys(a, b use) (list []string) {
	refers := func(from, to use) {
		for _, k := range from.table.Foreign {
			if k.Schema != to.table.Schema || k.Table != to.table.Name.SQL {
				continue
			}
			var all []string
			for i := range k.Columns {
				all = append(all, c.written(from.called)+"."+c.written(k.Columns[i])+" = "+c.written(to.called)+"."+
					c.written(k.To[i]))
			}
			list = append(list, strings.Join(all, " AND "))
		}
	}
	refers(a, b)
	refers(b, a)
	return list
}

// qualified adds what may follow a name and a dot.
func (c *completer) qualified(b *syntax.Block, name word, words []word) {
	if t := c.triggered(b); t != nil && name.is("NEW", "OLD") {
		c.columns(1, t)
		return
	}
	for _, u := range c.sources(words) {
		switch {
		case u.table == nil && c.same(name, u.called):
			columns, _ := c.outputs(words, words[u.to], 0)
			c.own(1, columns)
			return
		case u.table != nil && (c.same(name, u.called) || name.is("EXCLUDED", "NEW", "OLD")):
			c.columns(1, u.table)
			return
		}
	}
	if columns, found := c.outputs(words, name, 0); found {
		c.own(1, columns)
		return
	}
	for _, t := range c.tables {
		if c.same(name, t.Schema) {
			c.add(1, itemClass, t.Name.SQL, c.written(t.Name.SQL), kindOf(t), tableText(t))
		}
	}
}

// triggered is the table of the trigger whose statements a script makes at the offset; nil for none.
func (c *completer) triggered(b *syntax.Block) (t *ir.Table) {
	statements, ends := c.statements(b)
	for i, words := range statements {
		for k, w := range words {
			if k > 0 && w.is("TRIGGER") && words[0].is("CREATE") {
				t = nil
				if on := slices.IndexFunc(words[k:], func(w word) bool { return w.is("ON") }); on > 0 {
					if uses := c.uses(words[k+on:]); len(uses) > 0 {
						t = uses[0].table
					}
				}
				break
			}
		}
		if c.offset <= ends[i] {
			break
		}
	}
	return t
}

// own adds columns of what the statement names itself.
func (c *completer) own(rank int, columns []string) {
	for _, name := range columns {
		c.add(rank, itemField, name, c.written(name), "column of the statement", "")
	}
}

// derived adds what the statement names itself, where a word stands: its columns and its names.
func (c *completer) derived(words []word, at int) {
	for _, u := range c.sources(words) {
		if u.table == nil && visible(words, u, at) {
			columns, _ := c.outputs(words, words[u.to], 0)
			c.own(1, columns)
			c.add(2, itemVariable, u.called, u.called, "of the statement", "")
		}
	}
	for _, g := range groups(words, at) {
		for _, alias := range subqueries(words, g) {
			columns, _ := c.outputs(words, alias, 0)
			c.own(1, columns)
			c.add(2, itemVariable, alias.plain(), alias.plain(), "of the statement", "")
		}
	}
}

// expressions adds the names of common table expressions.
func (c *completer) expressions(words []word) {
	for i, w := range words {
		if w.name && i > 0 && words[i-1].is("WITH", "RECURSIVE", ",") && i+1 < len(words) {
			if _, found := c.outputs(words, w, 0); found {
				c.add(1, itemClass, w.plain(), w.text, "of the statement", "")
			}
		}
	}
}

// expanded adds the columns that * stands for, where it stands right before the offset.
func (c *completer) expanded(words []word) bool {
	i := slices.IndexFunc(words, func(w word) bool { return w.end == c.offset && w.text == "*" })
	if i < 1 {
		return false
	}
	from, of := i, (*word)(nil)
	if i >= 3 && words[i-1].text == "." {
		from, of = i-2, &words[i-2]
	}
	if !words[from-1].is("SELECT", "DISTINCT", "ALL", "RETURNING") && words[from-1].text != "," {
		return false
	}
	var list []string
	for _, name := range c.star(words, of, from, 0) {
		if name = c.written(name); of != nil {
			name = of.text + "." + name
		}
		list = append(list, name)
	}
	if len(list) == 0 {
		return false
	}
	c.from = words[from].start
	c.add(0, itemSnippet, strings.Join(list, ", "), strings.Join(list, ", "), "the columns of *", "")
	c.items[0].FilterText = c.doc.lines.text[c.from:c.offset]
	return true
}

// comparing are the signs and words between a column and a value of it.
var comparing = []string{"=", ">", "<", "IN", "(", ",", "!"}

// compared adds values of the column in front of a comparison.
func (c *completer) compared(words, before []word, uses []use) {
	i := len(before) - 1
	for i >= 0 && (slices.Contains(comparing, before[i].text) || before[i].is("IN", "NOT") || before[i].upper == "" ||
		'0' <= before[i].text[0] && before[i].text[0] <= '9') {
		i--
	}
	if i < 0 || i == len(before)-1 || !before[i].name {
		return
	}
	if t, found := c.meant(words, i, uses); found && t.column != "" {
		c.values(t.field().Type, ir.ColumnRef{Schema: t.table.Schema, Table: t.table.Name.SQL, Column: t.column})
	}
}

// values adds the labels of an enum, as SQL writes them, and the samples of parameters that are compared with a column.
func (c *completer) values(t ir.Type, of ir.ColumnRef) {
	if t.Enum != nil {
		for _, label := range t.Enum.Labels {
			text := "'" + strings.ReplaceAll(label, "'", "''") + "'"
			c.add(0, itemValue, text, text, "label", "")
		}
	}
	if c.model == nil || of.Column == "" {
		return
	}
	for _, q := range c.model.Queries {
		for _, p := range q.Params {
			if from := p.Source; p.Sample != "" && from.Table == of.Table && from.Column == of.Column &&
				(from.Schema == of.Schema || from.Schema == "") && !strings.Contains(p.Sample, "\n") {
				c.add(0, itemValue, p.Sample, p.Sample, "sample of "+q.Name.SQL, "")
			}
		}
	}
}

func (c *completer) columns(rank int, t *ir.Table) {
	for _, f := range t.Columns {
		c.add(rank, itemField, f.Column, c.written(f.Column), f.Type.SQL+" "+ir.Nullness(f.Nullable),
			columnText(target{t, f.Column}))
	}
}

func (c *completer) tableNames(rank int) {
	for _, t := range c.tables {
		name := c.named(t)
		c.add(rank, itemClass, name, name, kindOf(t), tableText(t))
	}
}

// named is a table's name as a statement has it.
func (v *view) named(t *ir.Table) string {
	if t.Hidden {
		return v.written(t.Schema) + "." + v.written(t.Name.SQL)
	}
	return v.written(t.Name.SQL)
}

var plainName = pattern(`^[\pL_][\pL\pN_$]*$`)

// written is a name as SQL has it: without quotes where it needs none.
func (v *view) written(name string) string {
	if upper := strings.ToUpper(name); !plainName().MatchString(name) || slices.Contains(reserved, upper) ||
		slices.Contains(often, upper) || v.engine.Dialect.FoldsNames && name != strings.ToLower(name) {
		return ir.Quote(name)
	}
	return name
}
