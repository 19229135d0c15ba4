package postgres

import (
	"context"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Describe lets the server analyse one statement, and reads what it made of it.
func (s *session) Describe(ctx context.Context, in engine.Stmt) (*engine.Description, error) {
	if err := describable(in.SQL); err != nil {
		return nil, err
	}
	c, err := s.loaded(ctx)
	if err != nil {
		return nil, err
	}
	p, err := s.prepare(ctx, in)
	if err != nil {
		return nil, err
	}
	if of := tellings.Of(dialect, in.SQL); of.Words != "" {
		return s.tells(ctx, c, in, p, of)
	}
	c.analysis.Assume(in.Finite)
	proven := c.analyse(p, in)
	sent, err := s.rows(ctx, c, in, p, proven)
	if err != nil {
		return nil, err
	}
	d := &engine.Description{Fallback: proven.Fallback, Counts: p.counts(), Cursor: p.reads(), Found: proven.Found,
		Single: proven.Single, Lacks: c.lacking(proven.Inserts), Edits: sent.edits, Kept: proven.Kept,
		Reads: proven.Reads}
	if d.Params, err = c.params(ctx, in.Params, p, proven); err != nil {
		return nil, err
	}
	if in.Many {
		if d.Set, err = s.many(ctx, sent.stmt, sent.p); err != nil {
			return nil, err
		}
		if len(sent.edits) > 0 && d.Set != nil && d.Set.Each != "" { // is it what is sent in other words?
			if d.Set, err = s.many(ctx, in, p); err != nil {
				return nil, err
			}
			if d.Set.Each == "" {
				d.Edits, sent.types = nil, nil
			}
		}
	}
	if p.returnsNothing() {
		d.Cursor = false
		return d, nil
	}
	if d.Columns, err = c.columns(ctx, p, proven); err != nil {
		return nil, err
	}
	for i, t := range sent.types {
		d.Columns[i].Type = t
	}
	return d, nil
}

// many is how a statement runs for many rows of parameters.
func (s *session) many(ctx context.Context, in engine.Stmt, p *prepared) (*engine.Set, error) {
	switch {
	case p.is("1"):
		return s.lookup(ctx, in, p)
	case len(p.Fields) == 0:
		return s.set(ctx, in, p)
	case p.counts():
		return s.returned(ctx, in, p)
	}
	return nil, nil
}

// tells describes such a statement: its parameters are those of the statement that it is about.
func (s *session) tells(ctx context.Context, c *catalog, in engine.Stmt, p *prepared,
	of engine.Telling) (*engine.Description, error) {
	d := of.Describe()
	for _, f := range p.Fields {
		typ, err := c.typeOf(ctx, typeID{oid: f.DataTypeOID, mod: f.TypeModifier})
		if err != nil {
			return nil, err
		}
		d.Columns = append(d.Columns, of.Column(f.Name, typ))
	}
	if of.Head == "" {
		return d, nil
	}
	about, err := s.Describe(ctx, of.About(dialect, in))
	if err != nil {
		return nil, err
	}
	d.Params = about.Params
	return d, nil
}

// lacking are the columns that take no NULL and have no default, and that new rows have no value for.
func (c *catalog) lacking(rows []querytree.NewRow) (list []ir.ColumnRef) {
	for _, row := range rows {
		rel := c.relations[row.Rel]
		if rel == nil {
			continue
		}
		for _, col := range rel.columns {
			if col.notNull && !col.hasDefault && !col.serial && !col.generated && col.identity == 0 &&
				!row.Given[col.number] {
				list = append(list, ir.ColumnRef{Schema: rel.schema, Table: rel.name, Column: col.name})
			}
		}
	}
	return list
}

// analyse reads the statement's Query tree.
func (c *catalog) analyse(p *prepared, in engine.Stmt) *querytree.Result {
	if p.tree == "" {
		return &querytree.Result{Fallback: "PostgreSQL does not show the tree of a statement"}
	}
	q, err := querytree.Parse(p.tree)
	if err != nil {
		return &querytree.Result{Fallback: "sqg cannot read what the server makes of it: " + err.Error()}
	}
	said := make([]querytree.Said, len(in.Params))
	for i, h := range in.Params {
		said[i] = map[engine.Tri]querytree.Said{engine.Yes: querytree.SaidNull,
			engine.No: querytree.SaidNotNull}[h.Nullable]
	}
	r := c.analysis.Analyze(q, said)
	if in.Reads {
		r.Reads = &ir.Reads{Why: c.analysis.Writes(q)}
	}
	return r
}

// columns are what the statement returns: named and counted as RowDescription does, which the drivers see, with the
// types of the tree, which knows domains.
func (c *catalog) columns(ctx context.Context, p *prepared, proven *querytree.Result) ([]engine.Column, error) {
	var list []engine.Column
	why := proven.Fallback
	if why == "" && len(p.Fields) != len(proven.Columns) {
		why = "the server's analysis has other columns than its answer"
	}
	for i, f := range p.Fields {
		id := typeID{oid: f.DataTypeOID, mod: f.TypeModifier}
		col := engine.Column{Name: f.Name, Nullable: true, Why: why}
		var err error
		elems := true
		if i < len(proven.Columns) && len(p.Fields) == len(proven.Columns) {
			v := &proven.Columns[i]
			col.Nullable, col.Why, elems, col.Source = v.Nullable, v.Why, v.ElemNullable, c.ref(v.Source)
			col.Sides, col.Inner = v.Sides, v.Inner
			if v.Type != 0 {
				id.oid = v.Type
			}
			if id.dims, err = c.dimensions(ctx, v.Source); err != nil {
				return nil, err
			}
		}
		if col.Type, err = c.typeOf(ctx, id); err != nil {
			return nil, err
		}
		col.Type = holding(col.Type, elems)
		list = append(list, col)
	}
	return list, nil
}

// ref names a column.
func (c *catalog) ref(r querytree.ColumnRef) ir.ColumnRef {
	col := c.column(r)
	if col == nil {
		return ir.ColumnRef{}
	}
	rel := c.relations[r.Rel]
	return ir.ColumnRef{Schema: rel.schema, Table: rel.name, Column: col.name}
}

// column is what a reference stands for, nil for none.
func (c *catalog) column(r querytree.ColumnRef) *column {
	if rel := c.relations[r.Rel]; rel != nil {
		return rel.column(r.Att)
	}
	return nil
}

// dimensions are those that a column, or its domain, is declared with. The server does not hold anyone to them.
func (c *catalog) dimensions(ctx context.Context, r querytree.ColumnRef) (int, error) {
	col := c.column(r)
	if col == nil {
		return 0, nil
	}
	t, err := c.typeOf(ctx, col.typ)
	_, depth := t.Innermost()
	return depth, err
}

// params are what the statement takes: its type is the server's, and what the user says of NULL holds.
func (c *catalog) params(ctx context.Context, hints []engine.ParamHint, p *prepared,
	proven *querytree.Result) ([]engine.Param, error) {
	list := make([]engine.Param, len(hints))
	for i, h := range hints {
		d := &list[i]
		id := p.types[i]
		var err error
		if i < len(proven.Params) && id.dims == 0 && !proven.Params[i].Elem {
			if id.dims, err = c.dimensions(ctx, proven.Params[i].Source); err != nil {
				return nil, err
			}
		}
		if d.Type, err = c.typeOf(ctx, id); err != nil {
			return nil, err
		}
		d.Stated, d.Why = p.stated[i], "not declared nullable"
		if i < len(proven.Params) {
			v := &proven.Params[i]
			d.Nullable, d.Why, d.Source = v.Nullable, v.Why, c.ref(v.Source)
			if col := c.column(v.Source); d.Type.Kind == ir.Unknown && col != nil && !v.Elem {
				// A record is whatever it is compared with.
				if d.Type, err = c.typeOf(ctx, col.typ); err != nil {
					return nil, err
				}
				d.Stated = true
			}
			d.NullElems = v.ElemNullable
			if h.Type == "" {
				if err := c.loses(ctx, d, v.Into); err != nil {
					return nil, err
				}
			}
		}
		switch h.Nullable {
		case engine.Yes:
			d.Nullable, d.Why = true, "declared nullable"
		case engine.No:
			d.Nullable, d.Why = false, "declared not null"
		}
	}
	return list, nil
}

// fractions are the kinds of numbers, and whether they have digits behind the point.
var fractions = map[ir.Kind]bool{ir.Int16: false, ir.Int32: false, ir.Int64: false, ir.Float32: true, ir.Float64: true,
	ir.Decimal: true}

// loses notes that a parameter's arithmetic goes to a column with digits that its type has not: the server takes
// ${p} / 100 for integers whatever it is stored into.
func (c *catalog) loses(ctx context.Context, p *engine.Param, into querytree.ColumnRef) error {
	col := c.column(into)
	if col == nil {
		return nil
	}
	t, err := c.typeOf(ctx, col.typ)
	if has, number := fractions[p.Type.Kind]; err == nil && number && !has && fractions[t.Kind] {
		ref := c.ref(into)
		p.Loses, p.Wider = ref.Table+"."+ref.Column+" ("+t.SQL+")", t.SQL
		if t.Kind == ir.Decimal {
			p.Wider = "numeric"
		}
	}
	return err
}
