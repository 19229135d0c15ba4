package analyze

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// A query of :page has three texts. The first page's is the user's. That of the next is
//
//	SELECT "price", "id" FROM (the query) AS page WHERE ("price", "id") > ($1, $2) ORDER BY "price", "id" LIMIT $3
//
// and that of the page before turns comparison and order round. The columns of ORDER BY are the cursor, so they must be
// columns of the result, and no two rows may have the same values in all of them.
//
// An index has NULLs at one end. Where the first key may be NULL, rows behind one are in up to three ranges of it, and
// no one condition finds them: the text asks the query for a page of each range, and takes the first rows of these.

const (
	pageAfter  = "after"
	pageBefore = "before"
	pageAlias  = "page"
)

// pageKinds are the kinds of values that a cursor holds.
var pageKinds = []ir.Kind{ir.Bool, ir.Int8, ir.Int16, ir.Int32, ir.Int64, ir.UInt8, ir.UInt16, ir.UInt32, ir.UInt64,
	ir.Float64,
	ir.Decimal, ir.Text, ir.Date, ir.Timestamp, ir.TimestampTZ, ir.UUID}

// paging is a query of :page while its texts are made.
type paging struct {
	*unit
	block *syntax.Block
	*syntax.Pages
	sort    syntax.Choice // what picks one of several orders; without a name for none
	columns []ir.Field    // of the result
	keys    []int         // of them: those of all orders
	params  []string      // that these are compared with
	orders  [][]pageOrder // by label of sort
	twice   bool          // the query stands in two others, as one of the orders is ranged
}

// pageOrder is a column that rows are sorted by.
type pageOrder struct {
	column     int
	desc       bool
	nullsFirst bool
}

// paged analyses a query of :page; nil after an error.
func (u *unit) paged(b *syntax.Block) *ir.Query {
	p := &paging{unit: u, block: u.named(b)}
	if !p.cut() {
		return nil
	}
	labels := []string{""}
	if p.sort.Name != "" {
		labels = nil
		for _, l := range p.sort.Labels {
			labels = append(labels, l.Name)
		}
	}
	for _, label := range labels {
		if !p.order(label) {
			return nil
		}
	}
	p.named()
	for errors := len(p.diags); ; p.diags = p.diags[:errors] { // the texts are analysed again
		q := u.optional(p.derived(labels), p.proven)
		if q == nil || q.Row == nil {
			return nil
		}
		if !p.widened(q.Row.Fields) {
			return p.whole(q)
		}
	}
}

// widened reports whether a key may be NULL in some text though it may not where everything is given, and keeps it.
func (p *paging) widened(columns []ir.Field) (is bool) {
	for _, k := range p.keys {
		if columns[k].Nullable && !p.columns[k].Nullable {
			p.columns[k].Nullable, is = true, true
		}
	}
	return is
}

// proven proves of the text of a first page that its order is total.
func (p *paging) proven(b *syntax.Block, q *ir.Query) bool {
	order := p.orders[0]
	for _, part := range b.Parts {
		for _, t := range b.Stretches[part.Stretch].When {
			switch {
			case (t.Name == pageAfter || t.Name == pageBefore) && !t.Not:
				return true
			case p.sort.Name != "" && t.Name == p.sort.Name:
				chosen := func(l syntax.Label) bool { return l.Name == t.Label }
				order = p.orders[slices.IndexFunc(p.sort.Labels, chosen)]
			}
		}
	}
	pages, _, _ := b.Pages(p.Engine.Dialect)
	return pages != nil && p.total(b, pages, q.Row.Fields, order, p.Order[0].Span)
}

func (p *paging) refuse(at source.Span, hint, msg string, args ...any) bool {
	p.report(diag.Diagnostic{Code: diag.BadPage, Span: at, Msg: fmt.Sprintf(msg, args...), Hint: hint})
	return false
}

