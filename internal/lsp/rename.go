package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// renaming is what is called otherwise: all of its places, each with what is to be written there.
type renaming struct {
	at    source.Span // where it was asked
	name  string
	edits []edit
	note  string // for the user
	err   error  // why not every place is known, or the new name does not do
}

// edit puts a text in a place.
type edit struct {
	at   source.Span
	text string
}

func refused(format string, args ...any) renaming { return renaming{err: fmt.Errorf(format, args...)} }

// prepareRename says what a rename at a place is about.
func (s *Server) prepareRename(ctx context.Context, p PlaceParams) (any, error) {
	v, b, offset, err := s.at(ctx, p)
	if b == nil {
		return nil, err
	}
	r := v.renaming(b, offset, "")
	if r.at.File == nil {
		return nil, r.err
	}
	return PreparedRename{v.doc.lines.span(r.at.Start, r.at.End), r.name}, r.err
}

// rename is the edit that calls something otherwise. The engine has the last word: it is asked what the texts are then.
func (s *Server) rename(ctx context.Context, p RenameParams) (any, error) {
	v, b, offset, err := s.at(ctx, p.PlaceParams)
	if b == nil {
		return nil, err
	}
	if strings.TrimSpace(p.NewName) == "" || strings.ContainsAny(p.NewName, "\n\r\x00") {
		return nil, errors.New("that is no name")
	}
	r := v.renaming(b, offset, p.NewName)
	if r.err != nil {
		return nil, r.err
	}
	if r.name == "" {
		return nil, errors.New("there is nothing to rename here")
	}
	if err := s.ask(ctx, v.project, r.check); err != nil {
		return nil, err
	}
	out := WorkspaceEdit{map[string][]TextEdit{}}
	for _, e := range r.edits {
		at := s.location(e.at)
		out.Changes[at.URI] = append(out.Changes[at.URI], TextEdit{at.Range, e.text})
	}
	if r.note != "" {
		s.notify(ctx, "window/showMessage", LogParams{Type: 3, Message: r.note})
	}
	return out, nil
}

// check asks the engine what becomes of the project: nothing may be wrong then that is right now.
func (r renaming) check(a asking) error {
	texts, err := a.with(r.edits)
	if err != nil {
		return err
	}
	before := compile.Models(a.engines, a.config, "", a.options(nil))
	after := compile.Models(a.engines, a.config, "", a.options(texts))
	if d, is := worse(before, after, diag.Error); is && a.ctx.Err() == nil {
		return fmt.Errorf("not every place of %s is known: with the new name, %s", r.name, where(d))
	}
	return nil
}

// with are the texts of files after edits.
func (a asking) with(edits []edit) (map[string]string, error) {
	texts := map[string]string{}
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b edit) int { return b.at.Start - a.at.Start }) // the last first
	for _, e := range sorted {
		path := e.at.File.Path
		if _, is := texts[path]; !is {
			now, err := a.read(path)
			if err != nil {
				return nil, err
			}
			if now.Text != e.at.File.Text {
				return nil, overtaken
			}
			texts[path] = now.Text
		}
		texts[path] = texts[path][:e.at.Start] + e.text + texts[path][e.at.End:]
	}
	return texts, nil
}

// worse is what is wrong in a run, as much as a severity or more, and was not in another.
func worse(before, after *compile.Result, least diag.Severity) (diag.Diagnostic, bool) {
	known := map[string]int{}
	for _, d := range before.Diags.All() {
		known[d.Msg]++
	}
	for _, d := range after.Diags.All() {
		if known[d.Msg]--; known[d.Msg] < 0 && d.Severity <= least {
			return d, true
		}
	}
	return diag.Diagnostic{}, false
}

// where is a diagnostic in a sentence.
func where(d diag.Diagnostic) string {
	if d.Span.File == nil {
		return d.Msg
	}
	line, column := d.Span.File.Position(d.Span.Start)
	return fmt.Sprintf("%s:%d:%d: %s", d.Span.File.Path, line, column, d.Msg)
}

