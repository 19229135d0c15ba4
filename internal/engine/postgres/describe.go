package postgres

import (
	"context"
	"fmt"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

// Describe lets the server analyse one statement.
func (s *session) Describe(ctx context.Context, in engine.Stmt) (*engine.Description, error) {
	if err := describable(in.SQL); err != nil {
		return nil, err
	}
	c, err := s.loaded(ctx)
	if err != nil {
		return nil, err
	}
	st, err := s.conn.Prepare(ctx, "", in.SQL, nil)
	if err != nil {
		return nil, s.explain(ctx, err, in.SQL, in.Params)
	}
	d := &engine.Description{}
	for i, oid := range st.ParamOIDs {
		p := engine.Param{Why: "not declared nullable"}
		if p.Type, err = c.typeOf(ctx, typeID{oid, -1}); err != nil {
			return nil, err
		}
		if in.Params[i].Nullable == engine.Yes {
			p.Nullable, p.Why = true, "declared nullable"
		}
		d.Params = append(d.Params, p)
	}
	if len(d.Params) != len(in.Params) {
		return nil, &engine.Error{Msg: fmt.Sprintf("the statement has %d parameters, %d are known", len(d.Params), len(in.Params)), Offset: -1}
	}
	for _, f := range st.Fields {
		col := engine.Column{Name: f.Name, Nullable: true}
		if col.Type, err = c.typeOf(ctx, typeID{f.DataTypeOID, f.TypeModifier}); err != nil {
			return nil, err
		}
		if r := c.relations[f.TableOID]; r != nil {
			if from := r.column(int16(f.TableAttributeNumber)); from != nil {
				col.Source = ir.ColumnRef{Schema: r.schema, Table: r.name, Column: from.name}
				col.Nullable = !from.notNull
				if from.typ.oid != f.DataTypeOID {
					col.Type, err = c.typeOf(ctx, from.typ)
				}
			}
		}
		d.Columns = append(d.Columns, col)
	}
	return d, err
}
