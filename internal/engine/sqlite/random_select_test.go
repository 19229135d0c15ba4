package sqlite

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

func (g *queries) query(d int, outer []qcol) (string, []qcol) {
	if d > 0 && g.Chance(.14) {
		if sql, cols, ok := g.compound(d); ok {
			return sql, cols
		}
	}
	f, cols := g.from(d)
	where := ""
	if g.Chance(.6) {
		where = " WHERE " + g.pred(cols, 2, outer)
	}
	if g.Chance(.25) {
		return g.grouped(f, where, cols)
	}
	var out []qcol
	var list []string
	for range 2 + g.Rng.Intn(4) {
		t := g.Pick("i", "t", "r", "i", "t")
		x := g.expr(cols, t, 2, outer)
		if g.Chance(.12) {
			x, t = g.window(cols)
		}
		list = append(list, x)
		out = append(out, qcol{"", t})
	}
	distinct := ""
	if g.Chance(.12) {
		distinct = "DISTINCT "
	}
	tail := ""
	if g.Chance(.25) {
		tail = " ORDER BY " + g.Of(cols, "i") + g.Pick("", " DESC")
		if distinct != "" {
			tail = " ORDER BY 1"
		}
		if g.Chance(.4) {
			tail += " LIMIT " + g.Pick("1", "5", g.param("i"))
		}
	}
	sql := "SELECT " + distinct + strings.Join(list, ", ") + " FROM " + f + where + tail
	if tail != "" {
		sql = "SELECT * FROM (" + sql + ")"
	}
	return sql, out
}

func (g *queries) compound(d int) (string, []qcol, bool) {
	a, ac := g.query(d-1, nil)
	for range 20 {
		mark := len(g.params)
		b, bc := g.query(d-1, nil)
		if enginetest.SameTypes(ac, bc) {
			return "SELECT * FROM (" + a + ") " + g.Pick("UNION ALL", "UNION", "INTERSECT", "EXCEPT") +
				" SELECT * FROM (" + b + ")", ac, true
		}
		g.params = g.params[:mark]
	}
	return a, ac, true
}

func (g *queries) window(cols []qcol) (string, string) {
	over := g.Pick("()", "(ORDER BY "+g.Of(cols, "i")+")",
		"(PARTITION BY "+g.Of(cols, "t")+" ORDER BY "+g.Of(cols, "i")+")",
		"(ORDER BY "+g.Of(cols, "i")+" ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
		"(ORDER BY "+g.Of(cols, "i")+" RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING)",
		"(ORDER BY "+g.Of(cols, "i")+" ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING)",
		"(ORDER BY "+g.Of(cols, "i")+" ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING)",
		"(ORDER BY "+g.Of(cols, "i")+" GROUPS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW)",
		"(ORDER BY "+g.Of(cols, "i")+" ROWS 2 PRECEDING)",
		"(ORDER BY "+g.Of(cols, "t")+" GROUPS BETWEEN CURRENT ROW AND 1 FOLLOWING)",
		"(ORDER BY "+g.Of(cols, "i")+" DESC ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING)",
		"(ORDER BY "+g.Of(cols, "i")+" RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)")
	t := "i"
	f := g.Pick("sum(%s)", "max(%s)", "count(%s)", "lag(%s, 1, 0)", "lead(%s)", "first_value(%s)", "last_value(%s)",
		"nth_value(%s, 2)", "min(%s)", "total")
	switch {
	case g.Chance(.25):
		f = g.Pick("row_number()", "rank()", "ntile(2)", "dense_rank()")
	case g.Chance(.1):
		f = "sum(" + g.Of(cols, "i") + ") FILTER (WHERE " + g.pred(cols, 0, nil) + ")"
	case g.Chance(.2):
		f, t = "group_concat("+g.Of(cols, "t")+")", "t"
	case f == "total":
		f, t = "total("+g.Of(cols, "i")+")", "r"
	default:
		f = fmt.Sprintf(f, g.Of(cols, "i"))
	}
	return "(" + f + " OVER " + over + ")", t
}

func (g *queries) aggregate(cols []qcol) (string, string) {
	switch g.Rng.Intn(15) {
	case 0:
		return "count(*)", "i"
	case 1:
		return "sum(" + g.expr(cols, "i", 1, nil) + ")", "i"
	case 2:
		return "max(" + g.Of(cols, "i") + ")", "i"
	case 3:
		return "min(" + g.expr(cols, "i", 1, nil) + ")", "i"
	case 4:
		return "count(" + g.Of(cols, "t") + ")", "i"
	case 5:
		return "sum(" + g.Of(cols, "i") + ") FILTER (WHERE " + g.pred(cols, 0, nil) + ")", "i"
	case 6:
		return "group_concat(" + g.Of(cols, "t") + g.Pick("", ", ''") + ")", "t"
	case 7:
		return "avg(" + g.Of(cols, g.Pick("i", "r")) + ")", "r"
	case 8:
		return "total(" + g.Of(cols, g.Pick("i", "r")) + ")", "r"
	case 9:
		return "json_group_array(" + g.Of(cols, "t") + ")", "t"
	case 11:
		return "group_concat(" + g.Of(cols, "t") + " ORDER BY " + g.Of(cols, "i") + ")", "t"
	case 12:
		return "json_group_object(" + g.Of(cols, "t") + ", " + g.Of(cols, "i") + ")", "t"
	case 13:
		return "count(DISTINCT " + g.Of(cols, "i") + ")", "i"
	case 10:
		return "sum(DISTINCT " + g.Of(cols, "i") + ")", "i"
	}
	return "max(" + g.Of(cols, "t") + ")", "t"
}

