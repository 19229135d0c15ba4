package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/syntax"
)

// sourcePrefix marks a parameter as a file source.
const sourcePrefix = "sources_"

// statement analyses a QUERY or EXEC and adds it to the model.
func (u *unit) statement(b *syntax.Block) { u.withMade(b, func() { u.alone(b) }) }

// alone analyses a statement by what is there.
func (u *unit) alone(b *syntax.Block) {
	errors := len(u.diags)
	var q *ir.Query
	if b.Mods.Page {
		q = u.paged(b)
	} else if b.Optional() {
		q = u.optional(b, nil)
	} else {
		q, _ = u.described(b, true)
	}
	if q != nil && q.Row != nil {
		own := slices.ContainsFunc(b.Fields, func(o syntax.FieldOptions) bool { return !o.Param })
		u.returned = append(u.returned, returned{block: b, query: q, own: own})
	}
	if !diag.Failed(u.diags[errors:]) {
		u.atRandom(b, q)
		u.model.Queries = append(u.model.Queries, q)
	}
}

// described is what the engine says of a statement, and the block with what sqg sends in the place of the user's text;
// nil where it says nothing. Its plan is in it if it is the text asked for, and the input asks for one. After an error
// it goes on as far as what follows does not depend on it, so that a run reports everything at once.
func (u *unit) described(b *syntax.Block, asked bool) (*ir.Query, *syntax.Block) {
	errors := len(u.diags)
	q := &ir.Query{Name: ir.NewName(b.Name), Doc: b.Doc, Pluck: b.Mods.Pluck, Batch: b.Mods.Batch, File: u.file(b),
		Span: b.NameSpan}
	g, ok := u.given(b)
	if !ok {
		return nil, b
	}
	whole := b
	b, stmt, text, lists := g.block, g.stmt, g.text, g.lists
	q.Params, q.SQL = g.params, u.parts(b, g.order)
	if len(u.diags) > errors {
		return nil, b
	}
	var d *engine.Description
	written := text
	named, err := u.explicit(text, stmt)
	if err == nil {
		u.embed(b, text.SQL, named.Edits)
		if len(named.Edits) > 0 {
			b = b.Edited(text, u.Engine.Dialect, named.Edits)
			text = g.textOf(b)
			q.SQL, stmt.SQL = u.parts(b, g.order), text.SQL
		}
		d, err = u.session.Describe(u.ctx, stmt)
	}
	if err == nil {
		if objects := u.asObjects(b, g, d); objects != nil {
			u.diags = u.diags[:errors] // the block is analysed again
			return u.described(objects, asked)
		}
	}
	if err == nil && slices.ContainsFunc(d.Columns,
		func(c engine.Column) bool { return len(pathOf(c.Name, c.Source)) > 1 }) {
		stmt.Sides = true
		d, err = u.session.Describe(u.ctx, stmt)
	}
	if err == nil && len(d.Edits) > 0 {
		b = b.Edited(text, u.Engine.Dialect, d.Edits)
		text = g.textOf(b)
		q.SQL = u.parts(b, g.order)
	}
	if err == nil && asked && u.Plan != "" && u.Plan == b.Name {
		q.Plan, err = u.session.Plan(u.ctx, stmt, d.Params)
		if u.Try != nil {
			t := u.tried(stmt, d)
			t.Stages, t.From = u.stages(whole, g)
			u.Try(t)
		}
	}
	if err != nil {
		failed := engineError(err, diag.StatementError, b.Body, text.At)
		failed.Hint = cmp.Or(failed.Hint, refusedHint(b))
		if misplaced().MatchString(failed.Msg) {
			failed.Msg = engine.NoPlace
		}
		if failed.Msg == engine.NoPlace {
			failed.Hint = cmp.Or(failed.Hint, placeHint(b))
		}
		if len(lists) > 0 { // which the engine has taken as it was written
			failed.Hint = cmp.Or(failed.Hint,
				"for a list this is not IN any more: put the whole condition in parentheses, (a IN (${list}))")
		}
		u.report(failed)
		return nil, b
	}
	u.makesTable(b, stmt)
	q.Counts, q.Cursor, q.Found, q.Single, q.Demanded = d.Counts, d.Cursor, d.Found, d.Single, b.Mods.Demanded
	q.Kept, q.Reads = d.Kept, d.Reads
	if q.Fallback = d.Fallback; q.Fallback != "" && len(d.Columns) > 0 {
		u.report(diag.Diagnostic{Code: diag.Unproven, Severity: diag.Notice, Span: b.NameSpan,
			Msg: fmt.Sprintf("every column of %s is nullable: %s", b.Name, q.Fallback)})
	}
	if len(d.Columns) > 0 || d.Counts {
		u.byPosition(written, named)
	}
	u.typeParams(b, q, d, lists)
	u.wholeRows(b, q, d)
	u.traps(b, q, d.Lacks)
	for _, n := range d.Never {
		u.warn(diag.NeverEqual, b.NameSpan,
			fmt.Sprintf("%s compares %s with %s, and %s: the two are never equal", b.Name, n.Column, n.With, n.Why),
			n.Cure)
	}
	if b.Mods.Batch || b.Mods.Bulk {
		u.rows(b, q, d)
	}
	if b.Mods.Bulk && len(d.Params) > 0 {
		u.many(b, q, d, b.NameSpan)
	}
	switch {
	case b.Kind == syntax.Query && len(d.Columns) == 0:
		problem := diag.Diagnostic{Code: diag.NoColumns, Span: b.NameSpan, Msg: "QUERY " + b.Name + " returns no rows",
			Hint: "use EXEC for a statement that only changes data, or add RETURNING"}
		if d.Cursor { // PostgreSQL lets a SELECT have none
			problem.Msg, problem.Hint = "QUERY "+b.Name+" returns no columns", "name what to select, such as count(*)"
		}
		u.report(problem)
	case b.Kind == syntax.Exec && len(d.Columns) > 0 && b.Mods.Bulk && d.Counts:
		u.report(diag.Diagnostic{Code: diag.Unlike, Span: b.NameSpan,
			Msg:  "a method of :bulk returns how many rows changed, and EXEC " + b.Name + " returns rows",
			Hint: "write QUERY to have the rows of each row of parameters, or leave RETURNING out"})
	case b.Kind == syntax.Exec && len(d.Columns) > 0:
		u.report(diag.Diagnostic{Code: diag.NoColumns, Span: b.NameSpan,
			Msg:  b.Name + " returns rows, but EXEC discards them",
			Hint: "use QUERY to have them"})
	case b.Kind == syntax.Query:
		q.Result = ir.All
		if b.Mods.One {
			q.Result = ir.One
		}
		if u.result(b, q, d, text.SQL, u.apart(written.SQL, named.Edits)); len(u.diags) == errors ||
			!diag.Failed(u.diags[errors:]) {
			u.nested(b, g, q)
		}
	}
	return q, b
}

