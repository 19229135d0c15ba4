package duckdb

import (
	"fmt"
	"strings"
)

// shaped is a table expression that DuckDB has of its own.
func (g *queries) shaped(a string) (string, []qcol) {
	switch g.Rng.Intn(6) {
	case 0:
		return "above(" + g.Pick("0", "-1", "100") + ") AS " + a,
			[]qcol{{a + ".n", "i"}, {a + ".z", "t"}, {a + ".id", "i"}}
	case 1:
		return fmt.Sprintf("unnest(%s) AS %s(x)", g.Pick("[1, NULL]", "[1, 2]", "[]::INTEGER[]", "NULL::INTEGER[]"), a),
			[]qcol{{a + ".x", "i"}}
	case 2: // the values are at hand, and no row may have them
		if g.Chance(.3) {
			return "(PIVOT (SELECT (row_number() OVER ())::INTEGER AS id, unnest(['a', NULL]) AS s) ON s IN ('a', 'zz') USING count(*)::INTEGER GROUP BY id) AS " + a + "(x, y, z)",
				[]qcol{{a + ".x", "i"}, {a + ".y", "i"}, {a + ".z", "i"}}
		}
		return fmt.Sprintf("(PIVOT (SELECT id, s, n FROM ta) ON s IN ('a', 'zz') USING %s GROUP BY id) AS %s(x, y, z)",
				g.Pick("sum(n)::INTEGER", "count(*)::INTEGER", "max(n)"), a),
			[]qcol{{a + ".x", "i"}, {a + ".y", "i"}, {a + ".z", "i"}}
	case 3:
		return fmt.Sprintf("(SELECT * FROM (SELECT s, n, id FROM ta) UNPIVOT %s(v FOR k IN (n, id))) AS %s(x, y, z)",
			g.Pick("", "INCLUDE NULLS "), a), []qcol{{a + ".x", "t"}, {a + ".y", "t"}, {a + ".z", "i"}}
	case 4: // two levels of correlation
		return fmt.Sprintf("(SELECT o.id AS x, (SELECT %s FROM tb WHERE tb.aid = o.n AND tb.id IN (SELECT td.id FROM td WHERE td.a = tb.aid AND td.b %s o.z)) AS y FROM ta AS o) AS %s",
			g.Pick("max(tb.q)", "any_value(tb.q)", "coalesce(max(tb.q), o.z)", "string_agg(tb.q, o.s)"),
			g.Pick("=", "IS DISTINCT FROM"), a), []qcol{{a + ".x", "i"}, {a + ".y", "t"}}
	}
	return fmt.Sprintf("(SELECT o.id AS x, i.m AS y FROM ta AS o %s (SELECT %s AS m FROM tb WHERE tb.aid = o.n) AS i ON %s) AS %s", g.Pick("JOIN LATERAL", "LEFT JOIN LATERAL"),
			g.Pick("max(tb.id)", "count(*)::INTEGER", "tb.id", "o.id + tb.aid"), g.Pick("true", "true", "i.m > o.id"), a),
		[]qcol{{a + ".x", "i"}, {a + ".y", "i"}}
}

// withoutFrom is a query of no table, whose windows and lists stand side by side.
func (g *queries) withoutFrom() (string, []qcol) {
	var list []string
	var out []qcol
	for range 2 + g.Rng.Intn(3) {
		t := g.Pick("i", "t")
		x := map[string]string{"i": g.Pick("unnest("+g.expr(nil, "l", 1)+")", "lag(1) OVER ()", g.expr(nil, "i", 1)),
			"t": g.Pick("unnest(['a', NULL])", "unnest(['a', 'b'])", "lead('a') OVER ()", "max('a') OVER ()",
				g.expr(nil, "t", 1))}[t]
		if g.Chance(.3) {
			x, t = g.window(nil)
		}
		list, out = append(list, x), append(out, qcol{"", t})
	}
	return "SELECT " + strings.Join(list, ", "), out
}

// asof joins each row with the nearest one. DuckDB 1.5.5 does not come to an end with some FULL ones.
func (g *queries) asof(l string, lc []qcol, r string, rc []qcol) (string, []qcol) {
	return "(" + l + " ASOF " + g.Pick("", "LEFT ") + "JOIN " + r + " ON " + g.Of(lc, "t") + " = " + g.Of(rc, "t") +
			" AND " + g.Of(lc, "i") + g.Pick(" >= ", " > ", " <= ") + g.Of(rc, "i") + ")",
		append(append([]qcol{}, lc...), rc...)
}

