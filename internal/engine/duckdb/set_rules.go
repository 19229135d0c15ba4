package duckdb

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// setRules decide whether one statement for many rows of parameters means what one for each of them means, in their
// order. Rows of one key are never in one statement: those that are there see nothing of each other.
type setRules struct {
	session *session
	meaning
	key []int // numbers of the parameters of which rows that can meet have the same; none where no two can
}

func (r *setRules) check(ctx context.Context) error {
	if r.Table.catalog != own && r.Table.catalog != temp {
		return &unlikeness{r.Table.table + " is in another database"}
	}
	if r.Rewrite {
		return &unlikeness{"DuckDB deletes changed rows of " + r.Table.table +
			" and inserts them again, which its indexes may refuse inside of a statement"}
	}
	if err := r.functions(ctx); err != nil {
		return err
	}
	if err := r.references(ctx); err != nil {
		return err
	}
	switch r.Command {
	case "LOGICAL_INSERT":
		return nil
	case "LOGICAL_MERGE_INTO":
		return r.merged()
	}
	return r.changed()
}

// assumes says why that means the same, for people.
func (r *setRules) assumes(last bool) []string {
	alone := "rows of parameters with different keys change different rows of the table, and see nothing of each other"
	switch {
	case r.Command == "LOGICAL_INSERT":
		return []string{"rows are inserted in their order, and meet only where an index refuses the later one"}
	case len(r.key) == 0:
		return []string{"a row is deleted once, whichever row of parameters finds it first"}
	}
	if last {
		return []string{alone,
			"rows of one key find the same rows of the table, and each overwrites what those before it wrote: the last is run, and counts for all"}
	}
	return []string{alone, "rows of one key are in statements one after the other, in their order"}
}

// terms yields all expressions.
func (r *setRules) terms(yield func(term) bool) {
	all := slices.Concat(r.Where, r.Unique)
	for _, a := range r.Does {
		all = append(all, slices.Collect(maps.Values(a.Sets))...)
		if a.If != nil {
			all = append(all, a.If)
		}
	}
	for _, t := range all {
		if !yield(t) {
			return
		}
	}
}

// walk visits an expression and all within it.
func walk(v any, visit func(term)) {
	switch v := v.(type) {
	case term:
		if v["expression_class"] != nil {
			visit(v)
		}
		for _, value := range v {
			walk(value, visit)
		}
	case []any:
		for _, value := range v {
			walk(value, visit)
		}
	}
}

// plainClasses are the classes of expressions whose value depends on nothing but what stands in them.
var plainClasses = map[string]bool{"COLUMN": true, "BOUND_PARAMETER": true, "BOUND_CONSTANT": true, "BOUND_CAST": true,
	"BOUND_COMPARISON":  true,
	"BOUND_CONJUNCTION": true, "BOUND_OPERATOR": true, "BOUND_CASE": true, "BOUND_BETWEEN": true,
	"BOUND_FUNCTION": true}

// functions refuses those that may return something else for each row. Those that return one value for a transaction
// do so in either way.
func (r *setRules) functions(ctx context.Context) error {
	called := map[string]bool{}
	unknown := ""
	for t := range r.terms {
		walk(t, func(e term) {
			class := e["expression_class"].(string)
			if !plainClasses[class] {
				unknown = class
			}
			if class == "BOUND_FUNCTION" {
				called[e["name"].(string)] = true
			}
			if e["row"] == true && e["name"] == "rowid" {
				unknown = "the number of a row"
			}
		})
	}
	if unknown != "" {
		return &unlikeness{"it has " + unknown}
	}
	names := slices.Sorted(maps.Keys(called))
	for i, n := range names {
		names[i] = literal(n)
	}
	volatile := ""
	err := r.session.each(ctx,
		"SELECT DISTINCT function_name FROM duckdb_functions() WHERE stability = 'VOLATILE' AND function_name IN ("+
			strings.Join(append(names, "''"), ", ")+") ORDER BY 1", func(r row) { volatile = r.text(0) })
	if volatile != "" {
		return &unlikeness{"the function " + volatile + " may return something else for each row"}
	}
	return err
}