// given is a block's statement as the engine is given it.
type given struct {
	block  *syntax.Block // with its lists as the engine takes them
	params []ir.Param    // in argument order
	order  []int         // of a use its parameter
	marks  []string      // what stands for each parameter
	lists  map[string]engine.Param
	text   syntax.Text
	stmt   engine.Stmt
}

// given makes that statement; false where a list in it cannot be.
func (u *unit) given(b *syntax.Block) (given, bool) {
	var g given
	g.params, g.order = u.params(b)
	hints := u.hints(b, g.params)
	var ok bool
	if g.block, g.lists, ok = u.listed(b, g.params, g.order, hints); !ok {
		return g, false
	}
	g.marks = u.marks(g.params)
	g.text = g.textOf(g.block)
	g.stmt = engine.Stmt{SQL: g.text.SQL, Params: hints, Finite: u.Finite, Many: b.Mods.Bulk,
		Written: u.AsWritten, PlainRows: u.PlainRows,
		Reads: b.Kind == syntax.Query && (u.Reads || u.Plan != "" && u.Plan == b.Name)}
	for _, o := range b.Fields {
		if !o.Param && o.Type != "" {
			g.stmt.Stays = append(g.stmt.Stays, o.Name)
		}
	}
	return g, true
}

// textOf is the text of another form of the block.
func (g given) textOf(b *syntax.Block) syntax.Text {
	return b.Statement(func(use int) string { return g.marks[g.order[use]] })
}

// rows refuses a statement that cannot take rows of parameters.
func (u *unit) rows(b *syntax.Block, q *ir.Query, d *engine.Description) {
	modifier := ":batch"
	if b.Mods.Bulk {
		modifier = ":bulk"
	}
	problem := diag.Diagnostic{Code: diag.BadModifier, Span: b.NameSpan, Hint: "remove " + modifier}
	if len(d.Params) == 0 {
		problem.Msg = modifier + " runs a statement for each row of parameters, and " + b.Name + " has none"
		u.report(problem)
	}
	for _, p := range q.Params {
		if p.FileSource {
			problem.Span, problem.Msg = p.Span,
				"the path of a file is part of the statement's text, and "+modifier+" prepares one text for all rows"
			problem.Hint += ", or read the file into a table first"
			u.report(problem)
			return
		}
	}
}