// renaming is what a rename at an offset does; with "" as the new name, what it is about. Its name is empty where
// nothing there has one.
func (v *view) renaming(b *syntax.Block, offset int, to string) renaming {
	if name, at := paramAt(b, offset); name != "" {
		at, _ = nameIn(at, name)
		return v.paramRenaming(b, name, to).from(at, name)
	}
	if b.NameSpan.Start <= offset && offset <= b.NameSpan.End && (b.Kind == syntax.Query || b.Kind == syntax.Exec) {
		return v.statementRenaming(b, to).from(b.NameSpan, b.Name)
	}
	words, i := v.statementAt(b, offset)
	if i >= 0 && !b.IsScript() {
		at := source.Span{File: b.Span.File, Start: words[i].start, End: words[i].end}
		if r, is := v.localRenaming(b, words, i, to); is {
			return r.from(at, words[i].plain())
		}
	}
	if t, at, found := v.targetAt(b, offset); found {
		return v.schemaRenaming(t, to).from(at, t.name())
	}
	return renaming{}
}

func (r renaming) from(at source.Span, name string) renaming {
	r.at, r.name = at, name
	return r
}

func (t target) name() string {
	if t.column != "" {
		return t.column
	}
	return t.table.Name.SQL
}

var parameterName = pattern(`^[\pL_][\pL\pN_]*$`)

// paramRenaming renames a parameter in its statement.
func (v *view) paramRenaming(b *syntax.Block, name, to string) (r renaming) {
	if strings.HasPrefix(name, "sources_") {
		return refused("%s is named in sqg.yaml: rename it there", name)
	}
	if to == "" {
		return renaming{}
	}
	if !parameterName().MatchString(to) {
		return refused("a parameter's name is letters, digits and _, and no digit first")
	}
	if len(paramSpans(b, to)) > 0 {
		return refused("%s has a parameter %s already: they would be one", b.Name, to)
	}
	for _, n := range paramSpans(b, name) {
		at, found := nameIn(n.at, name)
		if !found {
			return refused("the name is written otherwise in %s", n.at.Text())
		}
		r.edits = append(r.edits, edit{at, to})
	}
	if b.Mods.Page || b.Mods.Bulk || len(b.Uses) > 0 {
		r.note = "The parameter of " + b.Name + " is now called " + to + ": callers that name it change, too."
	}
	return r
}

// statementRenaming renames a statement.
func (v *view) statementRenaming(b *syntax.Block, to string) renaming {
	if to == "" {
		return renaming{}
	}
	for _, other := range v.all {
		if other != b && other.Name == to && (other.Kind == syntax.Query || other.Kind == syntax.Exec) {
			return refused("there is a statement %s already", to)
		}
	}
	text := to
	if !parameterName().MatchString(to) {
		text = ir.Quote(to)
	}
	return renaming{edits: []edit{{b.NameSpan, text}},
		note: "The method of " + b.Name + " is now called after " + to + ": its callers change, too."}
}

// localRenaming renames an alias of a table, or a common table expression, in its statement; false where a word is
// none.
func (v *view) localRenaming(b *syntax.Block, words []word, i int, to string) (renaming, bool) {
	name := words[i].plain()
	at, what := v.defined(words, name)
	if len(at) == 0 || !v.local(words, i, at[0]) {
		return renaming{}, false
	}
	switch {
	case len(at) > 1:
		return refused("%s is declared twice in this statement, and it is not known which one is meant where", name),
			true
	case to == "":
		return renaming{}, true
	}
	if again, _ := v.defined(words, to); len(again) > 0 {
		return refused("there is a %s in this statement already", to), true
	}
	var r renaming
	for k, w := range words {
		if !w.name || !v.same(w, name) {
			continue
		}
		switch {
		case k == at[0], v.local(words, k, at[0]):
			r.edits = append(r.edits, edit{source.Span{File: b.Span.File, Start: w.start, End: w.end}, v.written(to)})
		case k > 0 && (words[k-1].text == "." || words[k-1].is("AS")), k+1 < len(words) && words[k+1].text == "(":
			// a column of something, what a column is called, or a function
		default:
			if t, found := v.meant(words, k, v.uses(words)); found && t.column != "" {
				continue
			}
			line, column := b.Span.File.Position(w.start)
			return refused("it is not known what %s means at %d:%d", name, line, column), true
		}
	}
	if slices.ContainsFunc(b.Embeds, func(e syntax.Embed) bool { return strings.EqualFold(e.Alias, name) }) {
		return refused("the %s %s is named under embed, too: change it there and here by hand", what, name), true
	}
	return r, true
}