// cut reads the statement's form.
func (p *paging) cut() bool {
	b := p.block
	pages, why, hint := b.Pages(p.Engine.Dialect)
	if pages == nil {
		return p.refuse(b.NameSpan, hint, "%s", why)
	}
	p.Pages = pages
	for _, name := range []string{pageAfter, pageBefore} {
		if slices.Contains(b.Uses, name) ||
			slices.ContainsFunc(b.Terms(), func(t syntax.Term) bool { return t.Name == name }) {
			return p.refuse(b.NameSpan, "give the parameter another name",
				"%s is a parameter of :page itself, the cursor of a row", name)
		}
	}
	for _, part := range p.Order {
		if part.Param >= 0 {
			return p.refuse(part.Span, "name the orders as choices",
				"the order of pages does not depend on a parameter's value")
		}
		for _, t := range b.Stretches[part.Stretch].When {
			switch {
			case t.Label == "":
				return p.refuse(part.Span, "have a choice of two orders",
					"the order of pages is always there, and this part of it is optional")
			case p.sort.Name != "" && p.sort.Name != t.Name:
				return p.refuse(part.Span, "have one choice of whole orders",
					"the order of pages depends on two choices, ${%s} and ${%s}", p.sort.Name, t.Name)
			}
			p.sort = b.Choice(t.Name)
		}
	}
	return true
}

// there reports whether a stretch is there where everything is given and the order is that of a label; of other choices
// the first label.
func (p *paging) there(label string) func(int) bool {
	return func(stretch int) bool {
		return !slices.ContainsFunc(p.block.Stretches[stretch].When, func(t syntax.Term) bool {
			switch {
			case t.Label == "":
				return t.Not
			case t.Name == p.sort.Name:
				return t.Label != label
			}
			return t.Label != p.block.Choice(t.Name).Labels[0].Name
		})
	}
}

// order reads and proves the order of a label.
func (p *paging) order(label string) bool {
	errors := len(p.diags)
	v := p.block.Variant(p.there(label))
	q, _ := p.described(v, false)
	if q == nil || diag.Failed(p.diags[errors:]) {
		return false
	}
	p.diags = p.diags[:errors] // the texts are analysed again
	if q.Row == nil {
		return false
	}
	if p.columns = q.Row.Fields; !p.apart() {
		return false
	}
	pages, why, hint := v.Pages(p.Engine.Dialect)
	if pages == nil {
		return p.refuse(p.block.NameSpan, hint, "%s", why)
	}
	var text strings.Builder
	for _, part := range pages.Order {
		text.WriteString(part.Text)
	}
	by := p.Engine.Dialect.Words(text.String())[1]
	span := pages.Order[0].Span
	order := []pageOrder{}
	keys := p.Engine.Dialect.OrderKeys(text.String()[by.End:])
	sorted := make([]string, len(keys)) // as ORDER BY has them, those that are found by the numbers of their columns
	for i, key := range keys {
		sorted[i] = key.Whole
	}
	for i, key := range keys {
		columns := p.columnsOf(key)
		if key.Collates || key.Others || len(columns) == 0 {
			hint := "give it a name in SELECT, and sort by that: SELECT …, " + key.Whole +
				" AS sorted … ORDER BY sorted"
			return p.refuse(span, hint, "the order of pages is by columns of the result, and %s is none", key.Whole)
		}
		found := -1
		for _, column := range columns {
			sorted[i] = positioned(column, key)
			if p.sorts(v, pages, sorted) {
				found = column
				break
			}
		}
		if found < 0 {
			return p.refuse(span, "select it, and sort by its name",
				"the order of pages is by columns of the result, and sqg does not find the one that %s is", key.Whole)
		}
		f := p.columns[found]
		if len(pathOf(f.Name.SQL, f.Source)) > 1 {
			return p.refuse(span, "select it by a name without a dot, too",
				"a cursor is made of a row's own columns, and %s is one of an object", f.Name.SQL)
		}
		if slices.Contains(pageKinds, f.Type.Kind) && !p.Engine.Keeps(f.Type.Kind) {
			return p.refuse(span,
				"declare the column as what is stored, TEXT, INTEGER or REAL, or "+sortedBy(f, "CAST(%[1]s AS TEXT)"),
				"a cursor holds what is stored, and the program makes %s of %s", f.Type.SQL, f.Column)
		}
		if !slices.Contains(pageKinds, f.Type.Kind) || f.Type.Via != "" {
			hint := "sort by a column of another type"
			if f.Type.Kind == ir.Blob {
				hint = sortedBy(f, p.Engine.Hex)
			}
			return p.refuse(span, hint, "a cursor holds no %s, which %s is", f.Type.SQL, f.Column)
		}
		if p.block.Mods.Pluck && found != 0 {
			return p.refuse(span, "leave :pluck out, or sort by the first column alone",
				"a page of :pluck holds nothing but %s, and its cursor needs %s", p.columns[0].Column, f.Column)
		}
		first := p.Engine.Nulls.Leads(key.Desc)
		if key.Nulls != "" {
			first = key.Nulls == "FIRST"
		}
		order = append(order, pageOrder{found, key.Desc, first})
		if !slices.Contains(p.keys, found) {
			p.keys = append(p.keys, found)
		}
	}
	p.orders = append(p.orders, order)
	return p.total(v, pages, p.columns, order, span)
}

