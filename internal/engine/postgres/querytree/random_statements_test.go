package querytree

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// query makes a SELECT or set operation.
func (g *queries) query(d int, outer []qcol) (string, []qcol) {
	tested, around := g.tested, g.outer
	g.tested, g.outer = nil, outer
	defer func() { g.tested, g.outer = tested, around }()
	if d > 0 && g.Chance(.12) {
		a, ac := g.query(d-1, outer)
		for range 20 {
			b, bc := g.query(d-1, outer)
			if enginetest.SameTypes(ac, bc) {
				return "(" + a + ") " + g.Pick("UNION ALL", "UNION ALL", "UNION", "INTERSECT", "EXCEPT") + " (" + b +
					")", ac
			}
		}
		return a, ac
	}
	f, cs := g.from(d)
	if g.Chance(.12) {
		f, cs = g.using()
	}
	where := ""
	if g.Chance(.6) {
		where = " WHERE " + g.pred(cs, 2, outer)
	}
	if where != "" && g.Chance(.3) {
		where += " AND " + g.test(cs)
	}
	if g.Chance(.25) {
		return g.grouped(f+where, cs)
	}
	return g.plain(f+where, cs, d, outer)
}

// simple shows what one condition proves of columns.
func (g *queries) simple() string {
	f, cs := g.table(1)
	where := " WHERE " + g.pred(cs, 0, nil)
	if g.Chance(.3) {
		where = " WHERE NOT (" + g.pred(cs, 0, nil) + ")"
	}
	if g.Chance(.4) { // the same expression twice
		x := g.expr(cs, g.Pick("t", "i", "j"), 2, nil)
		where = " WHERE " + x + " IS NOT NULL" + g.Pick("", " OR "+g.pred(cs, 0, nil), " AND "+g.pred(cs, 0, nil))
		if g.Chance(.3) {
			return "SELECT max((" + x + ")::text), CASE WHEN max((" + x + ")::text) IS NOT NULL THEN max((" + x +
				")::text) ELSE 'none' END, count(*) FROM " + f + g.Pick("", where) + " HAVING " +
				g.Pick("true", "max(("+x+")::text) > ''")
		}
		return "SELECT " + x + ", CASE WHEN " + x + " IS NULL THEN NULL ELSE " + x + " END, " + g.Of(cs, "i") +
			" FROM " + f + where
	}
	return "SELECT " + g.Of(cs, "i") + ", " + g.Of(cs, "t") + ", " + g.Of(cs, "i") + ", " + g.Of(cs, "i") + " FROM " +
		f + where
}

func (g *queries) plain(from string, cs []qcol, d int, outer []qcol) (string, []qcol) {
	var sel []string
	var out []qcol
	series := g.Chance(.06)
	for range 2 + g.Rng.Intn(4) {
		typ := g.Pick("i", "i", "t", "t", "i", "t", "f", "b", "a", "d")
		x := g.expr(cs, typ, 2, outer)
		switch {
		case g.Chance(.04):
			x, typ = g.Pick(g.inRange(cs), g.inRange(cs), "to_char("+g.Of(cs, "d")+", 'YYYY')",
				"("+g.Of(cs, "d")+"::time)::text"), "t"
		case len(g.tested) > 0 && g.Chance(.4):
			t := g.tested[g.Rng.Intn(len(g.tested))]
			x, typ = t[0], t[1]
		case typ == "i" && g.Chance(.15):
			x = g.window(cs)
		case typ == "i" && series:
			x = g.Pick("generate_series(1, 2)", "unnest(ARRAY[1, 2, 3])", "unnest("+g.Of(cs, "a")+")")
		}
		sel, out = append(sel, x), append(out, qcol{"", typ})
	}
	head := g.Pick("", "", "", "", "", "DISTINCT ")
	if strings.Contains(strings.Join(sel, ""), "::json") {
		head = ""
	}
	tail := g.Pick("", "", "", "", " LIMIT 3", " OFFSET 1")
	return "SELECT " + head + strings.Join(sel, ", ") + " FROM " + from + tail, out
}

// window is a window function of type integer.
func (g *queries) window(cs []qcol) string {
	frame := g.Pick("", "", " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW", " ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING",
		" ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING",
		" ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW",
		" ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES",
		" RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING", " RANGE BETWEEN 2 PRECEDING AND 1 PRECEDING",
		" GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP")
	over := " OVER (" + g.Pick("", "PARTITION BY "+g.Of(cs, "i")+" ") + "ORDER BY " + g.Of(cs, "i") + frame + ")"
	i := g.Of(cs, "i")
	return g.Pick("sum("+i+")"+over+"::int", "max("+i+")"+over, "lag("+i+", 1, 0)"+over, "lead("+i+")"+over,
		"first_value("+i+")"+over, "last_value("+i+")"+over, "nth_value("+i+", 2)"+over,
		"row_number()"+over+"::int", "count("+i+")"+over+"::int", "ntile(2)"+over,
		"(max("+i+") FILTER (WHERE "+g.pred(cs, 1, nil)+")"+over+")", "cardinality(array_agg("+i+")"+over+")")
}