// nested are expressions over lists, JSON, structs, maps and macros; "" where another expression is due.
func (g *queries) nested(cols []qcol, typ string, e func(string) string) string {
	p := func() string { return g.pred(cols, 1) }
	switch typ {
	case "l":
		return g.Pick("["+e("i")+", "+e("i")+"]", "list_filter("+e("l")+", lambda x: x > 0)",
			"list_transform("+e("l")+", lambda x: x + "+e("i")+")", "list_sort("+e("l")+")", e("l")+" || "+e("l"),
			"list_concat("+e("l")+", "+e("l")+")", "list_append("+e("l")+", "+e("i")+")", "list_distinct("+e("l")+")",
			e("l")+"[1:"+e("i")+"]", "coalesce("+e("l")+", [])",
			"(SELECT list("+g.Of(cols, "i")+"))", "ARRAY(SELECT n FROM ta)", "CASE WHEN "+p()+" THEN "+e("l")+" END",
			"map_keys(MAP {"+e("i")+": 1})", "CAST(range("+e("i")+" % 3) AS INTEGER[])",
			"try_cast("+e("t")+" AS INTEGER[])")
	case "j":
		return g.Pick("to_json("+e("i")+")", "to_json("+e("l")+")", "json_object('a', "+e("i")+")",
			"json_array("+e("t")+")", e("j")+" -> '$.a'", "json_extract("+e("j")+", '$[0]')",
			"coalesce("+e("j")+", 'null')",
			"CASE WHEN "+p()+" THEN "+e("j")+" ELSE '1'::JSON END", "json_merge_patch("+e("j")+", '{}')")
	case "s":
		return g.Pick("{'x': "+e("i")+", 'y': "+e("t")+"}", "struct_pack(x := "+e("i")+", y := "+e("t")+")",
			"CASE WHEN "+p()+" THEN "+e("s")+" END", "coalesce("+e("s")+", {'x': 0, 'y': ''})")
	case "i":
		if g.Chance(.25) {
			return g.Pick(e("l")+"["+e("i")+"]", "len("+e("l")+")::INTEGER", "list_sum("+e("l")+")::INTEGER",
				"list_max("+e("l")+")", e("s")+".x", "("+e("s")+")['x']", "struct_extract("+e("s")+", 'x')",
				"("+e("j")+" -> 'a')::INTEGER", "try_cast("+e("j")+" ->> 'a' AS INTEGER)",
				"json_array_length("+e("j")+")::INTEGER", "(MAP {1: "+e("i")+"})["+e("i")+"]",
				"list_position("+e("l")+", "+e("i")+")",
				"list_contains("+e("l")+", "+e("i")+")::INTEGER", "("+e("i")+" = ANY("+e("l")+"))::INTEGER",
				"("+e("i")+" IN (1, NULL))::INTEGER", "("+e("i")+" NOT IN (2, NULL))::INTEGER",
				"("+e("i")+" IN "+e("l")+")::INTEGER",
				"keep("+e("i")+", "+e("i")+")", "known("+e("i")+")", "known("+e("i")+", b := "+e("i")+")",
				"try("+e("t")+"::INTEGER)", "json_valid("+e("t")+")::INTEGER", "cardinality(MAP {1: 2})::INTEGER",
				"(hash("+e("i")+") % 7)::INTEGER")
		}
	case "t":
		if g.Chance(.25) {
			return g.Pick(e("s")+".y", e("j")+" ->> '$.a'", "json_type("+e("j")+")", e("j")+"::VARCHAR",
				"array_to_string("+e("l")+", ',')", e("l")+"::VARCHAR", e("s")+"::VARCHAR",
				"keep("+e("i")+", "+e("t")+")", "known("+e("t")+", b := 'k')",
				"json_extract_string("+e("j")+", '$.a')", "string_split("+e("t")+", 'a')[1]",
				"map_extract_value(MAP {'a': "+e("t")+"}, "+e("t")+")")
		}
	}
	return ""
}