// sortedBy says how to sort by what an expression makes of a column.
func sortedBy(f ir.Field, expression string) string {
	return fmt.Sprintf("sort by its text: SELECT …, "+expression+" AS %[1]s_text … ORDER BY %[1]s_text", f.Column)
}

// apart refuses columns that a query around the statement could not name.
func (p *paging) apart() bool {
	seen := map[string]bool{}
	for _, f := range p.columns {
		key := strings.ToLower(f.Column)
		if seen[key] {
			return p.refuse(p.block.NameSpan, "give one of them another name by AS", "two columns are called %s",
				f.Column)
		}
		seen[key] = true
	}
	return true
}

// positioned is a key as ORDER BY has it by the number of its column.
func positioned(column int, key syntax.OrderKey) string {
	text := fmt.Sprint(column + 1)
	if key.Desc {
		text += " DESC"
	}
	if key.Nulls != "" {
		text += " NULLS " + key.Nulls
	}
	return text
}

// columnsOf are the columns that a key may be.
func (p *paging) columnsOf(key syntax.OrderKey) (list []int) {
	name := key.Text
	if at := strings.LastIndexByte(name, '.'); at >= 0 {
		name = name[at+1:]
	}
	name = strings.ToLower(strings.Trim(name, "\"`[]"))
	for i, f := range p.columns {
		if key.Text == fmt.Sprint(i+1) || strings.ToLower(f.Column) == name ||
			strings.ToLower(f.Source.Column) == name {
			list = append(list, i)
		}
	}
	return list
}

// sorts reports whether the engine makes the same of the statement where it is sorted by these keys.
func (p *paging) sorts(v *syntax.Block, pages *syntax.Pages, keys []string) bool {
	other := *v
	other.Parts = slices.Concat(pages.With, pages.Query,
		[]syntax.Part{p.literal("ORDER BY " + strings.Join(keys, ", ") + " ")}, pages.Limit)
	written, ok := p.given(v)
	numbered, too := p.given(&other)
	if !ok || !too {
		return false
	}
	is, err := p.session.Alike(p.ctx, written.stmt, numbered.stmt)
	return err == nil && is
}

// total proves that no two rows have the same keys: where all keys are given, there is at most one.
func (p *paging) total(v *syntax.Block, pages *syntax.Pages, columns []ir.Field, order []pageOrder,
	span source.Span) bool {
	if p.single(v, pages, columns, order) {
		return true
	}
	names := make([]string, len(order))
	for i, o := range order {
		names[i] = columns[o.column].Column
	}
	hint := "add the columns of a unique key to SELECT and to the end of ORDER BY"
	for i, f := range columns {
		if !slices.ContainsFunc(order, func(o pageOrder) bool { return o.column == i }) &&
			p.single(v, pages, columns, append(slices.Clone(order), pageOrder{column: i})) {
			hint = "add " + f.Column + " to the end of ORDER BY"
			break
		}
	}
	return p.refuse(span, hint, "two rows can have the same %s: a page could not begin between them",
		strings.Join(names, " and "))
}

func (p *paging) single(v *syntax.Block, pages *syntax.Pages, columns []ir.Field, order []pageOrder) bool {
	inner := *v
	inner.Parts = trimmed(slices.Concat(pages.With, pages.Query))
	g, ok := p.given(inner.Variant(func(int) bool { return true }))
	if !ok {
		return false
	}
	stmt := g.stmt
	var tests []string
	for _, o := range order {
		f := columns[o.column]
		same := "="
		if f.Nullable {
			same = p.Engine.Nulls.Same
		}
		stmt.Params = append(stmt.Params, engine.ParamHint{Name: f.Column, Type: p.typed(f)})
		tests = append(tests, fmt.Sprintf("%s %s %s", ir.Quote(f.Column), same, p.Engine.Placeholder(len(stmt.Params))))
	}
	stmt.SQL = "SELECT 1 AS one FROM (" + stmt.SQL + "\n) AS " + pageAlias + " WHERE " + strings.Join(tests, " AND ")
	d, err := p.session.Describe(p.ctx, stmt)
	return err == nil && d.Single != ""
}