func (g *queries) grouped(f, where string, cols []qcol) (string, []qcol) {
	a, at := g.aggregate(cols)
	b, bt := g.aggregate(cols)
	k1, k2 := g.Of(cols, "i"), g.Of(cols, "t")
	if k1 == "1" || k2 == "'x'" || g.Chance(.25) {
		having := ""
		if g.Chance(.2) {
			having = " HAVING count(*) > 0"
		}
		return "SELECT " + a + ", " + b + " FROM " + f + where + having, []qcol{{"", at}, {"", bt}}
	}
	list := []string{k1, "coalesce(" + k2 + ", 'x')", k2, a, b,
		"CASE WHEN " + k1 + " IS NOT NULL THEN " + k1 + " ELSE count(*) END"}
	out := []qcol{{"", "i"}, {"", "t"}, {"", "t"}, {"", at}, {"", bt}, {"", "i"}}
	if g.Chance(.2) { // a bare column comes from the row of the one min or max, or from any
		list, out = append(list[:3], g.Pick("max(", "min(")+g.Of(cols, "i")+")", g.Of(cols, "t")),
			append(out[:3], qcol{"", "i"}, qcol{"", "t"})
	}
	having := ""
	if g.Chance(.3) {
		having = " HAVING " + g.Pick(k1+" IS NOT NULL", "count(*) > 1", k2+" IS NOT NULL AND "+k1+" > 0")
	}
	return "SELECT " + strings.Join(list, ", ") + " FROM " + f + where + " GROUP BY " + k1 + ", " + k2 + having, out
}

// change is an INSERT, UPDATE or DELETE with RETURNING.
func (g *queries) change() string {
	name := g.Pick("ta", "tb", "td", "te", "tc", "tf")
	cols := g.Columns(name, name)
	var sql string
	value := func(c qcol) string {
		switch {
		case g.Chance(.35):
			return g.param(c[1])
		case c[1] == "j":
			return g.Pick("'{}'", "NULL")
		}
		return g.expr(nil, c[1], 1, nil)
	}
	writable := func() (out []qcol) {
		for _, c := range cols {
			if n := c[0][strings.IndexByte(c[0], '.')+1:]; n != "g" && n != "h" &&
				(n != "id" || name == "tb" || g.Chance(.3)) && (n != "m" && n != "w" && n != "val") {
				out = append(out, qcol{n, c[1]})
			}
		}
		return out
	}
	switch g.Rng.Intn(6) {
	case 0, 1:
		var names, values []string
		for _, c := range writable() {
			names = append(names, c[0])
			values = append(values, value(c))
		}
		sql = "INSERT " + g.Pick("", "", "OR IGNORE ", "OR REPLACE ") + "INTO " + name + " (" +
			strings.Join(names, ", ") + ") VALUES (" + strings.Join(values, ", ") + ")"
		if key := map[string]string{"ta": "id", "td": "u", "te": "code", "tc": "k, v"}[name]; key != "" &&
			!strings.Contains(sql, " OR ") && g.Chance(.5) {
			w := writable()
			c := w[g.Rng.Intn(len(w))]
			sql += " ON CONFLICT (" + key + ") DO UPDATE SET " + c[0] + " = " +
				g.Pick("excluded."+c[0], value(c), "coalesce(excluded."+c[0]+", "+name+"."+c[0]+")")
		}
	case 2:
		f, fc := g.from(1)
		var names, values []string
		for _, c := range writable() {
			names = append(names, c[0])
			values = append(values, g.expr(fc, c[1], 1, nil))
		}
		sql = "INSERT OR IGNORE INTO " + name + " (" + strings.Join(names, ", ") + ") SELECT " +
			strings.Join(values, ", ") + " FROM " + f + " WHERE " + g.pred(fc, 1, nil)
	case 3, 4:
		var sets []string
		for _, c := range writable() {
			if g.Chance(.5) || len(sets) == 0 {
				sets = append(sets, c[0]+" = "+g.Pick(value(c), g.expr(cols, c[1], 1, nil),
					"coalesce("+value(c)+", "+c[0]+")"))
			}
		}
		from := ""
		all := cols
		if g.Chance(.3) {
			f, fc := g.table(0)
			from, all = " FROM "+f, append(append([]qcol{}, cols...), fc...)
		}
		sql = "UPDATE OR IGNORE " + name + " SET " + strings.Join(sets, ", ") + from
		if g.Chance(.6) {
			sql += " WHERE " + g.pred(all, 1, nil)
		}
	default:
		sql = "DELETE FROM " + name
		if g.Chance(.7) {
			sql += " WHERE " + g.pred(cols, 1, nil)
		}
	}
	list := []string{"*"}
	for range g.Rng.Intn(3) {
		t := g.Pick("i", "t", "r")
		list = append(list, g.expr(cols, t, 1, nil))
	}
	return sql + " RETURNING " + strings.Join(list, ", ")
}