// references refuses a table that refers to itself: what a foreign key allows would depend on the order of rows.
func (r *setRules) references(ctx context.Context) error {
	itself := false
	err := r.session.each(ctx,
		"SELECT 1 FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY' AND database_name = "+literal(r.Table.catalog)+
			" AND schema_name = "+literal(r.Table.schema)+" AND table_name = "+literal(r.Table.table)+" AND referenced_table = table_name",
		func(row) { itself = true })
	if itself {
		return &unlikeness{r.Table.table + " refers to itself by a foreign key"}
	}
	return err
}

// changed finds the key of an UPDATE, and what DELETE is joined by.
func (r *setRules) changed() error {
	for _, t := range r.Where {
		n, column := equality(t)
		if n == 0 {
			if !cannotFail(t) {
				return &unlikeness{"a condition of WHERE might fail for a row that another condition leaves out"}
			}
			continue
		}
		if _, assigned := r.assigned()[column]; !assigned && !slices.Contains(r.key, n) {
			r.key = append(r.key, n)
		}
	}
	if len(r.key) == 0 {
		return &unlikeness{"WHERE compares no column that stays as it is with a parameter by = alone"}
	}
	if r.Command == "LOGICAL_DELETE" {
		r.key = nil
	}
	slices.Sort(r.key)
	return nil
}

func (r *setRules) assigned() map[string]term {
	all := map[string]term{}
	for _, a := range r.Does {
		if a.What == "" || a.What == "MERGE_UPDATE" {
			maps.Copy(all, a.Sets)
		}
	}
	return all
}

// merged finds the key of MERGE and ON CONFLICT: what is compared with a column that no action changes, and that a new
// row has in that column.
func (r *setRules) merged() error {
	if r.Joined != "LEFT" && r.Joined != "INNER" {
		return &unlikeness{"it does something with rows that the source does not have"}
	}
	for _, t := range r.Where {
		n, column := equality(t)
		if n == 0 {
			if !cannotFail(t) {
				return &unlikeness{"a condition of ON might fail for a row that another condition leaves out"}
			}
			continue
		}
		if _, assigned := r.assigned()[column]; !assigned && r.keeps(n, column) && !slices.Contains(r.key, n) {
			r.key = append(r.key, n)
		}
	}
	for _, a := range r.Does {
		if a.When == "WHEN_NOT_MATCHED_BY_SOURCE" {
			return &unlikeness{"it does something with rows that the source does not have"}
		}
	}
	if len(r.key) == 0 {
		return &unlikeness{"no column that stays as it is is compared with a parameter by = alone"}
	}
	slices.Sort(r.key)
	return nil
}

// keeps reports whether new rows have a parameter's value in a column.
func (r *setRules) keeps(n int, column string) bool {
	for _, a := range r.Does {
		if a.What == "MERGE_INSERT" && parameterOf(a.Sets[column]) != n {
			return false
		}
	}
	return true
}

// parameterOf is the number of the parameter that an expression is; 0 for any other.
func parameterOf(t term) int {
	if t["expression_class"] != "BOUND_PARAMETER" {
		return 0
	}
	n, _ := strconv.Atoi(t["identifier"].(string))
	return n
}

// equality is the parameter and the column of a condition that compares them; 0 for any other.
func equality(t term) (param int, column string) {
	if t["expression_class"] != "BOUND_COMPARISON" || t["type"] != "COMPARE_EQUAL" {
		return 0, ""
	}
	left, right := t["left"].(term), t["right"].(term)
	if parameterOf(left) > 0 {
		left, right = right, left
	}
	if left["expression_class"] != "COLUMN" {
		return 0, ""
	}
	return parameterOf(right), left["name"].(string)
}

// neverFail are functions that have a value for whatever they are given.
var neverFail = namesOf("lower upper length ~~ !~~ ~~* !~~* contains starts_with ends_with prefix suffix trim ltrim rtrim ||")

// cannotFail reports whether an expression has a value for whatever stands in it. Other conditions may decide for
// which rows it is computed.
func cannotFail(t term) bool {
	ok := true
	walk(t, func(e term) {
		switch e["expression_class"] {
		case "BOUND_CAST":
			child, _ := e["child"].(term)
			ok = ok && child["expression_class"] == "BOUND_CONSTANT"
		case "BOUND_FUNCTION":
			ok = ok && neverFail[e["name"].(string)]
		}
	})
	return ok
}