// trimmed is a statement without blanks at its end.
func trimmed(parts []syntax.Part) []syntax.Part {
	parts = slices.Clone(parts)
	if last := len(parts) - 1; last >= 0 && parts[last].Param < 0 {
		part := parts[last]
		part.Text = strings.TrimRight(part.Text, " \t\r\n")
		part.Span = part.Span.Sub(0, len(strings.TrimRight(part.Span.Text(), " \t\r\n")))
		parts[last] = part
	}
	return parts
}

// typed is the type to say of a parameter that is compared with a column; "" where the engine finds it.
func (u *unit) typed(f ir.Field) string {
	if u.Engine.Untyped {
		return f.Type.SQL
	}
	return ""
}

// named names the parameters that keys are compared with.
func (p *paging) named() {
	for _, column := range p.keys {
		name := pageAlias + "_" + strings.Join(p.columns[column].Name.Words, "_")
		for slices.Contains(p.block.Uses, name) || slices.Contains(p.params, name) {
			name += "_"
		}
		p.params = append(p.params, name)
	}
}

// derived is the statement with optional parts that has all texts.
func (p *paging) derived(labels []string) *syntax.Block {
	b := p.block
	out := *b
	out.Parts, out.Stretches, out.Uses, out.Fields = nil, nil, slices.Clone(b.Uses), slices.Clone(b.Fields)
	span := p.Order[0].Span
	term := func(name string, not bool) syntax.Term { return syntax.Term{Name: name, Not: not, Span: b.NameSpan} }
	after, before := []syntax.Term{term(pageAfter, false), term(pageBefore, true)},
		[]syntax.Term{term(pageBefore, false)}
	add := func(when []syntax.Term, parts ...syntax.Part) {
		last := -2
		for _, part := range parts {
			if part.Stretch != last {
				last = part.Stretch
				s := syntax.Stretch{When: slices.Clone(when), Span: span}
				if last >= 0 {
					s = syntax.Stretch{When: slices.Concat(b.Stretches[last].When, when), Span: b.Stretches[last].Span}
				}
				out.Stretches = append(out.Stretches, s)
			}
			part.Stretch = len(out.Stretches) - 1
			out.Parts = append(out.Parts, part)
		}
	}
	opening := p.opening()
	if p.twice = slices.ContainsFunc(p.orders, p.ranged); p.twice {
		opening += opening
	}
	open := p.literal(opening)
	add(nil, p.With...)
	add(after, open)
	add(before, open)
	add(nil, trimmed(p.Query)...)
	add([]syntax.Term{term(pageAfter, true), term(pageBefore, true)},
		append([]syntax.Part{p.literal("\n")}, trimmed(p.Order)...)...)
	for i, label := range labels {
		var sorted []syntax.Term
		if label != "" {
			sorted = []syntax.Term{{Name: p.sort.Name, Label: label, Span: p.sort.Span}}
		}
		for _, back := range []bool{false, true} {
			when := after
			if back {
				when = before
			}
			add(slices.Concat(when, sorted), p.behind(p.orders[i], back, &out)...)
		}
	}
	add(nil, append([]syntax.Part{p.literal("\n")}, p.Limit...)...)
	for i, column := range p.keys {
		f := p.columns[column]
		out.Fields = append(out.Fields, syntax.FieldOptions{Param: true, Name: p.params[i], Type: p.typed(f),
			Null: f.Nullable, NotNull: !f.Nullable, Span: b.NameSpan})
	}
	return &out
}

// literal is text that sqg puts into the statement.
func (p *paging) literal(text string) syntax.Part {
	return syntax.Part{Text: text, Param: -1, Stretch: -1, Instead: true, Span: p.Order[0].Span}
}

// opening is what stands before the query where it is the table of another.
func (p *paging) opening() string {
	columns := make([]string, len(p.columns))
	for i, f := range p.columns {
		columns[i] = ir.Quote(f.Column)
	}
	return "SELECT " + strings.Join(columns, ", ") + " FROM ("
}

