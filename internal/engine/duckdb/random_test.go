package duckdb

import (
	"fmt"
	"math/rand"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// randomSchema has what the analysis treats in ways of its own.
const randomSchema = `
CREATE TABLE ta (id INTEGER PRIMARY KEY, n INTEGER, s VARCHAR NOT NULL, z VARCHAR, r DOUBLE, l INTEGER[]);
CREATE TABLE tb (id INTEGER NOT NULL, aid INTEGER, q VARCHAR, d DOUBLE NOT NULL);
CREATE TABLE tc (k VARCHAR, v INTEGER NOT NULL, w BOOLEAN, m DECIMAL(10,2), seen TIMESTAMP NOT NULL, PRIMARY KEY (k, v));
CREATE TABLE td (id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b VARCHAR, j JSON, st STRUCT(x INTEGER, y VARCHAR), g INTEGER GENERATED ALWAYS AS (a + 1));
CREATE MACRO keep(a, b) AS CASE WHEN a > 0 THEN b END;
CREATE MACRO known(a, b := 1) AS coalesce(a, b);
CREATE MACRO above(low) AS TABLE SELECT n, z, id FROM ta WHERE n > low;
CREATE VIEW va AS SELECT ta.id, ta.s, tb.q, tb.d FROM ta LEFT JOIN tb ON tb.aid = ta.id;
CREATE VIEW vb AS SELECT n, count(*) AS c, max(z) AS top FROM ta GROUP BY n;
CREATE VIEW vc AS SELECT id, s AS x FROM ta UNION ALL SELECT id, q FROM tb;
CREATE TABLE tm (a INTEGER NOT NULL, v INTEGER GENERATED ALWAYS AS (a + 1), t VARCHAR, u VARCHAR);
CREATE VIEW vd AS SELECT a.id AS i, b.z, c.b AS y FROM ta AS a LEFT JOIN ta AS b ON b.n = a.id LEFT JOIN td AS c ON c.id = b.n AND c.b > 'a';
`

// randomStates are contents that each bring out other NULLs.
var randomStates = []string{
	``,
	`INSERT INTO ta VALUES (1,1,'a','abc',1.5,[1,NULL]),(2,NULL,'b',NULL,NULL,NULL); INSERT INTO tb VALUES (1,1,'a',1.0),(3,NULL,NULL,2.5);
	 INSERT INTO tc VALUES ('a',1,true,2.5,'2020-01-01'),('b',2,NULL,NULL,'2021-01-01'); INSERT INTO td VALUES (1,1,'a','{"a":1}',{'x':1,'y':NULL}),(2,0,NULL,NULL,NULL);`,
	`INSERT INTO ta VALUES (0,NULL,'',NULL,'inf',[]),(1,0,'ab','a','-inf',[0]); INSERT INTO tb VALUES (1,7,NULL,'inf'),(1,1,'ax','-inf'),(2,2,NULL,0.0);
	 INSERT INTO tc VALUES ('',0,false,0,'infinity'); INSERT INTO td VALUES (3,2,'','[1,null]',{'x':NULL,'y':'s'});`,
	`INSERT INTO ta VALUES (5,NULL,'',NULL,NULL,[NULL]); INSERT INTO tb VALUES (9,NULL,NULL,-1.5); INSERT INTO tm VALUES (1,NULL,NULL),(2,'a',NULL); INSERT INTO td VALUES (5,5,NULL,'null',NULL);`,
	`INSERT INTO tb VALUES (1,NULL,NULL,0.0),(0,1,'ab',3.0); INSERT INTO tc VALUES ('x',7,NULL,1,'2020-02-02');`,
	`INSERT INTO ta VALUES (1,1,'a',NULL,0.0,[1]),(2,1,'ab','a',2.0,[2]),(3,2,'','ab','nan',NULL),(4,99,'q','a',1.0,[]); INSERT INTO tb VALUES (2,1,'ab',1.0);
	 INSERT INTO tc VALUES ('a',1,true,NULL,'2020-01-01'),('c',2,true,1.5,'2020-01-03'); INSERT INTO td VALUES (1,1,'ab','{"a":null,"b":[]}',{'x':1,'y':'y'}),(2,2,NULL,'[]',NULL),(7,2,'z','"s"',NULL);`,
	// The ends: many statements fail by overflow.
	`INSERT INTO ta VALUES (2147483647,-2147483648,'','','nan',[2147483647]),(-2147483648,2147483647,'z',NULL,'-inf',NULL); INSERT INTO tb VALUES (2147483647,2147483647,NULL,'nan'),(-2147483648,NULL,'','-inf');
	 INSERT INTO tc VALUES ('a',2147483647,true,-99999999.99,'-infinity'),('a',-2147483648,NULL,99999999.99,'294247-01-10 04:00:54.775806'); INSERT INTO td VALUES (2147483647,-2147483648,'a','9223372036854775808',{'x':2147483647,'y':''});`,
}

// queries generates statements. Column types: i integer, t text, r double, d timestamp, l list of integers, j JSON, s a
// struct of x and y.
type queries struct {
	enginetest.Queries
}

func newQueries(seed int64) *queries {
	return &queries{Queries: enginetest.Queries{Rng: rand.New(rand.NewSource(seed)), Tables: randomTables,
		Literals: anyOf}}
}

var anyOf = map[string]string{"i": "1", "t": "'x'", "d": "TIMESTAMP '2020-01-01'", "r": "1.5::DOUBLE", "l": "[1, NULL]",
	"j": "'{\"a\": null}'::JSON", "s": "{'x': 1, 'y': NULL::VARCHAR}"}

type qcol = enginetest.Column

var randomTables = map[string]string{
	"ta": "id:i n:i s:t z:t r:r l:l", "tb": "id:i aid:i q:t d:r", "tc": "k:t v:i seen:d",
	"td": "id:i a:i b:t g:i j:j st:s", "va": "id:i s:t q:t d:r",
	"vb": "n:i c:i top:t", "vc": "id:i x:t", "vd": "i:i z:t y:t",
}

func (g *queries) table(d int) (string, []qcol) {
	a := g.Alias()
	switch k := g.Rng.Intn(26); {
	case k < 11 || d <= 0:
		name := g.Pick("ta", "ta", "tb", "tb", "tc", "td", "va", "vb", "vc", "vd")
		return name + " AS " + a, g.Columns(name, a)
	case k == 11:
		return fmt.Sprintf("(VALUES (1, 'a'), (2, %s)) AS %s(x, y)", g.Pick("NULL", "'b'"), a),
			[]qcol{{a + ".x", "i"}, {a + ".y", "t"}}
	case k == 12:
		return fmt.Sprintf("range(%s) AS %s(x)", g.Pick("0", "2"), a), []qcol{{a + ".x", "i"}}
	case k == 13 || k >= 23:
		return fmt.Sprintf("(WITH RECURSIVE r(n, p) AS (SELECT %s, %s UNION ALL SELECT n + 1, %s FROM r WHERE n < 4) SELECT n, p FROM r) AS %s",
			g.Pick("1", "NULL::INTEGER", "0", "(row_number() OVER ())::INTEGER"),
			g.Pick("'a'", "NULL::VARCHAR", "lag('a') OVER ()", "unnest(['a', NULL])"),
			g.Pick("p", "p || 'x'", "nullif(p, 'a')", "NULL"), a), []qcol{{a + ".n", "i"}, {a + ".p", "t"}}
	case k >= 20 && k < 23:
		return g.shaped(a)
	case k == 14:
		return fmt.Sprintf("(SELECT unnest(l) AS x, s AS y FROM ta) AS %s", a), []qcol{{a + ".x", "i"}, {a + ".y", "t"}}
	}
	q, cs := g.query(d - 1)
	names, out := enginetest.Renamed(a, cs)
	return "(WITH zz(" + names + ") AS " + g.Pick("", "", "MATERIALIZED ") + "(" + q + ") SELECT * FROM zz) AS " + a,
		out
}

func (g *queries) from(d int) (string, []qcol) {
	if d <= 0 || g.Chance(.3) {
		return g.table(d)
	}
	l, lc := g.from(d - 1)
	r, rc := g.from(d - 1)
	all := append(append([]qcol{}, lc...), rc...)
	if g.Chance(.08) {
		return g.asof(l, lc, r, rc)
	}
	join := g.Pick("JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "CROSS JOIN", "SEMI JOIN", "ANTI JOIN",
		"POSITIONAL JOIN")
	if join == "POSITIONAL JOIN" && strings.Contains(l+r, "ASOF") {
		join = "CROSS JOIN" // DuckDB 1.5.5 crashes when it runs that
	}
	on := " ON " + g.Of(lc, "i") + " = " + g.Of(rc, "i")
	if join != "FULL JOIN" && g.Chance(.6) {
		on += " AND " + g.pred(all, 1)
	}
	switch join {
	case "CROSS JOIN", "POSITIONAL JOIN":
		on = ""
	case "SEMI JOIN", "ANTI JOIN":
		all = lc
	}
	return "(" + l + " " + join + " " + r + on + ")", all
}

func (g *queries) expr(cols []qcol, typ string, d int) string {
	if d <= 0 || g.Chance(.4) {
		if g.Chance(.12) && strings.Contains("itrd", typ) {
			return map[string]string{"i": g.Pick("0", "1", "NULL::INTEGER", "7"),
				"t": g.Pick("'a'", "''", "NULL::VARCHAR"),
				"r": g.Pick("0.0::DOUBLE", "2.5::DOUBLE", "NULL::DOUBLE", "'inf'::DOUBLE", "'nan'::DOUBLE"),
				"d": g.Pick("TIMESTAMP '2020-02-29 01:02:03'", "'-infinity'::TIMESTAMP", "NULL::TIMESTAMP",
					"now()::TIMESTAMP")}[typ]
		}
		return g.Of(cols, typ)
	}
	e := func(t string) string { return g.expr(cols, t, d-1) }
	p := func() string { return g.pred(cols, d-1) }
	if nested := g.nested(cols, typ, e); nested != "" {
		return nested
	}
	switch typ {
	case "i":
		f, fc := g.table(0)
		return g.Pick("("+e("i")+g.Pick(" + ", " - ", " // ", " % ", " & ")+e("i")+")",
			"coalesce("+e("i")+", "+e("i")+")",
			"CASE WHEN "+p()+" THEN "+e("i")+g.Pick("", " ELSE "+e("i"))+" END", "length("+e("t")+")::INTEGER",
			"nullif("+e("i")+", 1)",
			g.Pick("greatest", "least")+"("+e("i")+", "+e("i")+")", "abs("+e("i")+")", "sign("+e("i")+")::INTEGER",
			"("+p()+")::INTEGER",
			"(SELECT "+g.Pick("count(*)", "max("+g.Of(fc, "i")+")", "coalesce(max("+g.Of(fc, "i")+"), 0)",
				"sum("+g.Of(fc, "i")+")")+" FROM "+f+" WHERE "+g.pred(append(append([]qcol{}, fc...), cols...),
				1)+")::INTEGER",
			"(SELECT "+g.Of(fc, "i")+" FROM "+f+" WHERE "+g.pred(fc, 1)+" LIMIT 1)",
			"(SELECT td.id FROM td WHERE td.id = "+e("i")+")",
			"(SELECT ta.id FROM ta WHERE ta.n = "+e("i")+" ORDER BY 1 LIMIT 1)",
			"(EXISTS (SELECT 1 FROM "+f+" WHERE "+g.pred(append(append([]qcol{}, fc...), cols...), 1)+"))::INTEGER",
			"("+e("i")+" IN (SELECT n FROM ta))::INTEGER", "instr("+e("t")+", 'a')::INTEGER",
			"try_cast("+e("t")+" AS INTEGER)", "(7 // "+e("i")+")", "([1, NULL])["+e("i")+"]",
			"if("+p()+", "+e("i")+", "+e("i")+")",
			g.Pick("year", "month", "dayofyear")+"("+e("d")+")::INTEGER", "date_part('hour', "+e("d")+")::INTEGER",
			"datediff('day', "+e("d")+", "+e("d")+")::INTEGER",
			"["+e("i")+", "+e("i")+"]["+g.Pick("1", "2", "3", "-1")+"]",
			"{'x': "+e("i")+", 'y': "+e("t")+"}.x",
			"try_cast("+e("i")+" AS "+g.Pick("BIGINT", "TINYINT", "INTEGER")+")::INTEGER",
			"year(max("+e("d")+") OVER ())::INTEGER")
	case "d":
		return g.Pick("date_trunc('month', "+e("d")+")", "("+e("d")+" + INTERVAL 1 DAY)",
			"coalesce("+e("d")+", "+e("d")+")", "CASE WHEN "+p()+" THEN "+e("d")+g.Pick("", " ELSE "+e("d"))+" END",
			"nullif("+e("d")+", "+e("d")+")", "last_day("+e("d")+")::TIMESTAMP", "greatest("+e("d")+", "+e("d")+")",
			e("d")+"::DATE::TIMESTAMP", "(SELECT max(seen) FROM tc WHERE v > 0)",
			"time_bucket(INTERVAL 7 DAY, "+e("d")+")")
	case "r":
		return g.Pick("("+e("r")+g.Pick(" + ", " - ", " * ", " / ")+e("r")+")", "coalesce("+e("r")+", "+e("r")+")",
			"round("+e("r")+")", "("+e("i")+" / "+e("i")+")::DOUBLE", e("i")+"::DOUBLE")
	}
	return g.Pick("("+e("t")+" || "+e("t")+")", "coalesce("+e("t")+", "+e("t")+")",
		"CASE WHEN "+p()+" THEN "+e("t")+" WHEN "+p()+" THEN "+e("t")+g.Pick(" ELSE "+e("t"), "")+" END",
		"nullif(substr("+e("t")+", 1, 1), 'a')", e("i")+"::VARCHAR", g.Pick("upper(", "trim(", "md5(")+e("t")+")",
		"concat("+e("t")+", 'x')", "concat_ws(',', "+e("t")+")",
		"replace("+e("t")+", 'a', "+e("t")+")", "regexp_extract("+e("t")+", 'a')", "monthname("+e("d")+")",
		"format('{} {}', "+e("t")+", "+e("i")+")", "strftime("+e("d")+", '%Y')",
		"CASE "+e("t")+" WHEN 'a' THEN 'b' ELSE "+e("t")+" END", "typeof("+e("i")+")")
}

func (g *queries) pred(cols []qcol, d int) string {
	if d > 0 && g.Chance(.45) {
		a, b := g.pred(cols, d-1), g.pred(cols, d-1)
		return g.Pick("("+a+" AND "+b+")", "("+a+" AND "+b+")", "("+a+" OR "+b+")", "NOT ("+a+")")
	}
	e := func(t string) string { return g.expr(cols, t, d-1) }
	return g.Pick(e("i")+" IS NULL", e("i")+" IS NOT NULL", e("t")+" IS NOT NULL",
		e("i")+g.Pick(" = ", " <> ", " > ", " <= ")+e("i"),
		e("i")+g.Pick(" IS DISTINCT FROM ", " IS NOT DISTINCT FROM ")+e("i"), e("t")+" LIKE 'a%'", e("i")+" IN (1, 2)",
		e("i")+" NOT IN (1, 7)", e("i")+" IN (1, NULL, "+e("i")+")",
		"("+e("i")+" > 0) IS NOT false", e("t")+g.Pick(" = ", " > ", " < ")+e("t"), e("r")+g.Pick(" = ", " > ")+e("r"),
		e("i")+" BETWEEN "+e("i")+" AND "+e("i"),
		e("i")+g.Pick(" NOT IN", " IN")+" (SELECT "+g.Pick("n FROM ta", "aid FROM tb", "id FROM td")+")",
		"(SELECT count(*) FROM tb WHERE aid = "+e("i")+") > 0", "length("+e("t")+") > 0")
}

func (g *queries) query(d int) (string, []qcol) {
	if d > 0 && g.Chance(.14) {
		if sql, cols, ok := g.compound(d); ok {
			return sql, cols
		}
	}
	if g.Chance(.06) {
		return g.withoutFrom()
	}
	f, cols := g.from(d)
	where := ""
	if g.Chance(.6) {
		where = " WHERE " + g.pred(cols, 2)
	}
	if g.Chance(.3) {
		return g.grouped(f, where, cols)
	}
	var out []qcol
	var list []string
	for range 2 + g.Rng.Intn(4) {
		t := g.Pick("i", "t", "r", "i", "t", "l", "j", "s", "d")
		x := g.expr(cols, t, 2)
		if g.Chance(.15) {
			x, t = g.window(cols)
		}
		if t == "j" { // the driver takes JSON's null for NULL
			x, t = "("+x+")::VARCHAR", "t"
		}
		list = append(list, x)
		out = append(out, qcol{"", t})
	}
	sql := "SELECT " + g.Pick("", "", "", "DISTINCT ", "DISTINCT ON ("+g.Of(cols, "i")+") ") +
		strings.Join(list, ", ") + " FROM " + f + where
	if g.Chance(.1) {
		x, _ := g.window(cols)
		first := "row_number() OVER (ORDER BY " + g.Of(cols, "t") + ") = 1"
		sql += " QUALIFY " + g.Pick(x+" IS NOT NULL", x+" > 0", x+" = 1 OR "+g.pred(cols, 1), first, first)
	}
	if g.Chance(.2) {
		sql = "SELECT * FROM (" + sql + " ORDER BY 1 LIMIT " + g.Pick("1", "5") + ")"
	}
	return sql, out
}

func (g *queries) compound(d int) (string, []qcol, bool) {
	a, ac := g.query(d - 1)
	for range 20 {
		b, bc := g.query(d - 1)
		if enginetest.SameTypes(ac, bc) {
			return "SELECT * FROM (" + a + ") " + g.Pick("UNION ALL", "UNION", "INTERSECT", "EXCEPT", "EXCEPT ALL") +
				" SELECT * FROM (" + b + ")", ac, true
		}
	}
	return "", nil, false
}

func (g *queries) window(cols []qcol) (string, string) {
	i := g.Of(cols, "i")
	over := g.Pick("()", "(ORDER BY "+i+")", "(PARTITION BY "+g.Of(cols, "t")+" ORDER BY "+i+")",
		"(ORDER BY "+i+" ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
		"(ORDER BY "+i+" ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING)",
		"(ORDER BY "+i+" ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE CURRENT ROW)",
		"(ORDER BY "+i+" ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING)",
		"(ORDER BY "+i+" ROWS BETWEEN 1 PRECEDING AND 2 FOLLOWING EXCLUDE TIES)",
		"(ORDER BY "+i+" GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW)",
		"(ORDER BY "+i+" RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING)",
		"(ORDER BY "+i+" ROWS BETWEEN 0 PRECEDING AND 0 FOLLOWING EXCLUDE GROUP)")
	f := g.Pick("sum(%s)", "max(%s)", "count(%s)", "lag(%s, 1, 0)", "lead(%s)", "first_value(%s)", "last_value(%s)",
		"nth_value(%s, 2)", "min(%s)", "sum(%s) FILTER (WHERE "+g.pred(cols, 0)+")",
		"max(%[1]s) FILTER (WHERE %[1]s IS NOT NULL)")
	if g.Chance(.25) {
		return "(" + g.Pick("row_number()", "rank()", "ntile(2)", "dense_rank()") + " OVER " + over + ")::INTEGER", "i"
	}
	return "(" + fmt.Sprintf(f, i) + " OVER " + over + ")::INTEGER", "i"
}

func (g *queries) aggregate(cols []qcol) (string, string) {
	i, t := g.Of(cols, "i"), g.Of(cols, "t")
	x := g.Pick("count(*)", "sum("+g.expr(cols, "i", 1)+")", "max("+i+")", "min("+g.expr(cols, "i", 1)+")",
		"count("+t+")", "sum("+i+") FILTER (WHERE "+g.pred(cols, 0)+")",
		"sum("+i+") FILTER (WHERE "+i+" IS NOT NULL AND "+g.Of(cols, "i")+" IS NOT NULL)",
		"avg("+i+")", "count(DISTINCT "+i+")", "first("+i+")", "any_value("+i+")", "median("+i+")", "stddev("+i+")",
		"bool_and("+i+" > 0)", "arg_max("+i+", "+t+")", "min_by("+i+", "+g.expr(cols, "r", 1)+")",
		"cardinality(histogram("+i+"))", "mode("+i+")")
	if g.Chance(.2) {
		return g.Pick("string_agg("+t+", ',')", "max("+t+")", "list("+t+")::VARCHAR"), "t"
	}
	return "(" + x + ")::INTEGER", "i"
}

func (g *queries) grouped(f, where string, cols []qcol) (string, []qcol) {
	a, at := g.aggregate(cols)
	b, bt := g.aggregate(cols)
	k1, k2 := g.Of(cols, "i"), g.Of(cols, "t")
	if k1 == "1" || k2 == "'x'" || g.Chance(.25) {
		return "SELECT " + a + ", " + b + " FROM " + f + where + g.Pick("", "", " HAVING count(*) > 0"),
			[]qcol{{"", at}, {"", bt}}
	}
	by := g.Pick(k1+", "+k2, "ALL", "ROLLUP ("+k1+", "+k2+")", "CUBE ("+k1+", "+k2+")",
		"GROUPING SETS (("+k1+"), ("+k2+"), ())", "GROUPING SETS (("+k1+"), ("+k2+"))")
	having := ""
	if g.Chance(.3) {
		having = " HAVING " + g.Pick(k1+" IS NOT NULL", "count(*) > 1", k2+" IS NOT NULL AND "+k1+" > 0")
	}
	return "SELECT " + k1 + ", coalesce(" + k2 + ", 'x'), " + k2 + ", " + a + ", " + b + " FROM " + f + where +
			" GROUP BY " + by + having,
		[]qcol{{"", "i"}, {"", "t"}, {"", "t"}, {"", at}, {"", bt}}
}

// change is an INSERT, UPDATE, DELETE or MERGE with RETURNING.
func (g *queries) change() string {
	cols := g.Columns("tb", "tb")
	f, fc := g.from(1)
	x := func(t string) string { return g.expr(nil, t, 1) }
	return g.Pick(
		"INSERT INTO tb (id, aid, q, d) VALUES (coalesce("+x("i")+", 1), "+x("i")+", "+x("t")+", 1.5), (2, NULL, "+x("t")+", 0)",
		"INSERT INTO tb (id, q, d) SELECT coalesce("+g.Of(fc, "i")+", 0), "+g.expr(fc, "t",
			1)+", 1 FROM "+f+" WHERE "+g.pred(fc, 1),
		"UPDATE tb SET q = "+g.expr(cols, "t", 2)+", aid = "+g.expr(cols, "i", 1)+" WHERE "+g.pred(cols, 1),
		"UPDATE tb SET q = 'x', aid = coalesce(aid, 1)",
		"DELETE FROM tb WHERE "+g.pred(cols, 1),
		"DELETE FROM tb USING "+f+" WHERE "+g.Of(fc,
			"i")+" = tb.id AND "+g.pred(append(append([]qcol{}, cols...), fc...), 1),
		"UPDATE tb SET q = "+g.expr(append(append([]qcol{}, cols...), fc...), "t", 1)+", aid = "+g.Of(fc,
			"i")+" FROM "+f+" WHERE tb.id = "+g.Of(fc, "i")+" AND "+g.pred(fc, 1),
		"INSERT INTO tm (a, u) VALUES (1, "+x("t")+"), (2, 'x')",
		"INSERT INTO tm SELECT "+g.Of(fc, "i")+", coalesce("+g.Of(fc, "t")+", 'x'), NULL FROM "+f+" WHERE "+g.Of(fc,
			"i")+" IS NOT NULL",
		"UPDATE tm SET u = "+x("t")+", t = coalesce(t, u, 'x')",
		"INSERT OR REPLACE INTO ta (id, s, z, n) VALUES (1, 's', "+x("t")+", 3), (2, 'r', 'z', "+x("i")+")",
		"INSERT OR IGNORE INTO ta (id, s, z, n) VALUES (1, 's', "+x("t")+", 3), (2, 'r', 'z', "+x("i")+")",
		"INSERT INTO ta BY NAME SELECT 77 AS id, "+x("t")+" AS z, 's' AS s",
		"MERGE INTO ta USING tb ON ta.id = tb.aid WHEN MATCHED AND tb.q IS NOT NULL THEN UPDATE SET z = tb.q WHEN MATCHED THEN DELETE WHEN NOT MATCHED AND tb.aid IS NOT NULL THEN INSERT (id, s, n) VALUES (tb.aid + 50, 's', "+x("i")+")",
		"INSERT INTO ta (id, s, z, n) VALUES (1, 's', "+x("t")+", "+x("i")+") ON CONFLICT (id) DO UPDATE SET z = "+g.Pick("excluded.z", "NULL", "'y'", "coalesce(excluded.z, ta.s)"),
		"MERGE INTO tb USING (SELECT 1 AS k, "+x("t")+" AS v UNION ALL SELECT 77, 'm') src ON tb.id = src.k WHEN MATCHED THEN UPDATE SET q = src.v WHEN NOT MATCHED THEN INSERT (id, d) VALUES (src.k, 1)",
	) + " RETURNING *"
}
