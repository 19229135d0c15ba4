package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/compile"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/plan"
	"github.com/sqg-dev/sqg/internal/source"
	"github.com/sqg-dev/sqg/internal/surface"
	"github.com/sqg-dev/sqg/internal/syntax"
)

func (s *Server) hover(ctx context.Context, p PlaceParams) (any, error) {
	if doc, at, is := s.configPlace(p); is {
		return configHover(doc, at), nil
	}
	v, err := s.view(ctx, p.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	offset := v.doc.lines.offset(p.Position)
	b := v.block(offset)
	if b == nil {
		return nil, nil
	}
	text, at := v.hover(s.Version, b, offset)
	if text == "" {
		return nil, nil
	}
	if v.query(b) != nil && at == b.Span {
		text += s.planText(ctx, v, b)
	}
	h := &Hover{Contents: MarkupContent{"markdown", text}}
	if at.File != nil {
		r := v.doc.lines.span(at.Start, at.End)
		h.Range = &r
	}
	return h, nil
}

// plans are those of statements in a schema, by their texts.
type plans struct {
	schema int
	of     map[string]string
}

// mostPlans are kept; what is edited has other texts again and again.
const mostPlans = 1000

// planText is the plan of a statement, with the steps that take longer with every row marked; "" where there is none.
// The engine is asked once for each text.
func (s *Server) planText(ctx context.Context, v *view, b *syntax.Block) string {
	at, text := [2]string{v.unit.Name, v.engine.Name}, b.Span.File.Text[b.Span.Start:ends(b)]
	s.mu.Lock()
	have := v.project.plans[at]
	if have.of == nil || have.schema != v.schema || len(have.of) > mostPlans {
		have = plans{v.schema, map[string]string{}}
	}
	plan, known := have.of[text]
	s.mu.Unlock()
	if !known {
		if err := s.ask(ctx, v.project, func(a asking) error {
			plan, _ = v.planned(a, b.Name, a.options(nil))
			return a.ctx.Err()
		}); err != nil {
			return "" // a change of the text has come first: a hover without it will do
		}
		s.mu.Lock()
		if v.project.plans == nil {
			v.project.plans = map[[2]string]plans{}
		}
		have.of[text], v.project.plans[at] = plan, have
		s.mu.Unlock()
	}
	if plan == "" {
		return ""
	}
	return "\n\nplan, in a database without rows\n\n```text\n" + stepsText(v.engine.Steps(plan), "") + "```"
}

func stepsText(steps []*engine.Step, indent string) (text string) {
	for _, s := range steps {
		text += indent + s.Title
		if s.Costs != "" {
			text += "  ← " + s.Costs
		}
		text += "\n" + stepsText(s.Steps, indent+"  ")
	}
	return text
}

// hover is what is said of a place, and of which part of the text.
func (v *view) hover(version string, b *syntax.Block, offset int) (string, source.Span) {
	q := v.query(b)
	if name, at := paramAt(b, offset); name != "" {
		if p := param(q, name); p != nil {
			return paramText(p), at
		}
		return "", at
	}
	if t, at, found := v.targetAt(b, offset); found {
		text := tableText(t.table)
		if t.column != "" {
			text = columnText(t)
		}
		if f := resultOf(q, at.Text()); f != nil && t.column != "" {
			text = fieldText("result column", *f) + "\n\n---\n\n" + text
		}
		return text, at
	}
	if offset <= b.Span.End {
		if e, at := v.modifierAt(b, offset); e.Doc != "" {
			return "`" + e.Form + "`\n\n" + e.Doc, at
		}
		return v.statementText(version, b, q), b.Span
	}
	words, i := v.statementAt(b, offset)
	if i >= 0 {
		if f := resultOf(q, words[i].plain()); f != nil {
			return fieldText("result column", *f),
				source.Span{File: b.Span.File, Start: words[i].start, End: words[i].end}
		}
	}
	return "", source.Span{}
}

// modifierAt is the modifier of an annotation that stands at an offset.
func (v *view) modifierAt(b *syntax.Block, offset int) (syntax.Entry, source.Span) {
	line, from := b.Span.Text(), b.Span.Start
	start := strings.LastIndexAny(line[:min(max(offset-from, 0), len(line))], " \t(") + 1
	if start < len(line) && line[start] != ':' && offset-from < len(line) && line[offset-from] == ':' {
		start = offset - from
	}
	end := start + len(line[start:])
	if i := strings.IndexAny(line[start:], " \t=("); i >= 0 {
		end = start + i
	}
	for _, e := range syntax.ModifiersOf(b.Kind) {
		if e.Name == line[start:end] {
			return e, source.Span{File: b.Span.File, Start: from + start, End: from + end}
		}
	}
	return syntax.Entry{}, source.Span{}
}

// statementText is what becomes of a statement: its method in each language, what it returns, and how it is run for
// many rows.
func (v *view) statementText(version string, b *syntax.Block, q *ir.Query) string {
	var out strings.Builder
	if q == nil {
		i := slices.IndexFunc(syntax.Annotations(), func(e syntax.Entry) bool { return e.Name == b.Kind.String() })
		e := syntax.Annotations()[i]
		return "`-- " + e.Form + "`\n\n" + e.Doc
	}
	var programs []*plan.Program
	for _, g := range v.unit.Gens {
		if g.Target.Engine != v.engine.Name {
			continue
		}
		p, _ := plan.Build(v.model.Alone(q), g.Target, g.Options, v.unit.Project, version)
		programs = append(programs, p)
		if s := compile.Signature(p, q); s != "" {
			fmt.Fprintf(&out, "```%s\n%s\n```\n", g.Target.Language, s)
		}
	}
	row := ""
	if q.Row != nil && !q.Pluck {
		row = q.Row.Type()
	}
	fmt.Fprintf(&out, "\nreturns %s\n", q.Returns(row))
	for _, line := range ir.Proofs(q.Single, q.Fallback, q.Reads) {
		fmt.Fprintf(&out, "\n%s\n", line)
	}
	list := func(title string, fields []ir.Field) {
		if len(fields) > 0 {
			fmt.Fprintf(&out, "\n%s\n\n", title)
		}
		for _, f := range fields {
			fmt.Fprintf(&out, "- %s\n", fieldLine(f))
		}
	}
	list("parameters", surface.Fields(q))
	if q.Row != nil {
		list("columns", q.Row.Named())
	}
	for _, p := range programs {
		if m := p.Methods[0].Bulk; m != nil {
			fmt.Fprintf(&out, "\n%s :bulk: %s (%s)\n", p.Target.ID(), m.Strategy(), m.Why)
		}
	}
	return strings.TrimSpace(out.String())
}

// resultOf is the column of a result that has a name.
func resultOf(q *ir.Query, name string) *ir.Field {
	if q == nil || q.Row == nil {
		return nil
	}
	for i := range q.Row.Fields {
		if f := &q.Row.Fields[i]; strings.EqualFold(f.Name.SQL, strings.Trim(name, "\"`[]")) {
			return f
		}
	}
	return nil
}

// fieldLine is a field in a list.
func fieldLine(f ir.Field) string {
	line := fmt.Sprintf("`%s` %s %s", f.Name.SQL, f.Type.SQL, ir.Nullness(f.Nullable))
	if f.Why != "" {
		line += " (" + f.Why + ")"
	}
	return line
}

// fieldText is a field by itself.
func fieldText(what string, f ir.Field) string {
	text := fmt.Sprintf("%s **%s** `%s` %s", what, f.Name.SQL, f.Type.SQL, ir.Nullness(f.Nullable))
	for _, more := range []struct{ before, is string }{{"", f.Why}, {"from ", f.Source.String()}, {"", f.Doc}} {
		if more.is != "" {
			text += "\n\n" + more.before + more.is
		}
	}
	return text
}

func paramText(p *ir.Param) string {
	text := fieldText("parameter", p.Field)
	if p.Sample != "" {
		text += "\n\nsample `" + p.Sample + "`"
	}
	if p.MayBeLeft() {
		text += "\n\nmay be left out"
	}
	return text
}

func kindOf(t *ir.Table) string {
	if t.View {
		return "view"
	}
	return "table"
}

func tableText(t *ir.Table) string {
	text := kindOf(t) + " **" + t.Name.SQL + "**\n\n"
	if t.Comment != "" {
		text += t.Comment + "\n\n"
	}
	for _, c := range t.Columns {
		text += "- " + fieldLine(c.Field) + "\n"
	}
	if len(t.Key) > 0 {
		text += "\nprimary key: " + strings.Join(t.Key, ", ")
	}
	return strings.TrimSpace(text)
}

func columnText(t target) string {
	c := t.field()
	text := fieldText("column of "+t.table.Name.SQL, c.Field)
	for _, is := range []struct {
		so   bool
		said string
	}{{slices.Contains(t.table.Key, c.Column), "part of the primary key"}, {c.Identity, "the engine assigns it"},
		{c.Generated && c.Default == "", "computed from other columns"},
		{c.Generated && c.Default != "", "computed: `" + c.Default + "`"},
		{!c.Generated && c.Default != "", "default: `" + c.Default + "`"},
		{c.HasDefault && c.Default == "", "has a default"}} {
		if is.so {
			text += "\n\n" + is.said
		}
	}
	if c.Comment != "" {
		text += "\n\n" + c.Comment
	}
	return text
}
