package duckdb

import (
	"context"
	"maps"
	"slices"

	"github.com/sqg-dev/sqg/internal/ir"
)

// last decides whether, of rows of parameters with one key, the last alone does what all of them do one after the
// other, and as many rows of the table count for each as for it. So it is where
//   - all of them find the same rows: nothing but their key decides that, and columns that stay as they are;
//   - what each writes is overwritten by the next: each column gets the value of a parameter, or the same from all;
//   - none fails where the last does not. A parameter has its column's type, so it can fail by a constraint alone:
//     NULL, of which Last says where it does, and others, which no such column may have.
//
// It is nil where that is not known.
func (r *setRules) last(ctx context.Context) (*ir.Last, error) {
	if len(r.key) == 0 || slices.ContainsFunc(r.Where, func(t term) bool { return !r.same(t) }) {
		return nil, nil
	}
	written := r.assigned()
	if r.Command == "LOGICAL_MERGE_INTO" && !r.replaces(written) {
		return nil, nil
	}
	strict, notNull, err := r.constraints(ctx)
	if err != nil {
		return nil, err
	}
	out := &ir.Last{}
	for _, column := range slices.Sorted(maps.Keys(written)) {
		value := written[column]
		if r.same(value) {
			continue
		}
		n := parameterOf(value)
		if n == 0 || strict[column] {
			return nil, nil
		}
		if notNull[column] && !slices.Contains(out.Needed, n) {
			out.Needed = append(out.Needed, n)
		}
	}
	if r.Command == "LOGICAL_MERGE_INTO" &&
		slices.ContainsFunc(r.Where, func(t term) bool { return !notNull[keyColumn(t)] }) {
		return nil, nil // no row finds that of NULL, so each is inserted
	}
	slices.Sort(out.Needed)
	return out, nil
}

// same reports whether an expression has the same value for all rows of a key, before and behind their changes.
func (r *setRules) same(t term) bool {
	written, same := r.assigned(), true
	walk(t, func(e term) {
		switch e["expression_class"] {
		case "COLUMN":
			if _, changes := written[e["name"].(string)]; changes {
				same = false
			}
		case "BOUND_PARAMETER":
			same = same && slices.Contains(r.key, parameterOf(e))
		}
	})
	return same
}

// replaces reports whether a row that is inserted is one that the next of its key finds, and is then what that would
// have inserted.
func (r *setRules) replaces(written map[string]term) bool {
	if len(r.Does) != 2 {
		return false
	}
	inserts := slices.IndexFunc(r.Does, func(a act) bool { return a.What == "MERGE_INSERT" })
	updates := slices.IndexFunc(r.Does, func(a act) bool { return a.What == "MERGE_UPDATE" })
	if inserts < 0 || updates < 0 || r.Does[inserts].If != nil || r.Does[updates].If != nil {
		return false
	}
	for _, t := range r.Where {
		if n, column := equality(t); n == 0 || !r.keeps(n, column) {
			return false
		}
	}
	of := r.Does[inserts].Sets
	for column, value := range of {
		if _, again := written[column]; !again && !r.same(value) {
			return false
		}
	}
	for column, value := range written {
		if of[column] == nil || said(of[column]) != said(value) {
			return false
		}
	}
	return true
}

func keyColumn(t term) string {
	_, column := equality(t)
	return column
}

// constraints are the columns of the table that NULL fails in, and those that another value may fail in.
func (r *setRules) constraints(ctx context.Context) (strict, notNull map[string]bool, err error) {
	strict, notNull = map[string]bool{}, map[string]bool{}
	err = r.session.each(ctx,
		"SELECT constraint_type, unnest(constraint_column_names) FROM duckdb_constraints() WHERE database_name = "+literal(r.Table.catalog)+
			" AND schema_name = "+literal(r.Table.schema)+" AND table_name = "+literal(r.Table.table), func(row row) {
			if row.text(0) == "NOT NULL" {
				notNull[row.text(1)] = true
			} else {
				strict[row.text(1)] = true
			}
		})
	return strict, notNull, err
}
