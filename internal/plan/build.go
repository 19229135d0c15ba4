package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
	"github.com/sqg-dev/sqg/internal/target"
)

// Build makes the program of a model for one target. It does not change the model, which several targets share.
func Build(m *ir.Model, t *target.Target, opts Options, project, version string) (*Program, []diag.Diagnostic) {
	opts.Unprepared = opts.Unprepared || opts.Pooler != ""
	b := &builder{unit: m.Name.SQL, target: t, opts: opts, overrides: newOverrides(opts.Rules(t.Engine)),
		trust: opts.Trust, rows: map[*ir.Row]*ir.Row{}, structs: map[*ir.StructType]*ir.StructType{}}
	p := &Program{
		Target: t, Name: m.Name, Project: project, Files: m.Files, Version: version, Options: opts,
		Migrations: m.Migrations, Extensions: m.Extensions, Registered: m.Registered,
	}
	p.Tracking = TrackingOf(t)
	for _, q := range m.Queries {
		p.Methods = append(p.Methods, b.method(q))
	}
	for _, a := range m.Appenders {
		p.Appenders = append(p.Appenders, b.appender(a))
	}
	for _, r := range m.Rows {
		p.list(b.row(r))
	}
	for _, r := range b.own {
		p.list(r)
	}
	for _, a := range m.Attached {
		name, mode, option := ir.Quote(a.Name.SQL), "read-only", ", READ_ONLY"
		if a.Writable {
			mode, option = "read-write", ""
		}
		p.Attached = append(p.Attached,
			Attached{Attached: a, Mode: mode,
				Attach: [2]string{"ATTACH ", " AS " + name + " (TYPE postgres" + option + ")"},
				Load:   [2]string{LoadExtension, ""}, Detach: "DETACH " + name})
	}
	if opts.Tests {
		p.Test = b.testDatabase(p, m.Scripts)
	}
	b.checkFields(p)
	b.checkKeys(p)
	named := namedTypes(p)
	p.Enums, p.Structs, p.Unions = named.Enums, named.Structs, named.Unions
	return p, append(b.diags, b.overrides.unused()...)
}

// list has a row type in the program once, behind those of its objects.
func (p *Program) list(r *ir.Row) {
	for row := range r.Objects {
		if !slices.Contains(p.Rows, row) {
			p.Rows = append(p.Rows, row)
		}
	}
}

type builder struct {
	target    *target.Target
	opts      Options
	overrides *overrides
	trust     bool
	// the model's row types and this program's copies, each of which is its own
	rows    map[*ir.Row]*ir.Row
	structs map[*ir.StructType]*ir.StructType // the same of composite types and unions
	own     []*ir.Row                         // of statements that have an override of their own
	diags   []diag.Diagnostic
	unit    string // its name
}

func (b *builder) method(q *ir.Query) *Method {
	c := *q
	if q.Rows != nil {
		c.Rows = b.row(q.Rows)
	}
	c.Params = make([]ir.Param, len(q.Params))
	for i, p := range q.Params {
		if c.Rows != nil { // a value of the row, whichever method takes it
			p.Field = c.Rows.Fields[i]
		} else {
			b.override(&p.Field, b.overrides.find(p.Field, q.Name.SQL))
		}
		c.Params[i] = p
	}
	b.called(len(c.Params), func(i int) *ir.Name { return &c.Params[i].Name })
	if q.Row != nil {
		c.Row = b.rowOf(q)
	}
	m := &Method{Query: &c, Grouped: q.Conditions != nil || b.grouped(len(c.Params)),
		With: len(c.SQL) > 0 && len(c.SQL[0].Text) > 4 && strings.EqualFold(c.SQL[0].Text[:4], "WITH")}
	m.Text, m.Binds = b.text(&c)
	m.Unheld = b.opts.Pooler != ""
	b.pooled(q)
	m.Columns, m.Reshaped = b.columns(c.Row)
	if m.Reshaped && !b.target.Inexact { // else the program does so
		m.Text = b.wrapped(&c, m.Text, m.Columns)
	}
	m.Text = b.asTexts(m.Text, c.Row, 0, c.Cursor)
	if b.opts.Comments {
		m.Text = commented(m.Text, comment(b.unit, q))
	}
	if c.Many != nil {
		c.Many = b.listed(c.Many, c.Params)
		m.Bulk = b.many(&c)
		b.demanded(q, m.Bulk)
	}
	return m
}

// positional is how many parameters a method takes one by one: of more, two of one type are swapped unseen.
const positional = 3

// grouped reports whether a method takes so many parameters by name.
func (b *builder) grouped(params int) bool {
	switch b.opts.Params {
	case "object":
		return params > 0
	case "positional":
		return false
	}
	return params > positional
}

// override gives a field its language type, or those of what it is made of.
func (b *builder) override(f *ir.Field, o *ir.Override) {
	if o != nil && o.Renames() { // all that holds of the type's values holds of these
		f.Override, f.Type.Override = nil, o
		return
	}
	if f.Override = o; o != nil {
		f.Type = b.carried(asItsText(f.Type, o), true)
		return
	}
	if t := b.within(f.Type); !t.Overridden() || b.reaches(*f, t) {
		f.Type = t
	}
	f.Type = b.carried(f.Type, false)
}

