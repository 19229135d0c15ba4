package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// Statements with optional parts and choices. What is given decides which parts are there; the engine is asked about
// each text that comes of it, and what it says of all of them is what is said of the statement.

// mostTexts is how many texts a statement may have: 12 parameters and flags make so many, of which each doubles them. A
// choice has as many as labels. mostMasks is how many there may be with those that are refused, and mostConditions how
// many bits all programs have in a number.
const (
	mostTexts      = 1 << 12
	mostMasks      = 1 << 16
	mostConditions = 30
)

// cureOfPart is what to do where a statement does not do without a part.
const cureOfPart = "what joins a part to the rest must go with it: put the comma or the AND in front of it; WHERE true stays where all conditions may go"

// combined is a statement with optional parts while its texts are analysed.
type combined struct {
	*unit
	block   *syntax.Block
	terms   []syntax.Term
	query   *ir.Query       // of the text with everything, and what the others add
	parts   [][]syntax.Part // of each stretch, as the program sends it; nil of one that no text so far has
	uses    [][]string      // the parameters of these parts
	params  map[string]ir.Param
	refused []ir.Refusal
	each    func(*syntax.Block, *ir.Query) bool // what else is asked of a text; nil for nothing
}

// optional analyses each text of a statement with optional parts; nil after an error, or where each refuses a text.
func (u *unit) optional(b *syntax.Block, each func(*syntax.Block, *ir.Query) bool) *ir.Query {
	n := len(b.Stretches)
	c := &combined{unit: u, block: b, terms: b.Terms(), parts: make([][]syntax.Part, n), uses: make([][]string, n),
		params: map[string]ir.Param{}, each: each}
	for _, a := range b.Alternatives {
		c.refused = append(c.refused, c.refusal(a))
	}
	if !c.allowed() {
		return nil
	}
	conditions := make([]condition, n)
	for i, s := range b.Stretches {
		conditions[i] = c.condition(s.When)
	}
	present := func(mask uint32) string {
		there := make([]byte, n)
		for i, when := range conditions {
			if mask&when.need == when.need && mask&when.without == 0 {
				there[i] = 1
			}
		}
		return string(there)
	}
	asked := present(ir.Given(termsOf(c.terms), u.With))
	masks := map[string]uint32{} // of each text the first
	var texts []string
	for _, mask := range ir.Masks(termsOf(c.terms), c.refused) {
		there := present(mask)
		if _, seen := masks[there]; !seen {
			masks[there] = mask
			texts = append(texts, there)
		}
	}
	families := familiesOf(b, texts)
	for _, there := range texts {
		if there != asked && families.covered[there] {
			continue
		}
		errors := len(c.diags)
		if !c.variant(b.Variant(stretches(there)), c.without(masks[there]), there == asked) {
			if there == texts[0] {
				c.needed(masks[there], present, errors)
			}
			return nil
		}
		c.cover(families, there)
	}
	c.vanished(texts, masks)
	return c.whole(conditions)
}

// stretches is a text as Variant takes it.
func stretches(there string) func(int) bool {
	return func(stretch int) bool { return there[stretch] == 1 }
}

// termsOf are terms as the model has them.
func termsOf(terms []syntax.Term) []ir.Term {
	out := make([]ir.Term, len(terms))
	for i, t := range terms {
		out[i] = ir.Term{Name: t.Name, Label: t.Label}
	}
	return out
}

// refusal is what an alternative refuses: that nothing of it holds.
func (c *combined) refusal(a syntax.Alternative) ir.Refusal {
	bits := c.condition(a.Terms)
	var give, leave, cure []string
	for _, t := range a.Terms {
		if t.Not {
			leave = append(leave, t.Name)
		} else {
			give = append(give, t.Name)
		}
	}
	if len(give) > 0 {
		cure = append(cure, "give "+strings.Join(give, " or "))
	}
	if len(leave) > 0 {
		cure = append(cure, "leave "+strings.Join(leave, " or ")+" out")
	}
	return ir.Refusal{Need: bits.without, Without: bits.need, Cure: strings.Join(cure, ", or ")}
}

