package sqlite

import (
	"fmt"
	"strings"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// randomSchema has every kind of table that the analysis treats in its own way.
const randomSchema = `
CREATE TABLE ta (id INTEGER PRIMARY KEY, n INT, s TEXT NOT NULL, z TEXT, r REAL) STRICT;
CREATE TABLE tb (id INT NOT NULL, aid INT, q TEXT, d REAL NOT NULL, UNIQUE (id, q)) STRICT;
CREATE TABLE tc (k TEXT, v INTEGER, w BOOLEAN, m DECIMAL(10,2), at TIMESTAMP NOT NULL, PRIMARY KEY (k, v)) WITHOUT ROWID;
CREATE TABLE td (id INTEGER PRIMARY KEY, g INTEGER GENERATED ALWAYS AS (a + 1) VIRTUAL, a INTEGER NOT NULL, b VARCHAR(10),
  h TEXT GENERATED ALWAYS AS (b || 'x') STORED, j JSON, u INTEGER UNIQUE);
CREATE TABLE te (code TEXT PRIMARY KEY, val NUMERIC);
CREATE TABLE tf (id INTEGER PRIMARY KEY DESC, x TEXT);
CREATE TABLE tg (id INTEGER PRIMARY KEY, a INT NOT NULL, s TEXT NOT NULL, gt TEXT AS (a), gr REAL AS (a), gi INT AS (s), gn INT AS (nullif(a, 2)),
  gs TEXT AS (s || gt) STORED, gb BLOB AS (CAST(s AS BLOB))) STRICT;
CREATE TABLE th (id INTEGER PRIMARY KEY, n INTEGER NOT NULL, s TEXT NOT NULL, r REAL NOT NULL, gd DATE AS (s), gi INTEGER AS (r), gr REAL AS (n), gj JSON AS (s), gb BOOLEAN AS (n > 1));
CREATE INDEX tgx ON tg (gt, gr);
CREATE INDEX thx ON th (gd);
CREATE INDEX thy ON th (n - n, abs(n));
CREATE INDEX tax ON ta (n);
CREATE INDEX taz ON ta (z DESC, n);
CREATE INDEX tbx ON tb (aid, q);
CREATE INDEX tdb ON td (b) WHERE b IS NOT NULL;
CREATE INDEX tde ON td (lower(b), a DESC);
CREATE VIEW va AS SELECT ta.id, ta.s, tb.q, tb.d FROM ta LEFT JOIN tb ON tb.aid = ta.id;
CREATE VIEW vb AS SELECT n, count(*) AS c, max(z) AS top FROM ta GROUP BY n;
CREATE VIEW vc AS SELECT id, s AS x FROM ta UNION ALL SELECT id, q FROM tb;
CREATE VIEW vd AS SELECT a.id AS i, b.z, c.b AS y FROM ta AS a LEFT JOIN ta AS b ON b.n = a.id LEFT JOIN td AS c ON c.id = b.n AND c.b > 'a';
CREATE TRIGGER tdt AFTER UPDATE OF b ON td BEGIN UPDATE td SET j = NULL WHERE id = new.id AND new.a = 2; END;
CREATE TRIGGER tat BEFORE DELETE ON ta WHEN old.n = 99 BEGIN SELECT raise(IGNORE); END;
`

// randomStates are contents that each bring out other NULLs and types.
var randomStates = []struct {
	sql string
	odd bool // ordinary tables hold values that are not of the declared types
}{
	{sql: ``},
	{sql: `INSERT INTO ta VALUES (1,1,'a','abc',1.5),(2,NULL,'b',NULL,NULL); INSERT INTO tb VALUES (1,1,'a',1.0),(3,NULL,NULL,2.5);
	 INSERT INTO tc VALUES ('a',1,1,2.5,'2020-01-01 00:00:00'),('b',2,NULL,NULL,'2021-01-01 00:00:00'); INSERT INTO td(id,a,b,j) VALUES (1,1,'a','{"a":1}'),(2,0,NULL,NULL);
	 INSERT INTO te VALUES ('a',1),(NULL,2.5); INSERT INTO tf VALUES (NULL,'x'),(1,NULL)`},
	{sql: `INSERT INTO ta VALUES (0,NULL,'',NULL,9e999),(1,0,'ab','a',-9e999); INSERT INTO tb VALUES (1,7,NULL,9e999),(1,1,'ax',-9e999),(2,2,NULL,0.0);
	 INSERT INTO tc VALUES ('',0,0,0,'2020-01-01 00:00:00'); INSERT INTO td(id,a,b,j,u) VALUES (3,2,'','[1,null]',1); INSERT INTO te VALUES ('',NULL)`},
	{sql: `INSERT INTO ta VALUES (5,NULL,'',NULL,NULL); INSERT INTO tb VALUES (9,NULL,NULL,-1.5); INSERT INTO td(id,a,b,j) VALUES (5,5,NULL,'null')`},
	{sql: `INSERT INTO tb VALUES (1,NULL,NULL,0.0),(0,1,'ab',3.0); INSERT INTO tc VALUES ('x',7,NULL,1,'2020-02-02 00:00:00'); INSERT INTO te VALUES (NULL,NULL)`},
	{sql: `INSERT INTO ta VALUES (1,1,'a',NULL,0.0),(2,1,'ab','a',2.0),(3,2,'','ab',9e999),(4,99,'q','a',1.0); INSERT INTO tb VALUES (2,1,'ab',1.0);
	 INSERT INTO tc VALUES ('a',1,1,NULL,'2020-01-01 00:00:00'),('a',2,1,1.5,'2020-01-03 00:00:00'); INSERT INTO td(id,a,b,j,u) VALUES (1,1,'ab','{"a":null,"b":[]}',1),(2,2,NULL,'[]',2),(7,2,'z','"s"',NULL);
	 INSERT INTO tf VALUES (2,'a')`},
	{sql: `INSERT INTO ta VALUES (9223372036854775807,9223372036854775807,'a','9e999',1e308),(-9223372036854775808,-9223372036854775808,'','x',-1e308),
	 (1,4611686018427387904,'2020-01-01','2020-01-01 10:00:00.5',9e999); INSERT INTO tb VALUES (-9223372036854775808,9223372036854775807,'a',1e308),(1,1,'1',-9e999);
	 INSERT INTO tc VALUES ('a',9223372036854775807,1,9e15,'2020-01-01 00:00:00'); INSERT INTO tg(id,a,s) VALUES (1,9223372036854775807,'12'),(2,-1,'7')`},
	{sql: `INSERT INTO tc VALUES (x'',9e999,'abc',-9e999,x''),(1,'abc',2.5,x'61',0),('a',-9e999,x'',9e999,9e999),(x'61',7,x'00','abc','');
	 INSERT INTO td(id,a,b,j,u) VALUES (1,9e999,x'','[1,2]',9e999),(2,-9e999,2.5,'{"a":1.5}','abc'),(3,'abc',x'6162','7',x''),(4,x'',9e999,'"x"',2.5),(5,0,'a','[]',NULL);
	 INSERT INTO te VALUES (x'','abc'),(5,x''),(9e999,9e999),('a',-9e999); INSERT INTO tf VALUES ('abc',x''),(x'',9e999),(9e999,1);
	 INSERT INTO ta VALUES (1,1,'a',NULL,2.5),(2,7,'ab','z',9e999),(3,NULL,'','a',-9e999); INSERT INTO tb VALUES (1,1,'a',1.0),(2,2,NULL,9e999);
	 INSERT INTO th(id,n,s,r) VALUES (1,9e999,x'',x''),(2,-9e999,2.5,'abc'),(3,'abc','7',9e999),(4,x'','',0)`, odd: true},
}

// queries generates statements. Column types: i integer, t text, r real, j JSON.
type queries struct {
	enginetest.Queries
	params []string // of the statement being made: the type of each
}

var anyOf = map[string]string{"i": "1", "t": "'x'", "r": "1.5", "j": "'{}'"}

type qcol = enginetest.Column

func (g *queries) param(typ string) string {
	g.params = append(g.params, typ)
	return fmt.Sprintf("?%d", len(g.params))
}

var randomTables = map[string]string{
	"ta": "id:i n:i s:t z:t r:r", "tb": "id:i aid:i q:t d:r", "tc": "k:t v:i w:i m:r at:t",
	"td": "id:i g:i a:i b:t h:t j:j u:i",
	"te": "code:t val:r", "tf": "id:i x:t", "tg": "id:i a:i s:t gt:t gr:r gi:i gn:i gs:t gb:t",
	"th": "id:i n:i s:t r:r gd:t gi:i gr:r gj:j gb:i",
	"va": "id:i s:t q:t d:r", "vb": "n:i c:i top:t", "vc": "id:i x:t", "vd": "i:i z:t y:t",
}

func (g *queries) table(d int) (string, []qcol) {
	a := g.Alias()
	switch k := g.Rng.Intn(20); {
	case k < 10 || d <= 0:
		name := g.Pick("ta", "ta", "tb", "tb", "tc", "td", "td", "te", "tf", "tg", "tg", "th", "th", "va", "vb", "vc",
			"vd")
		return name + " AS " + a, g.Columns(name, a)
	case k == 10:
		return fmt.Sprintf("(VALUES (1,'a'),(2,%s)) AS %s", g.Pick("NULL", "'b'"), a),
			[]qcol{{a + ".column1", "i"}, {a + ".column2", "t"}}
	case k == 11:
		return fmt.Sprintf(`json_each('{"a":1,"b":null,"c":"x"}') AS %s`, a),
			[]qcol{{a + ".type", "t"}, {a + ".id", "i"}, {a + ".fullkey", "t"}}
	case k == 13: // a table function over the row to its left
		b := g.Alias()
		return fmt.Sprintf("td AS %s, %s(%s.j) AS %s", a, g.Pick("json_each", "json_tree"), a, b),
			append(g.Columns("td", a), qcol{b + ".type", "t"}, qcol{b + ".id", "i"}, qcol{b + ".path", "t"},
				qcol{b + ".fullkey", "t"}, qcol{b + ".parent", "i"})
	case k == 14:
		name := g.Pick("ta", "td")
		return fmt.Sprintf("(SELECT * FROM %s ORDER BY %s LIMIT %s) AS %s", name, g.Pick("id DESC", "1", "2, 3 DESC"),
			g.Pick("1", "2", "-1"), a), g.Columns(name, a)
	case k == 12:
		return fmt.Sprintf("(WITH RECURSIVE r(n, p) AS (SELECT %s, %s UNION ALL SELECT n + 1, %s FROM r WHERE n < 4) SELECT n, p FROM r) AS %s",
				g.Pick("1", "NULL", "0"), g.Pick("'a'", "NULL"), g.Pick("p", "p || 'x'", "nullif(p, 'a')", "NULL"), a),
			[]qcol{{a + ".n", "i"}, {a + ".p", "t"}}
	}
	q, cs := g.query(d-1, nil)
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
	join := g.Pick("JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")
	if strings.Contains(r, ", json_") {
		join = "JOIN" // a comma binds less tightly
		if strings.Contains(l, ", json_") {
			return l, lc
		}
	}
	on := g.Of(lc, "i") + " = " + g.Of(rc, "i")
	if join != "FULL JOIN" && g.Chance(.6) {
		on = g.pred(all, 1, nil)
		if g.Chance(.5) {
			on = g.Of(lc, "i") + " = " + g.Of(rc, "i") + " AND " + on
		}
	}
	return "(" + l + " " + join + " " + r + " ON " + on + ")", all
}

func (g *queries) expr(cols []qcol, typ string, d int, outer []qcol) string {
	if len(outer) > 0 && g.Chance(.15) {
		return g.Of(outer, typ)
	}
	if d <= 0 || g.Chance(.4) {
		switch {
		case g.Chance(.12):
			return map[string]string{"i": g.Pick("0", "1", "NULL", "7", "-1", "(1 + 1)", "9223372036854775807",
				"-9223372036854775808"), "t": g.Pick("'a'", "''", "NULL"), "r": g.Pick("0.0", "2.5", "NULL", "9e999"),
				"j": g.Pick(`'{"a":1}'`, "'[]'", "'null'")}[typ]
		case g.Chance(.08) && typ != "j":
			return g.param(typ)
		}
		return g.Of(cols, typ)
	}
	e := func(t string) string { return g.expr(cols, t, d-1, outer) }
	switch typ {
	case "i":
		return g.integer(e, cols, d, outer)
	case "r":
		return g.real(e)
	case "j":
		return g.Pick("json_object('k', "+e("i")+")", "json_array("+e("t")+", "+e("i")+")",
			"json_set('{}', '$.a', "+e("i")+")", g.Of(cols, "j"))
	}
	return g.text(e, cols, d, outer)
}

func (g *queries) integer(e func(string) string, cols []qcol, d int, outer []qcol) string {
	switch g.Rng.Intn(22) {
	case 0:
		return "(" + e("i") + g.Pick(" + ", " - ", " * ", " / ", " / ", " % ", " & ", " << ") + e("i") + ")"
	case 1:
		return "coalesce(" + e("i") + ", " + e("i") + ")"
	case 2:
		return "CASE WHEN " + g.pred(cols, d-1, outer) + " THEN " + e("i") + g.Pick("", " ELSE "+e("i")) + " END"
	case 3:
		return "length(" + e("t") + ")"
	case 4:
		return "nullif(" + e("i") + ", 1)"
	case 5:
		return g.Pick("max", "min") + "(" + e("i") + ", " + e("i") + ")"
	case 6:
		f, fc := g.table(d - 1)
		return "(SELECT " + g.Pick("count(*)", "max("+g.Of(fc, "i")+")", "coalesce(max("+g.Of(fc, "i")+"), 0)",
			"sum("+g.Of(fc, "i")+")") + " FROM " + f + " WHERE " + g.pred(fc, 1, cols) + ")"
	case 7:
		f, fc := g.table(d - 1)
		return "(SELECT " + g.Of(fc, "i") + " FROM " + f + " WHERE " + g.pred(fc, 1, cols) +
			g.Pick(" LIMIT 1", " ORDER BY 1 LIMIT 1") + ")"
	case 8:
		f, fc := g.table(d - 1)
		return "EXISTS (SELECT 1 FROM " + f + " WHERE " + g.pred(fc, 1, cols) + ")"
	case 9:
		return "(" + g.pred(cols, d-1, outer) + ")"
	case 10:
		return "iif(" + g.pred(cols, d-1, outer) + ", " + e("i") + ", " + e("i") + ")"
	case 11:
		return "abs(" + e("i") + ")"
	case 12:
		return g.Pick("unicode(", "unixepoch(", "octet_length(") + e("t") + ")"
	case 13:
		return "cast(" + e(g.Pick("t", "i")) + " AS INTEGER)"
	case 14:
		return "-(" + e("i") + ")"
	case 15:
		return "json_array_length(" + e("j") + g.Pick("", ", '$.b'") + ")"
	case 16:
		return "sign(" + e(g.Pick("i", "r", "t")) + ")"
	case 17:
		return "(" + e("i") + " IN (SELECT " + g.Pick("id", "n") + " FROM ta))"
	case 18:
		return "(NOT " + e("i") + ")"
	case 19, 20:
		return "(7" + g.Pick(" / ", " % ") + e("i") + ")"
	}
	return "instr(" + e("t") + ", 'a')"
}

func (g *queries) real(e func(string) string) string {
	switch g.Rng.Intn(8) {
	case 0, 1:
		return "(" + e("r") + g.Pick(" + ", " - ", " * ", " / ", " / ") + e(g.Pick("r", "i")) + ")"
	case 2:
		return "coalesce(" + e("r") + ", " + g.Pick(e("r"), "0", e("i")) + ")"
	case 3:
		return g.Pick("sqrt(", "ln(", "julianday(") + e("r") + ")"
	case 4:
		return "round(" + e("r") + g.Pick(")", ", 1)")
	case 5:
		return "cast(" + e(g.Pick("t", "i")) + " AS REAL)"
	case 6:
		return "abs(" + e("r") + ")"
	}
	return "(0.5 * " + e("i") + ")"
}

func (g *queries) text(e func(string) string, cols []qcol, d int, outer []qcol) string {
	switch g.Rng.Intn(16) {
	case 0:
		return "(" + e("t") + " || " + e(g.Pick("t", "i")) + ")"
	case 1:
		return "coalesce(" + e("t") + ", " + e("t") + ")"
	case 2:
		return "CASE WHEN " + g.pred(cols, d-1, outer) + " THEN " + e("t") + " WHEN " + g.pred(cols, d-1, outer) +
			" THEN " + e("t") + g.Pick(" ELSE "+e("t"), "") + " END"
	case 3:
		return "nullif(substr(" + e("t") + ", 1, 1), 'a')"
	case 4:
		return "cast(" + e("i") + " AS TEXT)"
	case 5:
		return g.Pick("upper(", "trim(", "hex(", "quote(", "typeof(", "soundex(") + e("t") + ")"
	case 6:
		return "concat(" + e("t") + ", 'x')"
	case 7:
		return g.Pick("date(", "datetime(", "time(") + e(g.Pick("t", "i")) + ")"
	case 8:
		return g.Pick("printf('%s', ", "concat_ws(',', ", "format('x', ") + e("t") + ")"
	case 9:
		return "json_type(" + e("j") + g.Pick("", ", '$.a'") + ")"
	case 10:
		return "(" + e("j") + " -> '$.a')"
	case 11:
		return "json_remove(" + e("j") + ", '$" + g.Pick("", ".a") + "')"
	case 12:
		return "replace(" + e("t") + ", 'a', " + e("t") + ")"
	case 13:
		return "strftime('%Y', " + e("t") + ")"
	case 14:
		return g.Pick("json(", "json_quote(") + e("j") + ")"
	}
	return "char(" + e("i") + ")"
}

func (g *queries) pred(cols []qcol, d int, outer []qcol) string {
	if d > 0 && g.Chance(.45) {
		a, b := g.pred(cols, d-1, outer), g.pred(cols, d-1, outer)
		return g.Pick("("+a+" AND "+b+")", "("+a+" AND "+b+")", "("+a+" OR "+b+")", "NOT ("+a+")")
	}
	e := func(t string) string { return g.expr(cols, t, d-1, outer) }
	switch g.Rng.Intn(22) {
	case 0:
		return e("i") + " IS NULL"
	case 1, 2:
		return e("i") + " IS NOT NULL"
	case 3:
		return e("t") + " IS NOT NULL"
	case 4:
		return e("i") + g.Pick(" = ", " <> ", " > ", " <= ", " IS ", " IS NOT ") + e("i")
	case 5:
		return e("t") + " LIKE 'a%'"
	case 6:
		return e("i") + " IN (1, 2)"
	case 7:
		return e("i") + " NOT IN (1, 7)"
	case 8:
		return "(" + e("i") + " > 0) IS NOT 0"
	case 9:
		return e("t") + g.Pick(" = ", " > ", " < ", " >= ") + e("t")
	case 10:
		return e("r") + g.Pick(" = ", " > ", " < ") + e("r")
	case 11:
		return e("i") + " BETWEEN " + e("i") + " AND " + e("i")
	case 12:
		return "(" + e("i") + ", " + e("t") + ") " + g.Pick("=", "<", ">=") + " (" + e("i") + ", " + e("t") + ")"
	case 16:
		return e("i") + g.Pick(" NOT IN", " IN") + " (SELECT " +
			g.Pick("n FROM ta", "aid FROM tb", "u FROM td WHERE u IS NOT NULL") + ")"
	case 17:
		return "(" + e("i") + ", " + e("t") + ") IN (SELECT aid, q FROM tb)"
	case 18:
		return e("i") + " IN (1, NULL, " + e("i") + ")"
	case 19:
		return e("t") + " COLLATE NOCASE = " + e("t")
	case 20:
		return "(SELECT count(*) FROM tb WHERE aid = " + e("i") + ") > 0"
	case 13:
		return "(" + g.param("i") + " IS NULL OR " + e("i") + " = 1)"
	case 14:
		return e("t") + " IN (SELECT " + g.Pick("z", "s") + " FROM ta)"
	}
	return e("i") + " IN (SELECT id FROM tb)"
}
