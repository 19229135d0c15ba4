package postgres

import (
	"context"
	"slices"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
	"github.com/sqg-dev/sqg/internal/ir"
)

// tableKinds are the relations that take rows: tables, partitioned tables and foreign tables.
const tableKinds = "rpf"

// Tables lists the tables of the schema, in name order. Temporary ones are among them: a program makes its own again.
func (s *session) Tables(ctx context.Context) ([]*ir.Table, error) {
	c, err := s.loaded(ctx)
	if err != nil {
		return nil, err
	}
	var list []*ir.Table
	for _, r := range c.order {
		if strings.IndexByte(tableKinds, r.kind) < 0 {
			continue
		}
		t, err := c.table(ctx, r)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// viewKinds are views and materialized views.
const viewKinds = "vm"

// Views lists the views of the schema, in name order.
func (s *session) Views(ctx context.Context) (list []*ir.Table, err error) {
	c, err := s.loaded(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range c.order {
		if strings.IndexByte(viewKinds, r.kind) >= 0 {
			list = append(list, &ir.Table{Schema: r.schema, Name: ir.NewName(r.name), Hidden: !r.visible,
				Comment: r.comment, View: true})
		}
	}
	return list, nil
}

// noCopy says why COPY does not do what INSERT does.
func (r *relation) noCopy() string {
	switch {
	case r.rule != "":
		return "COPY does not run the table's rule " + r.rule
	case r.secured:
		return "the server refuses COPY for whom the table's row security holds"
	}
	return ""
}

func (c *catalog) table(ctx context.Context, r *relation) (*ir.Table, error) {
	t := &ir.Table{Schema: r.schema, Name: ir.NewName(r.name), Key: r.key, Foreign: r.foreign, Strict: true,
		Hidden: !r.visible, NoCopy: r.noCopy(), Comment: r.comment}
	for _, col := range r.columns {
		typ, err := c.typeOf(ctx, col.typ)
		if err != nil {
			return nil, err
		}
		typ = holding(typ, c.analysis.ElemNullable(querytree.ColumnRef{Rel: r.oid, Att: col.number}))
		why := r.name + "." + col.name + " is nullable"
		switch {
		case slices.Contains(r.key, col.name):
			why = "primary key of " + r.name
		case col.notNull:
			why = r.name + "." + col.name + " is NOT NULL"
		}
		t.Columns = append(t.Columns, ir.TableColumn{
			Field: ir.Field{Name: ir.NewName(col.name), Column: col.name, Type: typ, Nullable: !col.notNull, Why: why,
				Source: ir.ColumnRef{Schema: r.schema, Table: r.name, Column: col.name}},
			Identity: col.identity != 0 || col.serial, IdentityAlways: col.identity == 'a',
			Generated: col.generated, HasDefault: col.hasDefault && !col.generated,
			Default: col.expression, Comment: col.comment,
		})
	}
	return t, nil
}
