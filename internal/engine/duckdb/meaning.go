package duckdb

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// meaning is what a statement that changes one table does, free of how the plan arranges it: two statements of equal
// meanings do the same.
type meaning struct {
	Command string
	Table   ref
	Where   []term // conditions that all must hold
	Joined  string // how MERGE and ON CONFLICT join their source with the table; "" for others
	Unique  []term // what ON CONFLICT lets only one row of a statement have
	Does    []act
	Rewrite bool // rows are deleted and inserted again, which fails on indexes where a change in place would not
}

// act is one thing that a statement does to a row.
type act struct {
	When, What string // of MERGE: when, and what
	If         term
	Sets       map[string]term // by column
}

// term is a bound expression whose references are those to columns of the table and to parameters.
type term = map[string]any

// unfit is why a plan's meaning is not understood.
type unfit string

// meaningOf reads a plan. What it does not know it does not pass over.
func meaningOf(text string) (m meaning, err error) {
	plan, err := boundPlan(text)
	if err != nil {
		return m, err
	}
	defer unfitted(&err)
	r := &reader{}
	r.command(plan)
	slices.SortFunc(r.Where, func(a, b term) int { return strings.Compare(said(a), said(b)) })
	return r.meaning, nil
}

// boundPlan reads the plan of a statement.
func boundPlan(text string) (term, error) {
	var answer struct{ Plans []term }
	return oneOf(text, &answer, &answer.Plans)
}

// statementTree reads the syntax tree of a statement.
func statementTree(text string) (term, error) {
	var answer struct{ Statements []term }
	return oneOf(text, &answer, &answer.Statements)
}

// oneOf reads an answer in which there is one.
func oneOf(text string, answer any, list *[]term) (term, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(answer); err != nil {
		return nil, err
	}
	if len(*list) != 1 {
		return nil, &unlikeness{"DuckDB does not show the plan of the statement"}
	}
	return (*list)[0], nil
}

// unfitted makes of an unfit, and of a plan of another form, an unlikeness.
func unfitted(err *error) {
	if p := recover(); p != nil {
		u, ok := p.(unfit)
		if !ok {
			u = unfit(fmt.Sprint(p))
		}
		*err = &unlikeness{string(u)}
	}
}

// unlikeness is why a statement for many rows is not known to mean what one for each row means.
type unlikeness struct{ why string }

func (u *unlikeness) Error() string { return u.why }