// behind is what stands behind the query where rows behind a row are asked for, or with back those before it.
func (p *paging) behind(order []pageOrder, back bool, b *syntax.Block) (parts []syntax.Part) {
	w := &writer{add: func(text, param string) {
		part := p.literal(text)
		if param != "" {
			if part.Param = slices.Index(b.Uses, param); part.Param < 0 {
				part.Param = len(b.Uses)
				b.Uses = append(b.Uses, param)
			}
		}
		parts = append(parts, part)
	}}
	keys := make([]key, len(order))
	sorted := make([]string, len(order))
	for i, o := range order {
		f := p.columns[o.column]
		k := key{column: ir.Quote(f.Column), param: p.params[slices.Index(p.keys, o.column)], desc: o.desc != back,
			nullable:   f.Nullable,
			nullsFirst: o.nullsFirst != back, same: p.Engine.Nulls.Same}
		sorted[i] = k.column
		if k.desc {
			sorted[i] += " DESC"
		}
		if f.Nullable && p.Engine.Nulls.Leads(k.desc) != k.nullsFirst {
			sorted[i] += map[bool]string{true: " NULLS FIRST", false: " NULLS LAST"}[k.nullsFirst]
		}
		keys[i] = k
	}
	where := "\n) AS " + pageAlias + "\nWHERE " // on a new line, as a comment may stand before
	by := "\nORDER BY " + strings.Join(sorted, ", ")
	w.text(where)
	if !p.ranged(order) {
		w.behind(keys)
		if p.twice {
			w.text("\n) AS " + pageAlias)
		}
		w.text(by)
		w.flush()
		return parts
	}
	for i, write := range keys[0].ranges(len(keys) > 1) {
		if i > 0 {
			w.text("\nUNION ALL\n" + p.opening() + p.opening())
			w.flush()
			parts = append(parts, trimmed(p.Query)...)
			w.text(where)
		}
		write(w, keys)
		w.text(by + "\n")
		w.flush()
		parts = append(parts, p.Limit...)
		w.text("\n) AS " + pageAlias)
	}
	w.text(by)
	w.flush()
	return parts
}

// ranged reports whether each range of an index is asked for by a query of its own. Of UNION ALL is not proven when an
// object is missing, nor what is in lists and rows that the statement makes.
func (p *paging) ranged(order []pageOrder) bool {
	composed := func(f ir.Field) bool {
		made := f.Type.Composed() && f.Source == ir.ColumnRef{}
		return made || len(pathOf(f.Name.SQL, f.Source)) > 1
	}
	return p.columns[order[0].column].Nullable && p.Simple && p.Engine.Indexes &&
		!slices.ContainsFunc(p.columns, composed)
}

// key is a column as a row that stands behind another is told by it.
type key struct {
	column, param  string
	desc, nullable bool
	nullsFirst     bool
	same           string // how it is compared where it may be NULL
}

// ranges write the conditions of rows behind one, each of a range of an index that begins with this key, which may be
// NULL: those with values behind a value, those behind NULL among the NULLs, which other keys tell, and all values
// behind NULL, or all NULLs behind a value.
func (k key) ranges(others bool) []func(*writer, []key) {
	list := []func(*writer, []key){
		func(w *writer, keys []key) {
			value := keys[0]
			value.nullable = false
			w.behind(append([]key{value}, keys[1:]...))
		},
		func(w *writer, _ []key) { w.beyondNull(k) },
	}
	if others {
		list = append(list, func(w *writer, keys []key) {
			w.text(k.column + " IS NULL AND ")
			w.test(k, " IS NULL AND ")
			w.behind(keys[1:])
		})
	}
	return list
}

// writer gathers literal text between parameters.
type writer struct {
	gathered strings.Builder
	add      func(text, param string)
}

func (w *writer) text(s string) { w.gathered.WriteString(s) }

func (w *writer) flush() {
	if w.gathered.Len() > 0 {
		w.add(w.gathered.String(), "")
		w.gathered.Reset()
	}
}

// compare writes the comparison of a key with its parameter.
func (w *writer) compare(k key, operator string) {
	w.text(k.column + " " + operator + " ")
	w.flush()
	w.add("", k.param)
}

func (k key) operator() string {
	if k.desc {
		return "<"
	}
	return ">"
}