func (b *builder) row(r *ir.Row) *ir.Row {
	if c, ok := b.rows[r]; ok {
		return c
	}
	c := *r
	c.Fields = make([]ir.Field, len(r.Fields))
	if r.Typed != nil {
		c.As(b.row(r.Typed), r.Order())
		b.rows[r], b.rows[&c] = &c, &c
		return &c
	}
	for i, f := range r.Fields {
		b.override(&f, b.overrides.find(f, ""))
		f.Declared = f.Overflow || f.Declared && !b.trust // checked while it is read
		c.Fields[i] = f
	}
	b.called(len(c.Fields), func(i int) *ir.Name { return &c.Fields[i].Name })
	c.Members = slices.Clone(r.Members)
	b.called(len(c.Members), func(i int) *ir.Name { return &c.Members[i].Name })
	b.objects(&c)
	b.rows[r], b.rows[&c] = &c, &c
	return &c
}

// objects gives the objects of a row the language types of its columns. Where an override is for one statement alone,
// an object does not have its table's row type, but one of its own.
func (b *builder) objects(row *ir.Row) {
	for i := range row.Members {
		m := &row.Members[i]
		if m.Object == nil {
			continue
		}
		o := *m.Object
		m.Object = &o
		shared := b.row(o.Row)
		if !shared.Within && !slices.ContainsFunc(o.Columns, func(at int) bool {
			return row.Fields[at].Override != shared.Fields[slices.Index(o.Columns, at)].Override
		}) {
			o.Row = shared
			continue
		}
		own := *shared
		own.Fields = slices.Clone(shared.Fields)
		for k, at := range o.Columns {
			f := &own.Fields[k]
			f.Override, f.Type = row.Fields[at].Override, row.Fields[at].Type
		}
		own.Members = slices.Clone(shared.Members)
		b.objects(&own)
		if shared.Within { // of this row alone
			*shared = own
			o.Row = shared
			continue
		}
		own.Name, own.Role, own.Within, own.Doc, own.Span = o.Own, row.Role, true, nil, row.Span
		o.Row, b.rows[&own] = &own, &own
		b.own = append(b.own, o.Row)
	}
}

// rowOf is a statement's row type; not its table's where an override is for that statement alone.
func (b *builder) rowOf(q *ir.Query) *ir.Row {
	row := b.row(q.Row)
	if !b.overrides.of(q) {
		return row
	}
	if q.Row.Declared().Role == ir.TableRow {
		own := *row
		own.Name, own.Role, own.Span, own.Doc, own.Fields = q.Name, ir.QueryRow, q.Span, nil, slices.Clone(row.Fields)
		own.Typed, own.Members = nil, nil
		row = &own
		b.own = append(b.own, row)
	}
	for i := range row.Fields {
		f := &row.Fields[i]
		if o := b.overrides.find(q.Row.Fields[i], q.Name.SQL); o != nil {
			f.Type = q.Row.Fields[i].Type
			b.override(f, o)
		}
	}
	b.objects(row)
	return row
}

func (b *builder) appender(a *ir.Appender) *Appender {
	c := *a
	c.Row = b.row(a.Row)
	return b.load(&c)
}

// load plans how rows, whose overrides are known, get into a table.
func (b *builder) load(a *ir.Appender) *Appender {
	cols := make([]string, len(a.Row.Fields))
	marks := make([]string, len(cols))
	for i, f := range a.Row.Fields {
		cols[i] = ir.Quote(f.Column)
		if marks[i] = b.mark(i + 1); b.target.Bulk.Rows > 1 {
			marks[i] = "?" // each row's are its own
		}
		if b.target.TaggedUnions || b.target.Inexact || b.target.BindsJSON() || f.Type.Via != "" {
			marks[i] = b.cast(marks[i], ir.Param{Field: f}, 1, "")
		}
	}
	names, head := strings.Join(cols, ", "), a.Insert()
	row := "(" + strings.Join(marks, ", ") + ")"
	one := Values{Insert: head + " VALUES ", Row: head + " VALUES " + row, Next: ", " + row, Chunk: 1}
	named := a.Qualified || a.Table.Schema != engine.Find(b.target.Engine).Schema
	out := &Appender{Appender: a, Qualified: named, ByName: head + " SELECT " + names + " FROM "}
	switch rule := b.target.Bulk; {
	case rule.Copy > 0 && a.Table.NoCopy != "":
		out.Load, out.Why = &one, byInsert+a.Table.NoCopy
	case rule.Copy > 0:
		load, refused := b.copied(a.Row, "COPY "+a.Into()+" FROM STDIN (FORMAT binary)", false)
		switch {
		case refused == "":
			load.Few = one
			out.Load, out.Why = load, rule.Why
		case a.One != nil:
			out.listed(&one, refused, b.method(a.One))
		default:
			out.Load, out.Why = &one, byInsert+refused
		}
	case rule.Chunks:
		one.Chunk = b.perStatement(len(cols))
		load := b.chunks(a.Row, one, head)
		if out.Load, out.Why = load, rule.Why; !named {
			load.Table = a.Ref()
		}
	case rule.Scans:
		out.Load, out.Why = b.scan(a.Row, head), rule.Why
	case rule.Source:
		out.Load, out.Why = b.fromSource(a, one, head)
	case rule.Rows == 0:
		load := &Relation{Into: head, Shape: "SELECT " + names + " FROM " + a.Ref() + " LIMIT 0", Whole: whole(a)}
		if out.Load, out.Why = load, rule.Why; b.target.Inexact {
			load.registered(a.Row, names)
		}
	case len(cols) > rule.MaxCols:
		out.Load = &one
		out.Why = fmt.Sprintf("one prepared row statement: %d columns are more than the %d up to which several rows a "+
			"statement are faster here",
			len(cols), rule.MaxCols)
	default:
		one.Chunk = b.perStatement(len(cols))
		out.Load, out.Why = &one, fmt.Sprintf("%d rows a statement: faster than row by row up to %d columns", one.Chunk,
			rule.MaxCols)
	}
	return out
}