// defined are the words that declare an alias or a common table expression, and what it is.
func (v *view) defined(words []word, name string) (at []int, what string) {
	for _, u := range v.sources(words) {
		if u.alias >= 0 && v.same(words[u.alias], name) {
			at, what = append(at, u.alias), "alias"
		}
	}
	for i, w := range words {
		if w.name && v.same(w, name) && isCTE(words, i) {
			at, what = append(at, i), "common table expression"
		}
	}
	return at, what
}

// isCTE reports whether a word is the name of a common table expression where it is declared.
func isCTE(words []word, i int) bool {
	if i == 0 || !words[i-1].is("WITH", "RECURSIVE", ",") {
		return false
	}
	next := i + 1
	if next < len(words) && words[next].text == "(" { // its columns
		for next < len(words) && words[next].text != ")" {
			next++
		}
		next++
	}
	if next >= len(words) || !words[next].is("AS") {
		return false
	}
	for next++; next < len(words) && words[next].is("NOT", "MATERIALIZED"); {
		next++
	}
	return next < len(words) && words[next].text == "("
}

// local reports whether a word stands for what another one declares: as the table of a FROM, or before a dot.
func (v *view) local(words []word, i, declared int) bool {
	if i == declared {
		return true
	}
	if i > 0 && words[i-1].text == "." {
		return false
	}
	if i+1 < len(words) && words[i+1].text == "." && v.same(words[i], words[declared].plain()) {
		return true
	}
	return isCTE(words, declared) && slices.ContainsFunc(v.sources(words),
		func(u use) bool { return u.to == i && u.from == i && u.table == nil }) &&
		v.same(words[i], words[declared].plain())
}

// schemaRenaming renames a table, a view or a column: a new migration does it in the database, and all statements
// follow.
func (v *view) schemaRenaming(t target, to string) (r renaming) {
	last := v.lastMigration()
	switch {
	case last == nil:
		return refused("nothing here migrates the schema, so the database has to be changed elsewhere")
	case to == "":
		return renaming{}
	}
	made, alter, what := t, "ALTER TABLE", ""
	switch {
	case t.table.View && t.column == "":
		alter, what = v.engine.AlterView.Rename, "a view"
	case t.table.View:
		made.column, alter, what = "", v.engine.AlterView.RenameColumn, "a view's column"
	}
	if _, declared := v.declaration(made); !declared {
		return refused("no migration of this unit makes %s", t.name())
	}
	if alter == "" {
		return refused("%s cannot rename %s: drop %s and create it again, in a migration", v.engine.Title, what,
			t.table.Name.SQL)
	}
	old := t.name()
	for _, b := range v.all {
		if b.IsScript() && b.Kind != syntax.Testdata {
			if at, has := v.bodyWith(b, old); has {
				line, _ := b.Span.File.Position(at)
				return refused("%s:%d makes a function, and whether its text has %s is not known to the database",
					b.Span.File.Path, line, old)
			}
			continue
		}
		if err := v.follow(b, t, to, &r); err != nil {
			return renaming{err: err}
		}
	}
	table := v.qualified(t.table)
	sql := alter + " " + table + " RENAME TO " + v.written(to) + ";"
	if t.column != "" {
		sql = alter + " " + table + " RENAME COLUMN " + v.written(t.column) + " TO " + v.written(to) + ";"
	}
	r.edits = append(r.edits, v.migration(last, v.nextID("rename_"+old+"_to_"+to), sql))
	r.note = "A migration renames " + old + " to " + to +
		": what is generated from its name is called otherwise, too, and callers change."
	return r
}

func (v *view) qualified(t *ir.Table) string {
	name := v.written(t.Name.SQL)
	if t.Schema != "" && t.Schema != v.engine.Schema {
		name = v.written(t.Schema) + "." + name
	}
	return name
}

func (v *view) lastMigration() (last *syntax.Block) {
	for _, b := range v.all {
		if b.Kind == syntax.Migrate && b.Mods.Source == "" {
			last = b
		}
	}
	return last
}