// allowed reports what has no optional parts.
func (c *combined) allowed() bool {
	b, errors := c.block, len(c.diags)
	refuse := func(at source.Span, msg, hint string) {
		c.report(diag.Diagnostic{Code: diag.BadOption, Span: at, Msg: msg, Hint: hint})
	}
	switch n := len(c.terms); {
	case n > mostConditions:
		refuse(b.NameSpan, fmt.Sprintf("the parts of %s depend on %d parameters, flags and labels: %d is the most",
			b.Name, n, mostConditions),
			"have parts that go together depend on one flag, or write two statements")
	case ir.Texts(termsOf(c.terms)) > mostMasks || len(ir.Masks(termsOf(c.terms), c.refused)) > mostTexts:
		refuse(b.NameSpan,
			fmt.Sprintf("%s has more than %d texts to prepare: each parameter or flag that a part depends on doubles them, and a choice multiplies them by its labels", b.Name, mostTexts),
			"have parts that go together depend on one flag, say by --! what is not given together, or write two statements")
	case len(ir.Masks(termsOf(c.terms), c.refused)) == 0:
		refuse(b.NameSpan, "no call of "+b.Name+" is left by what --! says", "remove one of the lines")
	}
	if b.Mods.Bulk {
		refuse(b.NameSpan,
			"the text of "+b.Name+" depends on what is given, and :bulk runs one text for all rows",
			"use :batch, which runs each row with its own text")
	}
	for _, name := range b.Uses {
		if strings.HasPrefix(name, sourcePrefix) {
			refuse(b.NameSpan, "a statement over a file source has no optional parts and no choices",
				"write a statement for each, or read the file into a table first")
		}
	}
	for _, t := range c.terms {
		if slices.Contains(b.Uses, t.Name) && !c.left(t.Name) {
			refuse(t.Span, "${"+t.Name+"} also stands outside of parts that ask for it, so that it is always given",
				"have each part with it depend on it, or depend on a flag of another name")
		}
	}
	return len(c.diags) == errors
}

// left reports whether a parameter may be left out: each part with it asks for it.
func (c *combined) left(name string) bool {
	for _, part := range c.block.Parts {
		if part.Param >= 0 && c.block.Uses[part.Param] == name &&
			!slices.ContainsFunc(c.block.Stretches[part.Stretch].When,
				func(t syntax.Term) bool { return t.Name == name && !t.Not }) {
			return false
		}
	}
	return true
}

// without names what is not given, and which labels are chosen that are not the default; "" where there is nothing.
func (c *combined) without(mask uint32) string {
	var left, chosen []string
	for i, t := range c.terms {
		switch held := mask>>i&1 == 1; {
		case t.Label == "" && !held:
			left = append(left, t.Name)
		case t.Label != "" && held && t.Label != c.block.Choice(t.Name).Labels[0].Name:
			chosen = append(chosen, t.Name+" = "+t.Label)
		}
	}
	var said []string
	if len(left) > 0 {
		said = append(said, "without "+strings.Join(left, ", "))
	}
	if len(chosen) > 0 {
		said = append(said, "with "+strings.Join(chosen, ", "))
	}
	return strings.Join(said, ", ")
}