// marks is what stands for each parameter in the SQL that the engine sees.
func (u *unit) marks(params []ir.Param) []string {
	marks := make([]string, len(params))
	bound := 0
	for i, p := range params {
		if p.FileSource {
			path := u.Sources[strings.TrimPrefix(p.Name.SQL, sourcePrefix)]
			marks[i] = "'" + strings.ReplaceAll(path, "'", "''") + "'"
			continue
		}
		bound++
		marks[i] = u.Engine.Placeholder(bound)
	}
	return marks
}

// parts is the statement with its parameters in argument order.
func (u *unit) parts(b *syntax.Block, order []int) []ir.Part {
	parts := make([]ir.Part, len(b.Parts))
	for i, p := range b.Parts {
		if i > 0 && b.Parts[i-1].Param >= 0 && p.Text != "" {
			if what := u.glued(p.Text[0]); what != "" {
				u.report(diag.Diagnostic{Code: diag.BadParameter, Span: p.Span.Sub(0, 1),
					Msg:  what + " directly behind a parameter would become part of it",
					Hint: "put a blank between them"})
			}
		}
		parts[i] = ir.Part{Text: p.Text, Param: -1, Questions: p.Questions, Span: p.Span}
		if p.Param >= 0 {
			parts[i].Param = order[p.Param]
		}
	}
	return parts
}

