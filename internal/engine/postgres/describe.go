package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

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
	proven := c.analyse(p, in.Params)
	d := &engine.Description{Fallback: proven.Fallback, Cursor: p.reads()}
	if d.Params, err = c.params(ctx, in.Params, p, proven); err != nil {
		return nil, err
	}
	d.Columns, err = c.columns(ctx, p, proven)
	return d, err
}

// analyse reads the statement's Query tree.
func (c *catalog) analyse(p *prepared, hints []engine.ParamHint) *querytree.Result {
	if p.tree == "" {
		return &querytree.Result{Fallback: "the server does not tell what it makes of a statement"}
	}
	q, err := querytree.Parse(p.tree)
	if err != nil {
		return &querytree.Result{Fallback: err.Error()}
	}
	said := make([]querytree.Said, len(hints))
	for i, h := range hints {
		said[i] = map[engine.Tri]querytree.Said{engine.Yes: querytree.SaidNull, engine.No: querytree.SaidNotNull}[h.Nullable]
	}
	return c.analysis.Analyze(q, said)
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
		id := typeID{f.DataTypeOID, f.TypeModifier}
		col := engine.Column{Name: f.Name, Nullable: true, Why: why}
		elems := true
		if i < len(proven.Columns) && len(p.Fields) == len(proven.Columns) {
			v := &proven.Columns[i]
			col.Nullable, col.Why, elems, col.Source = v.Nullable, v.Why, v.ElemNullable, c.ref(v.Source)
			if v.Type != 0 {
				id = typeID{v.Type, v.Mod}
			}
		}
		var err error
		if col.Type, err = c.typeOf(ctx, id); err != nil {
			return nil, err
		}
		col.Type.ElemNullable = col.Type.Kind == ir.Array && elems
		list = append(list, col)
	}
	return list, nil
}

// ref names a column.
func (c *catalog) ref(r querytree.ColumnRef) ir.ColumnRef {
	rel := c.relations[r.Rel]
	if rel == nil {
		return ir.ColumnRef{}
	}
	col := rel.column(r.Att)
	if col == nil {
		return ir.ColumnRef{}
	}
	return ir.ColumnRef{Schema: rel.schema, Table: rel.name, Column: col.name}
}

