package querytree

import (
	"fmt"
	"strings"
)

// query makes a SELECT or set operation.
func (g *queries) query(d int, outer []qcol) (string, []qcol) {
	tested, around := g.tested, g.outer
	g.tested, g.outer = nil, outer
	defer func() { g.tested, g.outer = tested, around }()
	if d > 0 && g.chance(.12) {
		a, ac := g.query(d-1, outer)
		for range 20 {
			b, bc := g.query(d-1, outer)
			if sameTypes(ac, bc) {
				return "(" + a + ") " + g.pick("UNION ALL", "UNION ALL", "UNION", "INTERSECT", "EXCEPT") + " (" + b + ")", ac
			}
		}
		return a, ac
	}
	f, cs := g.from(d)
	if g.chance(.12) {
		f, cs = g.using()
	}
	where := ""
	if g.chance(.6) {
		where = " WHERE " + g.pred(cs, 2, outer)
	}
	if where != "" && g.chance(.3) {
		where += " AND " + g.test(cs)
	}
	if g.chance(.25) {
		return g.grouped(f+where, cs)
	}
	return g.plain(f+where, cs, d, outer)
}

// simple shows what one condition proves of columns.
func (g *queries) simple() string {
	f, cs := g.table(1)
	where := " WHERE " + g.pred(cs, 0, nil)
	if g.chance(.3) {
		where = " WHERE NOT (" + g.pred(cs, 0, nil) + ")"
	}
	if g.chance(.4) { // the same expression twice
		x := g.expr(cs, g.pick("t", "i", "j"), 2, nil)
		where = " WHERE " + x + " IS NOT NULL" + g.pick("", " OR "+g.pred(cs, 0, nil), " AND "+g.pred(cs, 0, nil))
		if g.chance(.3) {
			return "SELECT max((" + x + ")::text), CASE WHEN max((" + x + ")::text) IS NOT NULL THEN max((" + x + ")::text) ELSE 'none' END, count(*) FROM " + f + g.pick("", where) + " HAVING " + g.pick("true", "max(("+x+")::text) > ''")
		}
		return "SELECT " + x + ", CASE WHEN " + x + " IS NULL THEN NULL ELSE " + x + " END, " + g.of(cs, "i") + " FROM " + f + where
	}
	return "SELECT " + g.of(cs, "i") + ", " + g.of(cs, "t") + ", " + g.of(cs, "i") + ", " + g.of(cs, "i") + " FROM " + f + where
}

func sameTypes(a, b []qcol) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].typ != b[i].typ {
			return false
		}
	}
	return true
}

func (g *queries) plain(from string, cs []qcol, d int, outer []qcol) (string, []qcol) {
	var sel []string
	var out []qcol
	series := g.chance(.06)
	for range 2 + g.rng.Intn(4) {
		typ := g.pick("i", "i", "t", "t", "i", "t", "f", "b", "a")
		x := g.expr(cs, typ, 2, outer)
		switch {
		case len(g.tested) > 0 && g.chance(.4):
			t := g.tested[g.rng.Intn(len(g.tested))]
			x, typ = t.name, t.typ
		case typ == "i" && g.chance(.15):
			x = g.window(cs)
		case typ == "i" && series:
			x = g.pick("generate_series(1, 2)", "unnest(ARRAY[1, 2, 3])", "unnest("+g.of(cs, "a")+")")
		}
		sel, out = append(sel, x), append(out, qcol{"", typ})
	}
	head := g.pick("", "", "", "", "", "DISTINCT ")
	if strings.Contains(strings.Join(sel, ""), "::json") {
		head = ""
	}
	tail := g.pick("", "", "", "", " LIMIT 3", " OFFSET 1")
	return "SELECT " + head + strings.Join(sel, ", ") + " FROM " + from + tail, out
}

// window is a window function of type integer.
func (g *queries) window(cs []qcol) string {
	frame := g.pick("", "", " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW", " ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING", " ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING",
		" ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW", " ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES", " GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE GROUP")
	over := " OVER (" + g.pick("", "PARTITION BY "+g.of(cs, "i")+" ") + "ORDER BY " + g.of(cs, "i") + frame + ")"
	i := g.of(cs, "i")
	return g.pick("sum("+i+")"+over+"::int", "max("+i+")"+over, "lag("+i+", 1, 0)"+over, "lead("+i+")"+over, "first_value("+i+")"+over, "last_value("+i+")"+over, "nth_value("+i+", 2)"+over,
		"row_number()"+over+"::int", "count("+i+")"+over+"::int", "ntile(2)"+over, "(max("+i+") FILTER (WHERE "+g.pred(cs, 1, nil)+")"+over+")", "cardinality(array_agg("+i+")"+over+")")
}

