package duckdb

import (
	"encoding/json"
	"strings"
)

// asWritten15 has a plan as DuckDB 1.5 writes it, which is what is read here. DuckDB 2.0 writes the same operators with
// comparisons and conversions as functions, names as paths, and conditions of joins in one list. A plan of another form
// stays as it is: what is not known in it is found when it is read.
func asWritten15(text string) (plan15 string) {
	defer func() {
		if recover() != nil {
			plan15 = text
		}
	}()
	var plan any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&plan) != nil {
		return text
	}
	out, err := json.Marshal(rewritten(plan))
	if err != nil {
		return text
	}
	return string(out)
}

// rewritten rewrites from the leaves up.
func rewritten(v any) any {
	switch v := v.(type) {
	case []any:
		for i, x := range v {
			v[i] = rewritten(x)
		}
	case term:
		for key, x := range v {
			v[key] = rewritten(x)
		}
		outOfPaths(v)
		if v["id"] == "TUPLE" {
			v["id"] = "STRUCT" // whose fields have no names
		}
		kind, _ := v["type"].(string)
		if v["join_type"] != nil {
			predicates(v)
		} else if rewrite := rewrites[kind]; rewrite != nil && v["expression_class"] != nil {
			rewrite(v)
		}
	}
	return v
}

// outOfPaths takes names out of their paths: a function's last part, and all three of a table.
func outOfPaths(v term) {
	if path := pathOf(v["qname"]); len(path) > 0 {
		v["name"] = path[len(path)-1]
		delete(v, "qname")
	}
	if path := pathOf(v["qualified_name"]); len(path) == 3 {
		v["catalog"], v["schema"], v["table"] = path[0], path[1], path[2]
		delete(v, "qualified_name")
	}
}

func pathOf(name any) []any {
	of, _ := name.(term)
	return list(of["path"])
}

// predicates puts the conditions of a join that compare nothing of one side with the other where 1.5 has them.
func predicates(join term) {
	var compare, other []any
	for _, c := range list(join["conditions"]) {
		if c := c.(term); c["comparison"] == "INVALID" {
			other = append(other, c["left"])
		} else {
			compare = append(compare, c)
		}
	}
	if len(other) == 0 {
		return
	}
	join["conditions"], join["predicate"] = compare, other[0]
	if len(other) > 1 {
		join["predicate"] = term{"expression_class": "BOUND_CONJUNCTION", "type": "CONJUNCTION_AND", "children": other}
	}
}

// rewrites are of expressions, by their type.
var rewrites = map[string]func(term){
	"OPERATOR_CAST": func(e term) {
		data, _ := e["function_data"].(term)
		become(e, term{"expression_class": "BOUND_CAST", "type": e["type"], "child": list(e["children"])[0],
			"try_cast": isTrue(data["try_cast"]), "return_type": e["return_type"]})
	},
	"OPERATOR_NOT": func(e term) { // 1.5 turns the comparison
		if of := only(e["children"]); of["expression_class"] == "BOUND_COMPARISON" {
			become(e, term{"expression_class": "BOUND_COMPARISON", "type": negated[of["type"].(string)],
				"left": of["left"], "right": of["right"]})
		}
	},
	"WINDOW_LAG":  offsets,
	"WINDOW_LEAD": offsets,
}

func init() {
	for comparison := range turned {
		rewrites[comparison] = func(e term) {
			sides := list(e["children"])
			become(e, term{"expression_class": "BOUND_COMPARISON", "type": e["type"], "left": sides[0],
				"right": sides[1]})
		}
	}
}

// become makes another expression of one, with its name and place.
func become(e, by term) {
	for _, key := range []string{"alias", "query_location", "query_location_length"} {
		by[key] = e[key]
	}
	clear(e)
	for key, v := range by {
		e[key] = v
	}
}

// negated are comparisons and what NOT makes of them.
var negated = map[string]string{
	"COMPARE_EQUAL": "COMPARE_NOTEQUAL", "COMPARE_NOTEQUAL": "COMPARE_EQUAL",
	"COMPARE_LESSTHAN": "COMPARE_GREATERTHANOREQUALTO", "COMPARE_GREATERTHANOREQUALTO": "COMPARE_LESSTHAN",
	"COMPARE_GREATERTHAN": "COMPARE_LESSTHANOREQUALTO", "COMPARE_LESSTHANOREQUALTO": "COMPARE_GREATERTHAN",
	"COMPARE_DISTINCT_FROM": "COMPARE_NOT_DISTINCT_FROM", "COMPARE_NOT_DISTINCT_FROM": "COMPARE_DISTINCT_FROM",
}

// offsets takes out of the arguments of lag() and lead() how far, and what where there is no row.
func offsets(e term) {
	args := list(e["children"])
	for i, key := range []string{"offset_expr", "default_expr"} {
		if len(args) > i+1 {
			e[key] = args[i+1]
		}
	}
	e["children"] = args[:min(1, len(args))]
}