func said(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

type reader struct {
	meaning
	scans int
}

func (r *reader) command(n term) {
	r.Command, _ = n["type"].(string)
	info, ok := n["table_info"].(term)
	if !ok {
		panic(unfit("it is no INSERT, UPDATE, DELETE or MERGE of one table"))
	}
	r.Table = ref{catalog: info["catalog"].(string), schema: info["schema"].(string), table: info["table"].(string)}
	r.Rewrite = isTrue(n["update_is_del_and_insert"])
	if isTrue(n["return_chunk"]) {
		panic(unfit("it returns rows"))
	}
	cols := r.operate(only(n["children"]))
	switch r.Command {
	case "LOGICAL_UPDATE":
		sets := map[string]term{}
		for i, at := range list(n["columns"]) {
			sets[columnAt(n, at)] = resolve(list(n["expressions"])[i], cols)
		}
		r.Does = []act{{Sets: sets}}
	case "LOGICAL_DELETE":
	case "LOGICAL_INSERT":
		if n["action_type"] != "THROW" {
			panic(unfit("it inserts OR REPLACE or OR IGNORE"))
		}
		r.Does = []act{{Sets: inserted(n, n["column_index_map"], cols)}}
	case "LOGICAL_MERGE_INTO":
		r.merge(n, cols)
	default:
		panic(unfit("its plan is " + r.Command))
	}
}

func (r *reader) merge(n term, cols []term) {
	for _, when := range list(n["actions"]) {
		for _, a := range list(when.(term)["value"]) {
			a := a.(term)
			one := act{When: when.(term)["key"].(string), What: a["action_type"].(string), Sets: map[string]term{}}
			if e, ok := a["condition"].(term); ok {
				one.If = resolve(e, cols)
			}
			values := make([]term, len(list(a["expressions"])))
			for i, e := range list(a["expressions"]) {
				values[i] = resolve(e, cols)
			}
			switch one.What {
			case "MERGE_UPDATE":
				for i, at := range list(a["columns"]) {
					one.Sets[columnAt(n, at)] = values[i]
				}
				r.Rewrite = r.Rewrite || isTrue(a["update_is_del_and_insert"])
			case "MERGE_INSERT":
				one.Sets = inserted(n, a["column_index_map"], values)
			case "MERGE_DELETE", "MERGE_DO_NOTHING":
			default:
				panic(unfit(one.What))
			}
			r.Does = append(r.Does, one)
		}
	}
}

// inserted are the values of a new row by column, defaults included.
func inserted(n term, by any, values []term) map[string]term {
	out := map[string]term{}
	of := list(by.(term)["internal_vector"])
	defaults := list(n["bound_defaults"])
	for at, name := range columnsOf(n) {
		from := uint64(at)
		if len(of) > 0 {
			from = number(of[at])
		}
		if from < uint64(len(values)) {
			out[name] = values[from]
		} else if at < len(defaults) {
			out[name] = resolve(defaults[at], nil)
		}
	}
	return out
}

// columnsOf are the names of the columns of the changed table that are stored.
func columnsOf(n term) (names []string) {
	for _, c := range list(n["table_info"].(term)["columns"].(term)["columns"]) {
		if c := c.(term); c["category"] != "GENERATED" {
			names = append(names, c["name"].(string))
		}
	}
	return names
}

func columnAt(n term, at any) string { return columnsOf(n)[number(at)] }

// noColumn is the one column of a query without FROM, which nothing refers to.
var noColumn = []term{{"type": "LOGICAL_DUMMY_SCAN"}}

// operate is an operator's output; conditions below are collected.
func (r *reader) operate(n term) []term {
	switch kind := n["type"].(string); kind {
	case "LOGICAL_DUMMY_SCAN":
		return noColumn
	case "LOGICAL_GET":
		return r.scan(n)
	case "LOGICAL_EXPRESSION_GET":
		rows := list(n["expressions"])
		if len(rows) != 1 {
			panic(unfit("VALUES has several rows"))
		}
		return resolveAll(rows[0], r.operate(only(n["children"])))
	case "LOGICAL_PROJECTION":
		return resolveAll(n["expressions"], r.operate(only(n["children"])))
	case "LOGICAL_FILTER":
		cols := r.operate(only(n["children"]))
		r.Where = append(r.Where, resolveAll(n["expressions"], cols)...)
		return mapped(cols, n["projection_map"])
	case "LOGICAL_CROSS_PRODUCT":
		children := list(n["children"])
		return append(r.operate(children[0].(term)), r.operate(children[1].(term))...)
	case "LOGICAL_DISTINCT":
		cols := r.operate(only(n["children"]))
		r.Unique = append(r.Unique, resolveAll(n["distinct_targets"], cols)...)
		return cols
	case "LOGICAL_COMPARISON_JOIN":
		return r.join(n)
	default:
		panic(unfit("its plan has " + kind))
	}
}

func (r *reader) join(n term) []term {
	if r.Joined != "" {
		panic(unfit("it joins more than one table"))
	}
	children := list(n["children"])
	left := r.operate(children[0].(term))
	if r.scans > 0 || len(r.Where) > 0 {
		panic(unfit("its source reads a table"))
	}
	right := r.operate(children[1].(term))
	if len(r.Where) > 0 {
		panic(unfit("it filters what it joins"))
	}
	r.Joined = n["join_type"].(string)
	for _, c := range list(n["conditions"]) {
		c := c.(term)
		if c["comparison"] == nil {
			panic(unfit("its join has another condition than comparisons"))
		}
		r.Where = append(r.Where, term{"expression_class": "BOUND_COMPARISON", "type": c["comparison"],
			"left": resolve(c["left"], left), "right": resolve(c["right"], right)})
	}
	if n["predicate"] != nil {
		panic(unfit("its join has another condition than comparisons"))
	}
	return append(mapped(left, n["left_projection_map"]), mapped(right, n["right_projection_map"])...)
}

// scan is the output of a scan of the changed table, and of no other.
func (r *reader) scan(n term) []term {
	r.scans++
	of, _ := n["function_data"].(term)
	if n["name"] != "seq_scan" || of == nil || r.scans > 1 {
		panic(unfit("it reads more than the table that it changes"))
	}
	if (ref{catalog: of["catalog"].(string), schema: of["schema"].(string), table: of["table"].(string)}) != r.Table {
		panic(unfit("it reads another table than it changes"))
	}
	return scanned(n)
}

// scanned are the columns that a scan returns.
func scanned(n term) []term {
	cols := make([]term, len(list(n["column_indexes"])))
	for i, index := range list(n["column_indexes"]) {
		at := number(index.(term)["index"])
		if len(list(index.(term)["child_indexes"])) > 0 {
			panic(unfit("it reads a part of a column"))
		}
		cols[i] = term{"expression_class": "COLUMN", "name": "rowid"}
		if at != rowID {
			cols[i]["name"] = list(n["names"])[at]
		}
		cols[i]["row"] = at == rowID
	}
	return mapped(cols, n["projection_ids"])
}

func mapped(cols []term, by any) []term {
	if len(list(by)) == 0 {
		return cols
	}
	out := make([]term, len(list(by)))
	for i, at := range list(by) {
		out[i] = cols[number(at)]
	}
	return out
}

func resolveAll(es any, cols []term) []term {
	out := make([]term, len(list(es)))
	for i, e := range list(es) {
		out[i] = resolve(e, cols)
	}
	return out
}

// written are the fields that say how an expression is written, or repeat what others say.
var written = map[string]bool{"alias": true, "query_location": true, "query_location_length": true,
	"parameter_data": true, "has_serialize": true}

// resolve puts columns where an expression refers to them.
func resolve(e any, cols []term) term {
	return resolved(e, cols).(term)
}

func resolved(v any, cols []term) any {
	switch v := v.(type) {
	case term:
		if v["expression_class"] == "BOUND_REF" {
			return cols[number(v["index"])]
		}
		out := term{}
		for key, value := range v {
			if !written[key] {
				out[key] = resolved(value, cols)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = resolved(v[i], cols)
		}
		return out
	}
	return v
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func only(v any) term {
	l := list(v)
	if len(l) != 1 {
		panic(unfit("its plan has several parts"))
	}
	return l[0].(term)
}

func number(v any) uint64 {
	var n uint64
	if _, err := fmt.Sscan(string(v.(json.Number)), &n); err != nil {
		panic(unfit(err.Error()))
	}
	return n
}

func isTrue(v any) bool { return v == true }