// glued says what c is where it cannot stand directly behind a placeholder; "" for what can.
func (u *unit) glued(c byte) string {
	switch {
	case c >= '0' && c <= '9':
		return "a digit"
	case u.Engine.Mark == "$" && (c == '_' || c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'):
		return "a letter"
	}
	return ""
}

// params lists a statement's parameters in argument order: @set order, then first use. order maps a use to its
// parameter. A @set that is never used is no parameter.
func (u *unit) params(b *syntax.Block) (params []ir.Param, order []int) {
	order = make([]int, len(b.Uses))
	use := map[string]int{}
	for i, name := range b.Uses {
		use[name], order[i] = i, -1
	}
	add := func(name, sample string, span source.Span) {
		p := ir.Param{Field: ir.Field{Name: ir.NewName(name), Column: name, Span: span}, Sample: sample}
		if src, ok := strings.CutPrefix(name, sourcePrefix); ok {
			p.FileSource = true
			p.Type = ir.Type{Kind: ir.Text, SQL: "TEXT"}
			p.Why = "file source"
			if _, known := u.Sources[src]; !known {
				u.report(u.unknownSource(src, span))
			}
		}
		order[use[name]] = len(params)
		params = append(params, p)
	}
	for _, s := range b.Sets {
		if i, used := use[s.Name]; used && order[i] < 0 {
			add(s.Name, s.Value, s.Span)
		}
	}
	for _, p := range b.Parts { // which are in the order of uses
		if p.Param >= 0 && order[p.Param] < 0 {
			add(b.Uses[p.Param], "", p.Span)
		}
	}
	return params, order
}

// hints is what the user said of the bound parameters, in number order.
func (u *unit) hints(b *syntax.Block, params []ir.Param) []engine.ParamHint {
	hints := make([]engine.ParamHint, 0, len(params))
	at := map[string]int{}
	asks := asked(b)
	for _, p := range params {
		if p.FileSource {
			continue
		}
		h := engine.ParamHint{Name: p.Name.SQL, Sample: p.Sample}
		if asks[h.Name] != "" {
			h.Nullable = engine.Yes
		}
		for _, s := range b.Sets {
			if s.Name == h.Name && s.Null {
				h.Nullable, h.Sample = engine.Yes, ""
			}
		}
		at[h.Name] = len(hints)
		hints = append(hints, h)
	}
	for _, o := range b.Fields {
		if !o.Param {
			continue
		}
		i, ok := at[o.Name]
		if !ok {
			u.report(diag.Diagnostic{Code: diag.UnknownColumn, Span: o.Span,
				Msg:  "the statement has no parameter " + o.Name,
				Hint: diag.Suggest(o.Name, keys(at))})
			continue
		}
		switch {
		case o.Null:
			hints[i].Nullable = engine.Yes
		case o.NotNull:
			hints[i].Nullable = engine.No
		}
		if o.Type != "" && u.known(o) {
			hints[i].Type = o.Type
		}
		if o.Like != "" {
			hints[i].Sample = u.like(o)
		}
	}
	return hints
}

// like is the sample of a path that is like a source: that of the source.
func (u *unit) like(o syntax.FieldOptions) string {
	path, known := u.Sources[o.Like]
	if !known {
		u.report(u.unknownSource(o.Like, o.Span))
	}
	return "'" + strings.ReplaceAll(path, "'", "''") + "'"
}

func (u *unit) unknownSource(name string, span source.Span) diag.Diagnostic {
	return diag.Diagnostic{Code: diag.UnknownSource, Span: span, Msg: "there is no file source " + name,
		Hint: cmp.Or(diag.Suggest(name, keys(u.Sources)), "add it to sources: in sqg.yaml")}
}

// asksNull is why a parameter can be NULL by where it stands.
var asksNull = map[syntax.Place]string{
	syntax.NullTested:   "the statement asks whether it is NULL",
	syntax.NullReplaced: "another value stands for it where it is NULL",
	syntax.NullCompared: "it is compared as a value that may be NULL",
}

// asked is why parameters can be NULL that the statement does something of its own with then. A statement that asks is
// of no use to one who cannot give NULL.
func asked(b *syntax.Block) map[string]string {
	why := map[string]string{}
	for _, p := range b.Parts {
		if p.Param < 0 {
			continue
		}
		if name := b.Uses[p.Param]; why[name] == "" {
			why[name] = asksNull[p.Place]
		}
	}
	return why
}

// declared reports whether the user says of a parameter whether it can be NULL.
func declared(b *syntax.Block, name string) bool {
	return slices.ContainsFunc(b.Sets, func(s syntax.Set) bool { return s.Name == name && s.Null }) ||
		slices.ContainsFunc(b.Fields,
			func(o syntax.FieldOptions) bool { return o.Param && o.Name == name && (o.Null || o.NotNull) })
}

// known reports a type name in an annotation that the engine does not have.
func (u *unit) known(o syntax.FieldOptions) bool {
	_, ok := u.session.Type(u.ctx, o.Type)
	if !ok {
		u.report(diag.Diagnostic{Code: diag.UnknownType, Span: o.Span,
			Msg:  fmt.Sprintf("%s has no type %s", u.Engine.Title, o.Type),
			Hint: "write the type as a column definition would"})
	}
	return ok
}

// typeParams copies what the engine says of the bound parameters.
func (u *unit) typeParams(b *syntax.Block, q *ir.Query, d *engine.Description, lists map[string]engine.Param) {
	asks := asked(b)
	n := 0
	for i := range q.Params {
		p := &q.Params[i]
		if p.FileSource {
			continue
		}
		e := d.Params[n]
		n++
		p.Type, p.Nullable, p.Why, p.Source = e.Type, e.Nullable, e.Why, e.Source
		p.Stated, p.Operand = e.Stated, e.Operand
		if elem, is := lists[p.Name.SQL]; is {
			list(p, elem)
			e = elem
		}
		elems := syntax.ElemsUnsaid
		for _, o := range b.Fields {
			if o.Param && o.Name == p.Name.SQL {
				elems, p.Doc = o.Elems, o.Doc
			}
		}
		if elems == syntax.ElemsNotNull || elems == syntax.ElemsUnsaid && !e.NullElems {
			p.Type = p.Type.Full()
		}
		if why := asks[p.Name.SQL]; why != "" && !declared(b, p.Name.SQL) {
			p.Why = why
		}
		if e.Clash != "" && !isCast(b, p.Name.SQL) {
			u.warn(diag.ParamUses, p.Span, fmt.Sprintf("${%s} is used as %s, and is a parameter of one type",
				p.Name.SQL, e.Clash),
				fmt.Sprintf("write two parameters, or say which type is meant: params: {%s: %s} in the annotation",
					p.Name.SQL, p.Type.SQL))
		}
		if e.Loses != "" && !isCast(b, p.Name.SQL) {
			u.warn(diag.ParamUses, p.Span,
				fmt.Sprintf("${%s} is %s and has no fractions; what is computed from it goes to %s", p.Name.SQL,
					p.Type.SQL, e.Loses),
				fmt.Sprintf("write CAST(${%s} AS %s), or CAST(${%[1]s} AS %[3]s) where whole numbers are meant",
					p.Name.SQL, e.Wider, p.Type.SQL))
		}
		if p.Type.Kind == ir.Unknown {
			u.report(diag.Diagnostic{Code: diag.UntypedParam, Span: p.Span,
				Msg:  "cannot infer the type of ${" + p.Name.SQL + "}",
				Hint: fmt.Sprintf("write CAST(${%s} AS …), give it a sample (@set %[1]s = 1), or declare it in the annotation (params: {%[1]s: …})", p.Name.SQL)})
		}
	}
}