// behind writes the condition that a row stands behind the one with the keys' values.
func (w *writer) behind(keys []key) {
	if uniform(keys) { // which an index finds
		columns := make([]string, len(keys))
		for i, k := range keys {
			columns[i] = k.column
		}
		w.text("(" + strings.Join(columns, ", ") + ") " + keys[0].operator() + " (")
		for i, k := range keys {
			if i > 0 {
				w.text(", ")
			}
			w.flush()
			w.add("", k.param)
		}
		w.text(")")
		return
	}
	k := keys[0]
	switch {
	case len(keys) == 1:
		w.further(k)
	case !k.nullable:
		w.compare(k, k.operator()+"=")
		w.text(" AND (")
		w.further(k)
		w.text(" OR ")
		w.behind(keys[1:])
		w.text(")")
	default:
		w.text("(")
		w.further(k)
		w.text(" OR ")
		w.compare(k, k.same)
		w.text(" AND ")
		w.behind(keys[1:])
		w.text(")")
	}
}

// further writes the condition that a key comes behind its value.
func (w *writer) further(k key) {
	if !k.nullable {
		w.compare(k, k.operator())
		return
	}
	w.text("(")
	w.compare(k, k.operator())
	w.text(" OR ")
	w.beyondNull(k)
	w.text(")")
}

// beyondNull writes the condition that a key and its value are on two sides of the border between NULLs and values.
func (w *writer) beyondNull(k key) {
	null, value := " IS NULL", " IS NOT NULL"
	if k.nullsFirst {
		null, value = value, null
	}
	w.text(k.column + null + " AND ")
	w.test(k, value)
}

// test writes a test of a key's parameter.
func (w *writer) test(k key, is string) {
	w.flush()
	w.add("", k.param)
	w.text(is)
}

// uniform reports whether keys are compared as one: there are several, all in one direction, and none is NULL.
func uniform(keys []key) bool {
	return len(keys) > 1 && !slices.ContainsFunc(keys, func(k key) bool { return k.nullable || k.desc != keys[0].desc })
}

// whole is the query with what a program needs for its pages. What a caller gives comes first of the parameters.
func (p *paging) whole(q *ir.Query) *ir.Query {
	b := p.block
	rank := func(f ir.Field) int {
		switch {
		case slices.Contains(p.params, f.Name.SQL):
			return 2
		case f.Name.SQL == pageAfter || f.Name.SQL == pageBefore:
			return 1
		}
		return 0
	}
	old := q.Params
	order := make([]int, len(old))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return rank(old[i].Field) - rank(old[j].Field) })
	at := make([]int, len(old))
	q.Params = nil
	page := &ir.Page{Sort: -1}
	for n, i := range order {
		at[i] = n
		param := old[i]
		switch name := param.Name.SQL; {
		case name == p.Size:
			page.Size = n
			param.Doc = strings.TrimSpace(param.Doc + " The maximum number of rows.")
		case name == pageAfter, name == pageBefore:
			param.Type, param.Flag, param.Optional, param.Why = cursorType, false, true, "a cursor"
			if name == pageAfter {
				page.After, param.Doc = n, "A cursor, such as a page's next: the rows after it."
			} else {
				page.Before, param.Doc = n, "A cursor, such as a page's previous: the rows before it."
			}
		case p.sort.Name != "" && name == p.sort.Name:
			page.Sort = n
		}
		if rank(param.Field) == 2 {
			param.Optional = false
			column := p.keys[slices.Index(p.params, param.Name.SQL)]
			page.Keys = append(page.Keys, ir.PageKey{Column: column, Param: n})
			if param.Type.Kind != q.Row.Fields[column].Type.Kind {
				p.refuse(b.NameSpan, "sort by a column of another type", "%s is %s, and is compared as %s",
					p.columns[column].Column, q.Row.Fields[column].Type.SQL, param.Type.SQL)
				return nil
			}
		}
		q.Params = append(q.Params, param)
	}
	for i := range q.SQL {
		if q.SQL[i].Param >= 0 {
			q.SQL[i].Param = at[q.SQL[i].Param]
		}
	}
	for i := range q.Conditions {
		q.Conditions[i].Param = at[q.Conditions[i].Param]
	}
	page.Tag = p.tag()
	q.Page, q.Single = page, ""
	return q
}

// cursorType is the type of a cursor.
var cursorType = ir.Type{Kind: ir.Text, SQL: "TEXT"}

// tag tells the query's cursors from those of others, and of its earlier forms.
func (p *paging) tag() string {
	h := sha256.New()
	fmt.Fprintln(h, p.block.Name)
	for _, order := range p.orders {
		for _, o := range order {
			f := p.columns[o.column]
			fmt.Fprintln(h, f.Column, f.Type.SQL, o.desc, o.nullsFirst)
		}
		fmt.Fprintln(h)
	}
	return hex.EncodeToString(h.Sum(nil)[:4])
}
