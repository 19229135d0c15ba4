package duckdb

import (
	"context"
	"slices"
)

// lookupRules decide whether one query for many rows of parameters finds what one for each of them does.
type lookupRules struct {
	session *session
	question
}

// tellWays are functions whose value depends on more than their arguments' values: on what these are called, or on how
// DuckDB runs the query.
var tellWays = namesOf("alias vector_type")

func (r *lookupRules) check(ctx context.Context) error {
	if len(r.From.Tables) == 0 {
		return &unlikeness{"it reads no table"}
	}
	conditions, err := r.conditions(r.From)
	if err != nil {
		return err
	}
	all := slices.Concat(conditions, r.Columns)
	for _, o := range r.Order {
		all = append(all, o["expression"].(term))
	}
	if err := (&setRules{session: r.session, meaning: meaning{Where: all}}).functions(ctx); err != nil {
		return err
	}
	told := ""
	for _, t := range all {
		walk(t, func(e term) {
			if name, _ := e["name"].(string); e["expression_class"] == "BOUND_FUNCTION" && tellWays[name] {
				told = name
			}
		})
	}
	if told != "" {
		return &unlikeness{"what " + told + "() returns depends on how the query is written or run"}
	}
	key := false
	for _, t := range r.From.Where {
		n, _ := equality(t)
		key = key || n > 0
	}
	if !key {
		return &unlikeness{"WHERE compares no column with a parameter by = alone"}
	}
	for _, t := range conditions {
		if n, _ := equality(t); n == 0 && !cannotFail(t) {
			return &unlikeness{"a condition might fail for a row that another condition leaves out"}
		}
	}
	return nil
}

// conditions are those of WHERE and of all joins; an unlikeness where a table is in another database.
func (r *lookupRules) conditions(j product) (all []term, err error) {
	all = slices.Clone(j.Where)
	for _, t := range j.Tables {
		switch t := t.(type) {
		case term:
			if t["catalog"] != own && t["catalog"] != temp {
				return nil, &unlikeness{t["table"].(string) + " is in another database"}
			}
		case outer:
			for _, part := range []product{t.Left, t.Right, t.On} {
				more, err := r.conditions(part)
				if err != nil {
					return nil, err
				}
				all = append(all, more...)
			}
		}
	}
	return all, nil
}