// migration is the edit that writes a migration behind the last one.
func (v *view) migration(last *syntax.Block, id, sql string) edit {
	file, end := last.Span.File, ends(last)
	for rest := file.Text[end:]; rest != "" && strings.IndexByte(" \t;", rest[0]) >= 0; rest = rest[1:] {
		end++
	}
	newline := newlineOf(file.Text)
	return edit{source.Span{File: file, Start: end, End: end},
		newline + newline + "-- MIGRATE " + id + newline + sql}
}

// nextID is the id of a new migration: the next number where all are numbers, else what it does.
func (v *view) nextID(does string) string {
	next, numbered := 0, true
	for _, b := range v.all {
		if b.Kind != syntax.Migrate {
			continue
		}
		n, err := strconv.Atoi(b.Name)
		numbered = numbered && err == nil
		next = max(next, n)
	}
	if numbered {
		return strconv.Itoa(next + 1)
	}
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, does)
}

// bodyWith is where a script makes a function whose text has a word.
func (v *view) bodyWith(b *syntax.Block, name string) (at int, has bool) {
	statements, _ := v.statements(b)
	for _, words := range statements {
		if len(words) < 2 || !slices.ContainsFunc(words[:min(4, len(words))],
			func(w word) bool { return w.is("FUNCTION", "PROCEDURE", "MACRO", "DO") }) {
			continue
		}
		for _, w := range words {
			if strings.Contains(strings.ToLower(w.text), strings.ToLower(name)) {
				return words[0].start, true
			}
		}
	}
	return 0, false
}

// follow adds what a block has of a table or column. It is an error where a word may mean it or something else.
func (v *view) follow(b *syntax.Block, t target, to string, r *renaming) error {
	unclear := func(start int) error {
		line, column := b.Span.File.Position(start)
		return fmt.Errorf("whether %s at %s:%d:%d is that of %s is not known: name its table there first", t.name(),
			b.Span.File.Path, line, column, t.table.Name.SQL)
	}
	if of, is := v.annotated(b); b.Kind == syntax.Table {
		switch {
		case !is || of.table != t.table:
			return nil
		case t.column != "":
			return v.listed(b, []source.Span{b.Mods.ColumnsSpan, b.Mods.UpsertSpan, b.Mods.SetSpan}, t.column, to, r)
		case len(b.Path) > 1 || b.NameSpan.Text() != b.Name:
			return unclear(b.NameSpan.Start)
		}
		r.edits = append(r.edits, edit{b.NameSpan, to})
		return nil
	}
	statements, _ := v.statements(b)
	for _, words := range statements {
		uses := v.uses(words)
		for i, w := range words {
			if !w.name || !v.same(w, t.name()) {
				continue
			}
			of, found := v.meant(words, i, uses)
			at := source.Span{File: b.Span.File, Start: w.start, End: w.end}
			switch {
			case t.column != "" && i+1 < len(words) && words[i+1].text == "(":
				// a function
			case found && of == t && !v.hidden(words, i, t):
				r.edits = append(r.edits, edit{at, v.written(to)})
			case found && of != t, i > 0 && words[i-1].is("AS"):
				// another thing, or what a column is called
			case slices.ContainsFunc(uses, func(u use) bool { return u.alias == i }):
			case t.column != "" && !slices.ContainsFunc(uses, func(u use) bool { return u.table == t.table }):
				// of a statement that has not the table
			default:
				return unclear(w.start)
			}
		}
	}
	return nil
}

// hidden reports whether a plain name may be what a result column is called, rather than the column of a table.
func (v *view) hidden(words []word, i int, t target) bool {
	if t.column == "" || i > 0 && words[i-1].text == "." {
		return false
	}
	for k := 1; k < len(words); k++ {
		if words[k-1].is("AS") && v.same(words[k], t.column) {
			return true
		}
	}
	return false
}

// listed renames a column in the lists of an annotation.
func (v *view) listed(b *syntax.Block, lists []source.Span, column, to string, r *renaming) error {
	for _, at := range lists {
		if at.File == nil {
			continue
		}
		text := at.Text()
		for _, l := range v.engine.Dialect.Lexemes(text) {
			w := word{text[l.Start:l.End], l.Text, l.Name, at.Start + l.Start, at.Start + l.End}
			if w.name && v.same(w, column) {
				r.edits = append(r.edits, edit{source.Span{File: at.File, Start: w.start, End: w.end}, v.written(to)})
			}
		}
	}
	return nil
}