func (g *queries) aggregate(cs []qcol, typ string) string {
	i, t := g.expr(cs, "i", 1, nil), g.expr(cs, "t", 1, nil)
	filter := g.Pick("", "", "", " FILTER (WHERE "+g.pred(cs, 1, nil)+")")
	if typ == "t" {
		return g.Pick("max("+t+")", "min("+t+")", "string_agg("+t+", ',')", "jsonb_agg("+i+")",
			"json_object_agg('k', "+i+")", "JSON_ARRAYAGG("+i+")", "any_value("+t+")",
			"mode() WITHIN GROUP (ORDER BY "+t+")") + filter
	}
	if typ == "a" {
		return "array_agg(" + i + ")" + filter
	}
	return g.Pick("count(*)", "sum("+i+")", "max("+i+")", "min("+i+")", "count("+t+")", "avg("+i+")", "bit_or("+i+")",
		"regr_count("+i+", "+i+")", "stddev("+i+")", "var_pop("+i+")",
		"percentile_disc(0.5) WITHIN GROUP (ORDER BY "+i+")", "bool_or("+i+" > 0)", "sum(DISTINCT "+i+")") + filter
}

func (g *queries) grouped(from string, cs []qcol) (string, []qcol) {
	agg := func(typ string) string {
		return map[string]string{"i": "(" + g.aggregate(cs, "i") + ")::text::varchar::text",
			"t": "(" + g.aggregate(cs, "t") + ")::text", "a": g.aggregate(cs, "a")}[typ]
	}
	k1, k2 := g.Of(cs, "i"), g.Of(cs, "t")
	if k1 == "1" || strings.HasPrefix(k2, "'") || g.Chance(.25) {
		return "SELECT " + agg("i") + ", " + agg("t") + ", " + agg("a") + ", coalesce(" + agg("t") + ", 'none') FROM " +
				from + g.Pick("", "", " HAVING count(*) > 1", " GROUP BY ()"),
			[]qcol{{"", "t"}, {"", "t"}, {"", "a"}, {"", "t"}}
	}
	if g.Chance(.3) {
		k2 = "coalesce(" + k2 + ", 'none')"
	}
	by := g.Pick(k1+", "+k2, k1+", "+k2, "ROLLUP ("+k1+", "+k2+")", "GROUPING SETS (("+k1+"), ("+k2+"))",
		k1+", ROLLUP ("+k2+")", "CUBE ("+k1+", "+k2+")", "GROUPING SETS (("+k1+", "+k2+"), ("+k1+"))",
		"GROUPING SETS (("+k1+", "+k2+"), ())")
	having := g.Pick("", "", "", " HAVING "+k1+" IS NOT NULL", " HAVING count(*) > 1", " HAVING "+k2+" > 'a'",
		" HAVING max("+g.Of(cs, "i")+") > 0")
	sel := []string{k1, k2, "coalesce(" + k2 + ", 'y')", agg("i"), agg("t"), agg("a"),
		"CASE WHEN " + k1 + " IS NOT NULL THEN " + k1 + " ELSE grouping(" + k1 + ") END", "sum(count(*)) OVER ()::int",
		k1 + " + 1"}
	out := []qcol{{"", "i"}, {"", "t"}, {"", "t"}, {"", "t"}, {"", "t"}, {"", "a"}, {"", "i"}, {"", "i"}, {"", "i"}}
	return "SELECT " + strings.Join(sel, ", ") + " FROM " + from + " GROUP BY " + by + having, out
}

// writable are tables with the columns that statements assign.
var writable = []struct{ name, columns string }{
	{"ta", "id:i n:i s:t z:t"}, {"tb", "id:i aid:i q:t"}, {"td", "id:i a:i b:t"}, {"tt", "id:i x:t n:i"},
	{"te", "id:i x:t"}, {"tp", "k:i v:t"}, {"ve", "id:i z:t n:i"}, {"tz", "id:i e:t a:t"},
}

// change makes an INSERT, UPDATE, DELETE or MERGE that returns something.
func (g *queries) change() string {
	w := writable[g.Rng.Intn(len(writable))]
	cols := g.Columns(w.name, w.name)
	assigned := assignable(w.columns)
	switch k := g.Rng.Intn(9); {
	case k < 3:
		return g.insert(w.name, assigned)
	case k < 6:
		return g.update(w.name, cols, assigned)
	case k == 6:
		using, more := "", []qcol(nil)
		if g.Chance(.4) {
			a := g.Alias()
			using, more = " USING tb AS "+a, g.Columns("tb", a)
		}
		all := append(append([]qcol{}, cols...), more...)
		return "DELETE FROM " + w.name + using + " WHERE " + g.pred(all, 2, nil) + g.returning(w.name, all)
	case g.version >= 17:
		return g.merge()
	}
	return "WITH c AS (" + g.update(w.name, cols, assigned) + ") SELECT * FROM c"
}