// variant analyses a text, and adds what it says, and the plan of that which the input asks for; false after an error.
func (c *combined) variant(b *syntax.Block, without string, asked bool) bool {
	errors := len(c.diags)
	written := b
	var q *ir.Query
	if len(b.Parts) > 0 {
		q, b = c.described(b, asked)
	}
	if q == nil || diag.Failed(c.diags[errors:]) || c.each != nil && !c.each(written, q) {
		c.blame(b, c.diags[errors:], without)
		return false
	}
	for i, p := range b.Parts {
		if p.Stretch < 0 {
			c.report(diag.Diagnostic{Code: diag.BadOption, Span: p.Span,
				Msg:  "this is partly optional, and sqg sends another text for it",
				Hint: "have all of it in one part, or name the columns where it is a *"})
			return false
		}
		if i == 0 || b.Parts[i-1].Stretch != p.Stretch {
			if !c.stretch(b, i, without) {
				return false
			}
		}
	}
	for _, p := range q.Params {
		if !c.param(p, without) {
			return false
		}
	}
	if c.query == nil {
		c.query = q
		return true
	}
	c.query.Counts, c.query.Cursor, c.query.Found = c.query.Counts || q.Counts, c.query.Cursor && q.Cursor,
		c.query.Found && q.Found
	c.query.Kept = cmp.Or(c.query.Kept, q.Kept)
	if c.query.Reads.Only() {
		c.query.Reads = q.Reads
	}
	c.query.Adjacent = c.query.Adjacent && q.Adjacent
	if q.Single == "" {
		c.query.Single = ""
	}
	c.query.Fallback, c.query.Plan = cmp.Or(c.query.Fallback, q.Fallback), cmp.Or(c.query.Plan, q.Plan)
	return q.Row == nil || c.columns(q.Row, without)
}

// leaves reports whether parts are left out of a text, and not only other labels are chosen.
func leaves(without string) bool { return strings.HasPrefix(without, "without ") }

// blame says in errors which combination they are of, and what its text is.
func (c *combined) blame(b *syntax.Block, errors []diag.Diagnostic, without string) {
	if without == "" {
		return
	}
	text := strings.Join(strings.Fields(b.Statement(func(use int) string { return "${" + b.Uses[use] + "}" }).SQL), " ")
	if len(b.Parts) == 0 {
		c.report(diag.Diagnostic{Code: diag.BadOption, Span: c.block.NameSpan,
			Msg: without + " nothing is left of " + b.Name, Hint: cureOfPart})
		return
	}
	for i := range errors {
		if d := &errors[i]; d.Severity == diag.Error {
			if d.Msg = without + ": " + d.Msg; leaves(without) {
				d.Hint = cmp.Or(d.Hint, cureOfPart)
			}
			d.Notes = append(d.Notes, diag.Note{Span: c.block.NameSpan, Msg: "then its text is " + text})
		}
	}
}

// stretch keeps the parts of a stretch, from one of them on, which are to be the same in each text.
func (c *combined) stretch(b *syntax.Block, from int, without string) bool {
	at := b.Parts[from].Stretch
	var parts []syntax.Part
	var uses []string
	for _, p := range b.Parts[from:] {
		if p.Stretch != at {
			break
		}
		use := ""
		if p.Param >= 0 {
			use = b.Uses[p.Param]
		}
		parts, uses = append(parts, p), append(uses, use)
	}
	if c.parts[at] == nil {
		c.parts[at], c.uses[at] = parts, uses
		return true
	}
	same := slices.Equal(uses, c.uses[at]) &&
		slices.EqualFunc(parts, c.parts[at], func(p, q syntax.Part) bool { return p.Text == q.Text })
	if !same {
		c.report(diag.Diagnostic{Code: diag.BadOption, Span: parts[0].Span,
			Msg:  without + " sqg sends another text for this: a * stands for other columns, or a list has other values",
			Hint: "name the columns"})
	}
	return same
}

// param keeps what a parameter is, which is to be the same in each text; NULL may be given where one text takes it.
func (c *combined) param(p ir.Param, without string) bool {
	known, there := c.params[p.Name.SQL]
	switch {
	case !there:
		c.params[p.Name.SQL] = p
		return true
	case !known.Type.Equal(p.Type):
		c.report(diag.Diagnostic{Code: diag.BadOption, Span: p.Span,
			Msg:  fmt.Sprintf("${%s} is %s, and %s it is %s", p.Name.SQL, known.Type.SQL, without, p.Type.SQL),
			Hint: fmt.Sprintf("say which is meant: CAST(${%s} AS …)", p.Name.SQL)})
		return false
	}
	if p.Nullable && !known.Nullable {
		known.Nullable, known.Why = true, p.Why
	}
	known.Stated, known.Operand = known.Stated || p.Stated, known.Operand || p.Operand
	c.params[p.Name.SQL] = known
	return true
}