func (g *queries) aggregate(cs []qcol, typ string) string {
	i, t := g.expr(cs, "i", 1, nil), g.expr(cs, "t", 1, nil)
	filter := g.pick("", "", "", " FILTER (WHERE "+g.pred(cs, 1, nil)+")")
	if typ == "t" {
		return g.pick("max("+t+")", "min("+t+")", "string_agg("+t+", ',')", "jsonb_agg("+i+")", "json_object_agg('k', "+i+")", "JSON_ARRAYAGG("+i+")", "any_value("+t+")", "mode() WITHIN GROUP (ORDER BY "+t+")") + filter
	}
	if typ == "a" {
		return "array_agg(" + i + ")" + filter
	}
	return g.pick("count(*)", "sum("+i+")", "max("+i+")", "min("+i+")", "count("+t+")", "avg("+i+")", "bit_or("+i+")", "regr_count("+i+", "+i+")", "stddev("+i+")", "var_pop("+i+")",
		"percentile_disc(0.5) WITHIN GROUP (ORDER BY "+i+")", "bool_or("+i+" > 0)", "sum(DISTINCT "+i+")") + filter
}

func (g *queries) grouped(from string, cs []qcol) (string, []qcol) {
	agg := func(typ string) string {
		return map[string]string{"i": "(" + g.aggregate(cs, "i") + ")::text::varchar::text", "t": "(" + g.aggregate(cs, "t") + ")::text", "a": g.aggregate(cs, "a")}[typ]
	}
	k1, k2 := g.of(cs, "i"), g.of(cs, "t")
	if k1 == "1" || strings.HasPrefix(k2, "'") || g.chance(.25) {
		return "SELECT " + agg("i") + ", " + agg("t") + ", " + agg("a") + ", coalesce(" + agg("t") + ", 'none') FROM " + from + g.pick("", "", " HAVING count(*) > 1", " GROUP BY ()"), []qcol{{"", "t"}, {"", "t"}, {"", "a"}, {"", "t"}}
	}
	if g.chance(.3) {
		k2 = "coalesce(" + k2 + ", 'none')"
	}
	by := g.pick(k1+", "+k2, k1+", "+k2, "ROLLUP ("+k1+", "+k2+")", "GROUPING SETS (("+k1+"), ("+k2+"))", k1+", ROLLUP ("+k2+")", "CUBE ("+k1+", "+k2+")", "GROUPING SETS (("+k1+", "+k2+"), ("+k1+"))", "GROUPING SETS (("+k1+", "+k2+"), ())")
	having := g.pick("", "", "", " HAVING "+k1+" IS NOT NULL", " HAVING count(*) > 1", " HAVING "+k2+" > 'a'", " HAVING max("+g.of(cs, "i")+") > 0")
	sel := []string{k1, k2, "coalesce(" + k2 + ", 'y')", agg("i"), agg("t"), agg("a"),
		"CASE WHEN " + k1 + " IS NOT NULL THEN " + k1 + " ELSE grouping(" + k1 + ") END", "sum(count(*)) OVER ()::int", k1 + " + 1"}
	out := []qcol{{"", "i"}, {"", "t"}, {"", "t"}, {"", "t"}, {"", "t"}, {"", "a"}, {"", "i"}, {"", "i"}, {"", "i"}}
	return "SELECT " + strings.Join(sel, ", ") + " FROM " + from + " GROUP BY " + by + having, out
}

// writable are tables with the columns that statements assign.
var writable = []struct{ name, columns string }{
	{"ta", "id:i n:i s:t z:t"}, {"tb", "id:i aid:i q:t"}, {"td", "id:i a:i b:t"}, {"tt", "id:i x:t n:i"}, {"te", "id:i x:t"}, {"tp", "k:i v:t"}, {"ve", "id:i z:t n:i"},
}