// byInsert begins the reason for loads without COPY.
const byInsert = "INSERT … VALUES: "

// listed inserts rows that COPY does not take as :bulk does, or by each where that is a statement for each row.
func (a *Appender) listed(each *Values, refused string, one *Method) {
	if _, is := one.Bulk.Way.(*Lists); is {
		a.Load, a.Why = &Listed{one}, one.Bulk.Why+": no COPY alone: "+refused
		return
	}
	a.Load, a.Why = each, byInsert+refused+"; "+one.Bulk.Why
}

// registered has the rows come from a relation that is registered by its name.
func (r *Relation) registered(row *ir.Row, names string) {
	stored := make([]string, len(row.Fields))
	r.Made = make([]string, len(row.Fields))
	for i, f := range row.Fields {
		if stored[i] = typed(ir.Quote(f.Column), f.Type); !native[f.Type.Kind] {
			r.Made[i] = stored[i]
		}
	}
	r.SQL = r.Into + " SELECT " + strings.Join(stored, ", ") + " FROM " + Registered
	r.ByName = r.Into + " SELECT " + names + " FROM " + Registered
}

// perStatement is how many rows of so many columns go in one statement.
func (b *builder) perStatement(columns int) int {
	rule := b.target.Bulk
	return max(1, min(rule.Rows, cmp.Or(rule.Params, engine.Find(b.target.Engine).MaxParams)/columns))
}

// notCopied says why values of a kind do not go by COPY in binary format.
var notCopied = map[ir.Kind]string{
	ir.Other: "COPY in binary format has no representation of ",
	ir.Money: "how many digits a value has in binary format, and how it looks as text, depends on the server's " +
		"lc_monetary: ",
}

// copied loads rows by COPY where it has a representation of all values, or the columns of what travels as text are
// texts.
func (b *builder) copied(r *ir.Row, sql string, texts bool) (load *Copy, refused string) {
	for _, f := range r.Fields {
		for t := range f.Type.Parts {
			why, not := notCopied[t.Kind]
			if t.AsText() || t.Kind == ir.Other {
				why, not = notCopied[ir.Other], !texts || t.Spelled
			}
			if !not && b.target.Bulk.Builtin && !hasNumber(t) {
				why, not = "the driver does not know ", true
			}
			if not {
				return nil, why + t.SQL + " (" + f.Name.SQL + ")"
			}
		}
	}
	return &Copy{SQL: sql, From: b.target.Bulk.Copy}, ""
}

// hasNumber reports whether a type, or what it holds, has the same number on every server, as binary format wants it.
func hasNumber(t ir.Type) bool {
	if t.Extension != "" { // generated code writes it by itself
		return true
	}
	switch t.Kind {
	case ir.Struct, ir.TimeTZ: // pgx has no codec for the latter
		return false
	case ir.Range, ir.Multirange:
		return t.BuiltIn()
	case ir.Array:
		if innermost, depth := t.Innermost(); depth > 1 {
			return innermost.Elem.Override == nil
		}
		// Of a type that a schema makes the server does not compare the number.
		own := t.Elem.Kind == ir.Text || t.Elem.Kind == ir.Enum
		return own || t.Elem.BuiltIn() && t.Elem.Domain == nil && t.Elem.Kind != ir.Multirange
	}
	return true
}

// whole reports whether a row has every column of its table but for the generated ones, in the table's order.
func whole(a *ir.Appender) bool {
	var stored []string
	for _, c := range a.Table.Columns {
		if !c.Generated {
			stored = append(stored, c.Column)
		}
	}
	return slices.EqualFunc(stored, a.Row.Fields, func(name string, f ir.Field) bool { return name == f.Column })
}