func assignable(columns string) (cols []qcol) {
	for _, f := range strings.Fields(columns) {
		c, t, _ := strings.Cut(f, ":")
		cols = append(cols, qcol{c, t})
	}
	return cols
}

func (g *queries) insert(name string, assigned []qcol) string {
	var names []string
	for _, c := range assigned {
		names = append(names, c[0])
	}
	from, fc := g.table(0)
	row := func(cs []qcol) string {
		var vals []string
		for i, c := range assigned {
			if i == 0 {
				vals = append(vals, g.Pick("50", "51", "1", "1", "2"))
			} else {
				vals = append(vals, g.expr(cs, c[1], 1, nil))
			}
		}
		return strings.Join(vals, ", ")
	}
	if g.Chance(.3) && name != "tt" && name != "td" {
		names = names[:len(names)-1]
		assigned = assigned[:len(assigned)-1]
	}
	body := g.Pick("VALUES ("+row(nil)+")", "VALUES ("+row(nil)+"), ("+row(nil)+")",
		"SELECT "+row(fc)+" FROM "+from+" LIMIT 1")
	conflict := ""
	if (name == "ta" || name == "td") && g.Chance(.8) {
		last := assigned[len(assigned)-1]
		conflict = " ON CONFLICT (id) DO " +
			g.Pick("NOTHING", "UPDATE SET "+last[0]+" = NULL",
				"UPDATE SET "+last[0]+" = "+g.Pick("excluded."+last[0], g.expr(g.Columns(name, name), last[1], 1, nil)))
	}
	return "INSERT INTO " + name + " (" + strings.Join(names, ", ") + ") " + body + conflict +
		g.returning(name, g.Columns(name, name))
}

func (g *queries) update(name string, cols, assigned []qcol) string {
	from, more := "", []qcol(nil)
	if g.Chance(.4) {
		from, more = g.table(1)
		from = " FROM " + from
	}
	all := append(append([]qcol{}, cols...), more...)
	c := assigned[1+g.Rng.Intn(len(assigned)-1)]
	set := c[0] + " = " + g.expr(all, c[1], 2, nil)
	if d := assigned[len(assigned)-1]; d != c && g.Chance(.3) {
		set += ", " + d[0] + " = " + g.expr(all, d[1], 1, nil)
	}
	if x := g.expr(cols, "t", 1, nil); g.Chance(.2) {
		return "UPDATE " + name + " SET " + set + from + " WHERE " + x + " IS NOT NULL RETURNING " + x + ", " +
			g.expr(all, "i", 1, nil)
	}
	where := g.Pick(g.pred(all, 2, nil), name+"."+c[0]+" IS NOT NULL",
		name+"."+c[0]+" IS NOT NULL AND "+g.pred(all, 1, nil))
	return "UPDATE " + name + " SET " + set + from + " WHERE " + where + g.returning(name, all)
}

func (g *queries) merge() string {
	matched := g.Pick("UPDATE SET z = s.q", "DELETE", "UPDATE SET z = 'm'", "DO NOTHING")
	also := g.Pick("", " WHEN NOT MATCHED BY SOURCE THEN "+g.Pick("UPDATE SET z = 'gone'", "DELETE",
		"UPDATE SET n = NULL"))
	missing := g.Pick("", " WHEN NOT MATCHED THEN INSERT (id, s, z) VALUES (s.id, 'new', "+g.Pick("s.q", "'i'",
		"NULL")+")")
	cond := g.Pick("", " AND s.aid > 0")
	return "MERGE INTO ta USING (SELECT DISTINCT ON (id) id, aid, q FROM tb ORDER BY id) AS s ON s.id = ta.id WHEN MATCHED" + cond + " THEN " + matched + also + missing +
		g.returning("ta", append(g.Columns("ta", "ta"), qcol{"s.id", "i"}, qcol{"s.q", "t"}, qcol{"s.aid", "i"}))
}

func (g *queries) returning(name string, cols []qcol) string {
	var sel []string
	all := cols
	if g.version >= 18 {
		for _, c := range g.Columns(name, "old") {
			all = append(all, c, qcol{"new" + strings.TrimPrefix(c[0], "old"), c[1]})
		}
	}
	for range 2 + g.Rng.Intn(3) {
		typ := g.Pick("i", "t", "t")
		x := g.Pick(g.Of(cols, typ), g.Of(all, typ), g.Of(all, typ), g.expr(all, typ, 1, nil))
		if strings.Contains(x, "SELECT") && (strings.Contains(x, "new.") || strings.Contains(x, "old.")) {
			x = g.Of(all, typ) // PostgreSQL 18.6 crashes on a subquery that reads the row that MERGE deletes or inserts
		}
		sel = append(sel, x)
	}
	return fmt.Sprintf(" RETURNING %s, %s", g.Of(cols, "t"), strings.Join(sel, ", "))
}