// params are what the statement takes: its type is the server's, and what the user says of NULL holds.
func (c *catalog) params(ctx context.Context, hints []engine.ParamHint, p *prepared, proven *querytree.Result) ([]engine.Param, error) {
	list := make([]engine.Param, len(hints))
	for i, h := range hints {
		d := &list[i]
		var err error
		if d.Type, err = c.typeOf(ctx, p.types[i]); err != nil {
			return nil, err
		}
		d.Stated, d.Why = p.stated[i], "not declared nullable"
		if i < len(proven.Params) {
			v := &proven.Params[i]
			d.Nullable, d.Why, d.Source = v.Nullable, v.Why, c.ref(v.Source)
			if d.Type.Kind == ir.Array && v.Stored {
				d.Type.ElemNullable = c.takesNullElements(v)
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

// takesNullElements tells whether a NULL in an array can be stored where the parameter goes: its elements one by one, or
// the array as a whole.
func (c *catalog) takesNullElements(v *querytree.Param) bool {
	rel := c.relations[v.Source.Rel]
	if rel == nil || !v.Elem {
		return true
	}
	col := rel.column(v.Source.Att)
	return col == nil || !col.notNull
}

// prepared is a statement that the server has analysed.
type prepared struct {
	*pgconn.StatementDescription
	tree   string
	types  []typeID // of the parameters
	stated []bool   // the user says the type, and the statement alone would not
}

// reads tells whether the statement does nothing but read, as a cursor that outlives its transaction must.
func (p *prepared) reads() bool {
	return strings.HasPrefix(p.tree, "{QUERY :commandType 1 ") && !flagged(p.tree, ":hasModifyingCTE") && !flagged(p.tree, ":hasForUpdate")
}

// flagged tells whether a flag is true anywhere in a tree, whose text is broken into lines at blanks.
func flagged(tree, name string) bool {
	for {
		_, rest, found := strings.Cut(tree, name)
		if !found {
			return false
		}
		if tree = rest; strings.HasPrefix(strings.TrimLeft(tree, " \n"), "true") {
			return true
		}
	}
}

// parse has the server analyse a statement whose parameters are of these types, 0 where it shall tell.
func (s *session) parse(ctx context.Context, sql string, params []uint32) (*prepared, error) {
	s.trees = s.trees[:0]
	d, err := s.conn.Prepare(ctx, "", sql, params)
	if err != nil {
		return nil, err
	}
	p := &prepared{StatementDescription: d}
	if n := len(s.trees); n > 0 {
		p.tree = s.trees[n-1]
	}
	return p, nil
}

// prepare analyses a statement. A type that the user declared holds; one that only the sample tells is taken where the
// server cannot do without.
func (s *session) prepare(ctx context.Context, in engine.Stmt) (*prepared, error) {
	declared := make([]typeID, len(in.Params))
	for i, h := range in.Params {
		if h.Type != "" {
			declared[i], _ = s.parseType(ctx, h.Type)
		}
	}
	given := make([]uint32, len(in.Params))
	p, err := s.parse(ctx, in.SQL, nil)
	alone := p
	again := false
	for i, t := range declared {
		if t.oid != 0 && (err != nil || i < len(p.ParamOIDs) && p.ParamOIDs[i] != t.oid) {
			given[i], again = t.oid, true
		}
	}
	if again {
		p, err = s.parse(ctx, in.SQL, given)
	}
	for err != nil && s.sampled(ctx, err, in.Params, given) {
		p, err = s.parse(ctx, in.SQL, given)
	}
	if err != nil {
		return nil, s.complaint(ctx, err, in)
	}
	if len(p.ParamOIDs) > len(in.Params) {
		return nil, &engine.Error{Msg: fmt.Sprintf("the statement has %d parameters, %d are known", len(p.ParamOIDs), len(in.Params)), Offset: -1}
	}
	if n := len(p.ParamOIDs); n < len(in.Params) {
		return nil, &engine.Error{Msg: "this statement takes no parameters", Offset: strings.Index(in.SQL, fmt.Sprintf("$%d", n+1)), Hint: takesNone}
	}
	p.types, p.stated = make([]typeID, len(in.Params)), make([]bool, len(in.Params))
	for i := range p.types {
		switch {
		case declared[i].oid != 0:
			p.types[i] = declared[i]
		default:
			p.types[i] = typeID{p.ParamOIDs[i], -1}
		}
		p.stated[i] = given[i] != 0 && (alone == nil || alone.ParamOIDs[i] != given[i])
	}
	return p, nil
}

// sampled gives parameters the types of their samples where the server's complaint is that it cannot tell them; false
// where there is nothing to give.
func (s *session) sampled(ctx context.Context, err error, hints []engine.ParamHint, given []uint32) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return false
	}
	from, to := 1, len(hints)
	switch pg.Code {
	case indeterminateType, ambiguousParameter:
		from = paramNumber(pg.Message)
		to = from
	case ambiguousFunction, undefinedFunction:
	default:
		return false
	}
	found := false
	for n := max(from, 1); n <= min(to, len(hints)); n++ {
		if given[n-1] != 0 || hints[n-1].Sample == "" {
			continue
		}
		d, err := s.conn.Prepare(ctx, "", "SELECT "+hints[n-1].Sample+"\n", nil)
		if err != nil || len(d.Fields) != 1 {
			continue
		}
		given[n-1], found = d.Fields[0].DataTypeOID, true
	}
	return found
}

// untyped tells whether the complaint is that nothing gives a parameter its type; details say that several do.
func untyped(pg *pgconn.PgError) bool {
	return pg.Code == indeterminateType || pg.Code == ambiguousParameter && pg.Detail == ""
}

// complaint is what the server has against a statement; of a parameter without a type, what to write.
func (s *session) complaint(ctx context.Context, err error, in engine.Stmt) error {
	e := s.explain(ctx, err, in.SQL, in.Params)
	var pg *pgconn.PgError
	var out *engine.Error
	if !errors.As(err, &pg) || !errors.As(e, &out) {
		return e
	}
	n := paramNumber(pg.Message)
	if untyped(pg) && n > 0 && n <= len(in.Params) {
		name := in.Params[n-1].Name
		out.Untyped = true
		out.Msg = "nothing in the statement tells the type of ${" + name + "}"
		out.Hint = fmt.Sprintf("write ${%s}::type, such as ${%[1]s}::text, give it a sample of that type (@set %[1]s = 1), or declare it in the annotation (params: {%[1]s: …})", name)
		if out.Offset < 0 {
			out.Offset = strings.Index(in.SQL, fmt.Sprintf("$%d", n))
		}
	}
	if pg.Code == ambiguousFunction && len(in.Params) > 0 {
		out.Hint = "write the type of a parameter: ${" + in.Params[0].Name + "}::type"
	}
	return out
}