// columns adds what another text says of the columns, which are to be the same.
func (c *combined) columns(row *ir.Row, without string) bool {
	have := c.query.Row
	// What is JSON of one shape in one text alone is the text that it travels as.
	text := ir.Type{Kind: ir.Text, SQL: "TEXT"}
	made := func(t ir.Type) bool { return t.MadeJSON() || t.Equal(text) }
	for i := range min(len(have.Fields), len(row.Fields)) {
		f, g := &have.Fields[i].Type, &row.Fields[i].Type
		if both, ok := f.Wider(*g); ok {
			*f, *g = both, both
		} else if made(*f) && made(*g) {
			*f, *g = text, text
		}
	}
	alike := func(f, g ir.Field) bool { return f.Name.SQL == g.Name.SQL && f.Type.Full().Equal(g.Type.Full()) }
	if !slices.EqualFunc(have.Fields, row.Fields, alike) {
		first, hint := "with all of it",
			"a column is always there: write CASE WHEN … END for a value that may be missing, or two statements"
		if !leaves(without) {
			first, hint = "by default", "give the SQL of each label the same type, by a CAST, and name the column by AS"
		}
		c.report(diag.Diagnostic{Code: diag.BadOption, Span: c.block.NameSpan, Hint: hint,
			Msg: fmt.Sprintf("%s the columns of %s are others: %s; %s they are %s", without, c.block.Name, listed(row),
				first, listed(have))})
		return false
	}
	for i := range row.Fields {
		f, other := &have.Fields[i], &row.Fields[i]
		if other.Why = without + ": " + other.Why; f.Source != other.Source {
			f.Source = ir.ColumnRef{}
		}
	}
	widen(have, row)
	return true
}

// listed are the columns of a row, for people.
func listed(row *ir.Row) string {
	list := make([]string, len(row.Fields))
	for i, f := range row.Fields {
		list[i] = f.Name.SQL + " " + f.Type.SQL
	}
	return strings.Join(list, ", ")
}

// vanished warns of an UPDATE or a DELETE that is about all rows where parts are left out, and not with all of them.
func (c *combined) vanished(texts []string, masks map[string]uint32) {
	for _, there := range texts {
		every, changes := c.everyRow(c.block.Variant(stretches(there)))
		if said := c.without(masks[there]); every && said != "" {
			c.warn(diag.BadOption, c.block.NameSpan, said+" "+c.block.Name+" is about every row of the table",
				"leave a condition that is always there, or say by --! what is not to be left out together")
		}
		if every || !changes {
			return
		}
	}
}

// everyRow reports an UPDATE or a DELETE without a WHERE, or with one that is always true; and any UPDATE or DELETE.
func (c *combined) everyRow(b *syntax.Block) (every, changes bool) {
	sql := b.Statement(func(int) string { return "?" }).SQL
	words := c.Engine.Dialect.Words(sql)
	does := slices.IndexFunc(words, func(w syntax.Word) bool {
		return slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE"}, w.Text)
	})
	if does < 0 || words[does].Text != "UPDATE" && words[does].Text != "DELETE" {
		return false, false
	}
	where := slices.IndexFunc(words, func(w syntax.Word) bool { return w.Text == "WHERE" })
	if where < 0 {
		return true, true
	}
	end := len(sql)
	if i := slices.IndexFunc(words, func(w syntax.Word) bool { return w.Text == "RETURNING" }); i > where {
		end = words[i].Start
	}
	condition := strings.ToUpper(strings.Join(strings.Fields(sql[words[where].End:end]), ""))
	return slices.Contains([]string{"TRUE", "1", "1=1", "(TRUE)"}, condition), true
}