// change makes an INSERT, UPDATE, DELETE or MERGE that returns something.
func (g *queries) change() string {
	w := writable[g.rng.Intn(len(writable))]
	cols := columnsOf(w.name, w.name)
	assigned := assignable(w.columns)
	switch k := g.rng.Intn(9); {
	case k < 3:
		return g.insert(w.name, assigned)
	case k < 6:
		return g.update(w.name, cols, assigned)
	case k == 6:
		using, more := "", []qcol(nil)
		if g.chance(.4) {
			a := g.alias()
			using, more = " USING tb AS "+a, columnsOf("tb", a)
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
		names = append(names, c.name)
	}
	from, fc := g.table(0)
	row := func(cs []qcol) string {
		var vals []string
		for i, c := range assigned {
			if i == 0 {
				vals = append(vals, g.pick("50", "51", "1", "1", "2"))
			} else {
				vals = append(vals, g.expr(cs, c.typ, 1, nil))
			}
		}
		return strings.Join(vals, ", ")
	}
	if g.chance(.3) && name != "tt" && name != "td" {
		names = names[:len(names)-1]
		assigned = assigned[:len(assigned)-1]
	}
	body := g.pick("VALUES ("+row(nil)+")", "VALUES ("+row(nil)+"), ("+row(nil)+")", "SELECT "+row(fc)+" FROM "+from+" LIMIT 1")
	conflict := ""
	if (name == "ta" || name == "td") && g.chance(.8) {
		last := assigned[len(assigned)-1]
		conflict = " ON CONFLICT (id) DO " + g.pick("NOTHING", "UPDATE SET "+last.name+" = NULL", "UPDATE SET "+last.name+" = "+g.pick("excluded."+last.name, g.expr(columnsOf(name, name), last.typ, 1, nil)))
	}
	return "INSERT INTO " + name + " (" + strings.Join(names, ", ") + ") " + body + conflict + g.returning(name, columnsOf(name, name))
}

func (g *queries) update(name string, cols, assigned []qcol) string {
	from, more := "", []qcol(nil)
	if g.chance(.4) {
		from, more = g.table(1)
		from = " FROM " + from
	}
	all := append(append([]qcol{}, cols...), more...)
	c := assigned[1+g.rng.Intn(len(assigned)-1)]
	set := c.name + " = " + g.expr(all, c.typ, 2, nil)
	if d := assigned[len(assigned)-1]; d != c && g.chance(.3) {
		set += ", " + d.name + " = " + g.expr(all, d.typ, 1, nil)
	}
	if x := g.expr(cols, "t", 1, nil); g.chance(.2) {
		return "UPDATE " + name + " SET " + set + from + " WHERE " + x + " IS NOT NULL RETURNING " + x + ", " + g.expr(all, "i", 1, nil)
	}
	where := g.pick(g.pred(all, 2, nil), name+"."+c.name+" IS NOT NULL", name+"."+c.name+" IS NOT NULL AND "+g.pred(all, 1, nil))
	return "UPDATE " + name + " SET " + set + from + " WHERE " + where + g.returning(name, all)
}

func (g *queries) merge() string {
	matched := g.pick("UPDATE SET z = s.q", "DELETE", "UPDATE SET z = 'm'", "DO NOTHING")
	also := g.pick("", " WHEN NOT MATCHED BY SOURCE THEN "+g.pick("UPDATE SET z = 'gone'", "DELETE", "UPDATE SET n = NULL"))
	missing := g.pick("", " WHEN NOT MATCHED THEN INSERT (id, s, z) VALUES (s.id, 'new', "+g.pick("s.q", "'i'", "NULL")+")")
	cond := g.pick("", " AND s.aid > 0")
	return "MERGE INTO ta USING (SELECT DISTINCT ON (id) id, aid, q FROM tb ORDER BY id) AS s ON s.id = ta.id WHEN MATCHED" + cond + " THEN " + matched + also + missing +
		g.returning("ta", append(columnsOf("ta", "ta"), qcol{"s.id", "i"}, qcol{"s.q", "t"}, qcol{"s.aid", "i"}))
}

func (g *queries) returning(name string, cols []qcol) string {
	var sel []string
	all := cols
	if g.version >= 18 {
		for _, c := range columnsOf(name, "old") {
			all = append(all, c, qcol{"new" + strings.TrimPrefix(c.name, "old"), c.typ})
		}
	}
	for range 2 + g.rng.Intn(3) {
		typ := g.pick("i", "t", "t")
		x := g.pick(g.of(cols, typ), g.of(all, typ), g.of(all, typ), g.expr(all, typ, 1, nil))
		if strings.Contains(x, "SELECT") && (strings.Contains(x, "new.") || strings.Contains(x, "old.")) {
			x = g.of(all, typ) // PostgreSQL 18.6 crashes on a subquery that reads the row that MERGE deletes or inserts
		}
		sel = append(sel, x)
	}
	return fmt.Sprintf(" RETURNING %s, %s", g.of(cols, "t"), strings.Join(sel, ", "))
}