// needed says, in the errors of the text with everything, which are those from one on, what has to be given for them:
// nothing where a text without any of it has them, too.
func (c *combined) needed(all uint32, there func(uint32) string, from int) {
	fails := func(mask uint32) bool {
		known := len(c.diags)
		_, _ = c.described(c.block.Variant(stretches(there(mask))), false)
		failed := diag.Failed(c.diags[known:])
		c.diags = c.diags[:known]
		return failed
	}
	left, mask := all, all
	for i, t := range c.terms {
		if t.Label == "" {
			left &^= 1 << i
		}
	}
	if fails(left) {
		return
	}
	var given []string
	for i, t := range c.terms {
		switch without := mask &^ (1 << i); {
		case t.Label != "":
		case fails(without):
			mask = without
		default:
			given = append(given, t.Name)
		}
	}
	for i := range c.diags[from:] {
		if d := &c.diags[from+i]; d.Severity == diag.Error {
			d.Msg = "with " + strings.Join(given, ", ") + ": " + d.Msg
		}
	}
}

// whole is the statement with the conditions of its parts.
func (c *combined) whole(conditions []condition) *ir.Query {
	b, q := c.block, c.query
	for i, s := range b.Stretches {
		if c.parts[i] == nil {
			c.report(diag.Diagnostic{Code: diag.BadOption, Span: s.Span,
				Msg:  "this part is never there: what it depends on cannot be",
				Hint: "remove the part, or one of its conditions"})
			return nil
		}
	}
	params, _ := c.unit.params(b)
	q.Params, q.SQL, q.Refusals = nil, nil, c.refused
	index := map[string]int{}
	for _, p := range params {
		p = c.params[p.Name.SQL]
		p.Optional = slices.ContainsFunc(c.terms, func(t syntax.Term) bool { return t.Name == p.Name.SQL })
		index[p.Name.SQL] = len(q.Params)
		q.Params = append(q.Params, p)
	}
	for _, t := range c.terms {
		i, is := index[t.Name]
		if !is {
			i = len(q.Params)
			index[t.Name] = i
			q.Params = append(q.Params, c.picks(t))
		}
		at := 0
		if t.Label != "" {
			at = slices.Index(q.Params[i].Type.Enum.Labels, t.Label)
		}
		q.Conditions = append(q.Conditions, ir.Condition{Param: i, At: at})
	}
	for i, parts := range c.parts {
		for j, p := range parts {
			part := ir.Part{Text: p.Text, Param: -1, Questions: p.Questions, Need: conditions[i].need,
				Without: conditions[i].without, Span: p.Span}
			if p.Param >= 0 {
				part.Param = index[c.uses[i][j]]
			}
			q.SQL = append(q.SQL, part)
		}
	}
	return q
}

// picks is a parameter that is no value in the statement: a choice, or a flag, by which a part is there.
func (c *combined) picks(t syntax.Term) ir.Param {
	p := ir.Param{Field: ir.Field{Name: ir.NewName(t.Name), Column: t.Name, Span: t.Span,
		Type: ir.Type{Kind: ir.Bool, SQL: "BOOLEAN"}, Flag: true, Why: "a flag"}}
	if t.Label != "" {
		choice := c.block.Choice(t.Name)
		e := &ir.EnumType{Anonymous: true, Choice: t.Name}
		for _, l := range choice.Labels {
			e.Labels = append(e.Labels, l.Name)
		}
		p.Span, p.Type, p.Flag, p.Why = choice.Span, ir.Type{Kind: ir.Enum, SQL: "choice", Enum: e}, false, "a choice"
	}
	for _, o := range c.block.Fields {
		if o.Param && o.Name == t.Name {
			p.Doc = o.Doc
		}
	}
	return p
}

// condition is which of the terms must hold, by their bits, and which must not.
type condition struct{ need, without uint32 }

func (c *combined) condition(when []syntax.Term) (all condition) {
	for _, t := range when {
		bit := uint32(1) << slices.IndexFunc(c.terms, t.Same)
		if t.Not {
			all.without |= bit
		} else {
			all.need |= bit
		}
	}
	return all
}
