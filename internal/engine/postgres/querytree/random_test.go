package querytree

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// randomSchema has every kind of table that the analysis treats in its own way.
const randomSchema = `
CREATE DOMAIN must AS integer NOT NULL;
CREATE TABLE ta (id integer PRIMARY KEY, n integer, s text NOT NULL, z text, r double precision, arr integer[]);
CREATE TABLE tb (id integer NOT NULL, aid integer, q text, d numeric NOT NULL, UNIQUE (id, q));
CREATE TABLE tc (k varchar(10), v integer NOT NULL, w boolean, m must, at timestamp, PRIMARY KEY (k, v));
CREATE TABLE td (id integer PRIMARY KEY, a integer NOT NULL, b text, j jsonb NOT NULL DEFAULT '{}', g integer GENERATED ALWAYS AS (a + 1) STORED, h text GENERATED ALWAYS AS (b || 'x') STORED);
CREATE TABLE te (id integer NOT NULL, x text);
CREATE TABLE te1 (y integer) INHERITS (te);
CREATE TABLE tp (k integer NOT NULL, v text) PARTITION BY RANGE (k);
CREATE TABLE tp1 PARTITION OF tp FOR VALUES FROM (MINVALUE) TO (3);
CREATE TABLE tp2 PARTITION OF tp DEFAULT;
CREATE TABLE tt (id integer PRIMARY KEY, x text, n integer);
CREATE FUNCTION trace() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF new.id > 2 THEN RETURN NULL; END IF; new.x := NULL; RETURN new; END $$;
CREATE TRIGGER trace BEFORE INSERT OR UPDATE ON tt FOR EACH ROW EXECUTE FUNCTION trace();
CREATE TABLE tz (id integer PRIMARY KEY, a text DEFAULT 'a', b integer DEFAULT NULL, c timestamp NOT NULL DEFAULT now(), day timestamp CHECK (isfinite(day)), e text CHECK (e IS NOT NULL));
CREATE VIEW va AS SELECT ta.id, ta.s, tb.q, tb.d FROM ta LEFT JOIN tb ON tb.aid = ta.id;
CREATE VIEW vb AS SELECT n, count(*)::integer AS c, max(z) AS top FROM ta GROUP BY n;
CREATE VIEW vc AS SELECT id, s AS x FROM ta UNION ALL SELECT id, q FROM tb;
CREATE VIEW vd AS SELECT a.id AS i, b.z, c.b AS y, c.id AS ci FROM ta AS a LEFT JOIN ta AS b ON b.n = a.id LEFT JOIN td AS c ON c.id = b.n AND c.b > 'a';
CREATE VIEW ve AS SELECT id, z, n FROM ta WHERE z IS NOT NULL;
CREATE FUNCTION inc(n integer) RETURNS integer LANGUAGE sql IMMUTABLE RETURN n + 1;
CREATE FUNCTION orzero(n integer) RETURNS integer LANGUAGE sql IMMUTABLE RETURN coalesce(n, 0);
CREATE FUNCTION odd(n integer) RETURNS integer LANGUAGE plpgsql STRICT AS $$ BEGIN IF n = 1 THEN RETURN NULL; END IF; RETURN n; END $$;
CREATE FUNCTION texts() RETURNS SETOF text LANGUAGE sql STABLE BEGIN ATOMIC SELECT z FROM ta; END;
`

// randomStates are contents that each bring out other NULLs.
var randomStates = []string{
	``,
	`INSERT INTO ta VALUES (1, 1, 'a', 'abc', 1.5, '{1,2}'), (2, NULL, 'b', NULL, NULL, NULL); INSERT INTO tb VALUES (1, 1, 'a', 1.0), (3, NULL, NULL, 2.5);
	 INSERT INTO tc VALUES ('a', 1, true, 1, '2020-01-01'), ('b', 2, NULL, 2, NULL); INSERT INTO td (id, a, b, j) VALUES (1, 1, 'a', '{"a": 1}'), (2, 0, NULL, '{}');
	 INSERT INTO te VALUES (1, 'x'); INSERT INTO te1 VALUES (2, NULL, 1); INSERT INTO tp VALUES (1, 'a'), (5, NULL); INSERT INTO tt VALUES (1, 'x', 1); INSERT INTO tz VALUES (1, 'x', 1, '2020-01-01', '2020-02-29', 'e'), (2, NULL, NULL, '-infinity', NULL, '')`,
	`INSERT INTO ta VALUES (0, NULL, '', NULL, 'Infinity', '{NULL}'), (1, 0, 'ab', 'a', 'NaN', '{}'); INSERT INTO tb VALUES (1, 7, NULL, 0), (1, 1, 'ax', 'NaN'), (2, 2, NULL, 0.5);
	 INSERT INTO tc VALUES ('', 0, false, (SELECT m FROM tc WHERE false), 'infinity'); INSERT INTO td (id, a, b, j) VALUES (3, 2, '', '[1, null]'); INSERT INTO te VALUES (5, NULL); INSERT INTO tp VALUES (1, NULL); INSERT INTO tz VALUES (1, '', -2147483648, 'infinity', '4713-12-01 BC', 'z')`,
	`INSERT INTO ta VALUES (5, NULL, '', NULL, NULL, '{1,NULL,3}'); INSERT INTO tb VALUES (9, NULL, NULL, -1.5); INSERT INTO td (id, a, b, j) VALUES (5, 5, NULL, 'null')`,
	`INSERT INTO tb VALUES (1, NULL, NULL, 0.0), (0, 1, 'ab', 3.0); INSERT INTO tc VALUES ('x', 7, NULL, 1, '2020-02-02'); INSERT INTO tt VALUES (2, 'y', NULL), (1, NULL, 7)`,
	`INSERT INTO ta VALUES (1, 1, 'a', NULL, 0.0, '{5}'), (2, 1, 'ab', 'a', 2.0, NULL), (3, 2, '', 'ab', '-Infinity', '{7,7}'), (4, 99, 'q', 'a', 1.0, '{}'); INSERT INTO tb VALUES (2, 1, 'ab', 1.0);
	 INSERT INTO tc VALUES ('a', 1, true, 3, '2020-01-01'), ('a', 2, true, 4, '2020-01-03'); INSERT INTO td (id, a, b, j) VALUES (1, 1, 'ab', '{"a": null, "b": []}'), (2, 2, NULL, '[]'), (7, 2, 'z', '"s"'); INSERT INTO te1 VALUES (1, 'ab', 1), (7, NULL, 2)`,
	// The ends: many statements fail by overflow.
	`INSERT INTO ta VALUES (2147483647, -2147483648, '', '', 'NaN', '{2147483647}'), (-2147483648, 2147483647, 'z', NULL, '-Infinity', NULL); INSERT INTO tb VALUES (2147483647, 2147483647, NULL, 'Infinity'), (-2147483648, NULL, '', 'NaN');
	 INSERT INTO tc VALUES ('a', 2147483647, true, 1, '-infinity'), ('a', -2147483648, NULL, 2, '294276-12-31'); INSERT INTO td (id, a, b, j) VALUES (2147483646, -2147483648, 'a', '9223372036854775808'); INSERT INTO tz VALUES (2147483647, NULL, 0, '-infinity', '294276-12-31', '')`,
}

// queries generates statements. Column types: i integer, t text, f double precision, b boolean, j jsonb, a integer[].
type queries struct {
	enginetest.Queries
	version int
	params  []string // of the statement being made: the type of each
	outer   []qcol   // columns of the queries around the FROM being made
	tested  []qcol   // expressions that conditions of the query being made say are not NULL, which it may return, too
}

var anyOf = map[string]string{"i": "1", "t": "'x'::text", "f": "1.5::float8", "b": "true", "j": "'{}'::jsonb",
	"a": "'{1,NULL}'::int[]", "d": "'infinity'::timestamp"}

type qcol = enginetest.Column

var sqlTypes = map[string]string{"i": "int", "t": "text", "f": "float8", "b": "bool", "j": "jsonb", "a": "int[]",
	"d": "timestamp"}

func (g *queries) param(typ string) string {
	g.params = append(g.params, typ)
	return fmt.Sprintf("$%d::%s", len(g.params), sqlTypes[typ])
}

var paramNumber = regexp.MustCompile(`\$(\d+)::`)

// numbered is the statement with its parameters renumbered: some were made for text that was not picked.
func (g *queries) numbered(sql string) string {
	made := g.params
	g.params = nil
	numbers := map[int]int{}
	return paramNumber.ReplaceAllStringFunc(sql, func(s string) string {
		n, _ := strconv.Atoi(s[1 : len(s)-2])
		if numbers[n] == 0 {
			g.params = append(g.params, made[n-1])
			numbers[n] = len(g.params)
		}
		return fmt.Sprintf("$%d::", numbers[n])
	})
}

var randomTables = map[string]string{
	"ta": "id:i n:i s:t z:t r:f arr:a", "tb": "id:i aid:i q:t", "tc": "k:t v:i w:b m:i at:d",
	"td": "id:i a:i b:t j:j g:i h:t", "te": "id:i x:t", "tp": "k:i v:t", "tt": "id:i x:t n:i",
	"va": "id:i s:t q:t", "vb": "n:i c:i top:t", "vc": "id:i x:t", "vd": "i:i z:t y:t ci:i", "ve": "id:i z:t n:i",
	"tz": "id:i a:t b:i c:d day:d e:t",
}

func (g *queries) table(d int) (string, []qcol) {
	a := g.Alias()
	kind := g.Rng.Intn(24)
	if d <= 0 && kind > 15 {
		kind = 0
	}
	switch kind {
	default:
		name := g.Pick("ta", "ta", "tb", "tb", "tc", "td", "td", "te", "tp", "tt", "tz", "tz", "va", "vb", "vc", "vd",
			"vd", "ve")
		return name + " AS " + a, g.Columns(name, a)
	case 11:
		return fmt.Sprintf("(VALUES (1, 'a'), (%s, %s)) AS %s (v, w)", g.Pick("2", "NULL"), g.Pick("NULL", "'b'"), a),
			[]qcol{{a + ".v", "i"}, {a + ".w", "t"}}
	case 12:
		return fmt.Sprintf(`jsonb_each_text('{"a": 1, "b": null, "c": "x"}') AS %s`, a),
			[]qcol{{a + ".key", "t"}, {a + ".value", "t"}}
	case 13:
		return fmt.Sprintf("generate_series(%s, 3) WITH ORDINALITY AS %s (v, o)", g.Pick("0", "2", "NULL"), a),
			[]qcol{{a + ".v", "i"}, {a + ".o::int", "i"}}
	case 10, 14:
		return fmt.Sprintf("ROWS FROM (generate_series(1, 2), %s) AS %s (v, w)",
				g.Pick("generate_series(1, 3)", "unnest(ARRAY[1, NULL])", "generate_series(5, 5)"), a),
			[]qcol{{a + ".v", "i"}, {a + ".w", "i"}}
	case 15:
		return fmt.Sprintf("unnest(%s) AS %s (v)",
				g.Pick("ARRAY[1, 2]", "'{1,NULL}'::int[]", "ARRAY(SELECT n FROM ta)", "ARRAY(SELECT id FROM ta)"), a),
			[]qcol{{a + ".v", "i"}}
	case 16: // the rows of a table, with something of each
		b := g.Alias()
		return fmt.Sprintf("(ta AS %s %s unnest(%s.arr) AS %s (v) ON %s)", a, g.Pick("LEFT JOIN", "JOIN"), a, b,
			g.Pick("true", b+".v > 1", a+".n > 0")), append(g.Columns("ta", a), qcol{b + ".v", "i"})
	case 17:
		b := g.Alias()
		inner, cols := g.query(0, g.Columns("tb", a))
		names, out := enginetest.Renamed(b, cols)
		return fmt.Sprintf("(tb AS %s %s LATERAL (%s) AS %s (%s) ON %s)", a, g.Pick("LEFT JOIN", "LEFT JOIN", "JOIN"),
			inner, b, names, g.Pick("true", a+".aid > 0")), append(g.Columns("tb", a), out...)
	case 18:
		return fmt.Sprintf("(WITH RECURSIVE r (n, p) AS (SELECT %s, %s UNION ALL SELECT n + 1, %s FROM r WHERE n < 4) SELECT n, p FROM r) AS %s",
				g.Pick("1", "NULL::int", "0"), g.Pick("'a'", "NULL"), g.Pick("p", "p || 'x'", "nullif(p, 'a')", "NULL"), a),
			[]qcol{{a + ".n", "i"}, {a + ".p", "t"}}
	case 19:
		return fmt.Sprintf("%s AS %s", g.Pick("texts()", "lower('A')", "inc(NULL)::text"), a), []qcol{{a, "t"}}
	case 20, 21, 22, 23:
	}
	q, cs := g.query(d-1, nil)
	names, out := enginetest.Renamed(a, cs)
	if g.Chance(.4) {
		return "(" + q + ") AS " + a + " (" + names + ")", out
	}
	return "(WITH zz (" + names + ") AS " + g.Pick("", "MATERIALIZED ") + "(" + q + ") " +
		g.Pick("SELECT * FROM zz", "SELECT b.* FROM zz AS a LEFT JOIN zz AS b ON true") + ") AS " + a, out
}

func (g *queries) from(d int) (string, []qcol) {
	if d <= 0 || g.Chance(.3) {
		return g.table(d)
	}
	l, lc := g.from(d - 1)
	r, rc := g.from(d - 1)
	all := append(append([]qcol{}, lc...), rc...)
	join := g.Pick("JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")
	on := g.Of(lc, "i") + " = " + g.Of(rc, "i")
	if join != "FULL JOIN" && g.Chance(.6) {
		on = g.pred(all, 1, g.outer)
		if g.Chance(.5) {
			on = g.Of(lc, "i") + " = " + g.Of(rc, "i") + " AND " + on
		}
		for g.Chance(.3) {
			on += " AND " + g.test([][]qcol{lc, rc, all}[g.Rng.Intn(3)])
		}
	}
	return "(" + l + " " + join + " " + r + " ON " + on + ")", all
}

// test is a condition that an expression is not NULL.
func (g *queries) test(cols []qcol) string {
	typ := g.Pick("i", "t", "t", "a")
	x := g.expr(cols, typ, 1, nil)
	g.tested = append(g.tested, qcol{x, typ})
	return x + " IS NOT NULL"
}

// using joins two tables by their ids, which merges the columns.
func (g *queries) using() (string, []qcol) {
	a, b, c := g.Alias(), g.Alias(), g.Alias()
	kind := func() string { return g.Pick("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "FULL JOIN") }
	cols := []qcol{{"id", "i"}, {a + ".s", "t"}, {b + ".q", "t"}, {a + ".id", "i"}, {b + ".id", "i"}}
	from := "ta AS " + a + " " + kind() + " tb AS " + b + " USING (id)"
	if g.Chance(.4) {
		return from + " " + kind() + " td AS " + c + " USING (id)",
			append(cols, qcol{c + ".b", "t"}, qcol{c + ".a", "i"})
	}
	return from, cols
}

func (g *queries) expr(cols []qcol, typ string, d int, outer []qcol) string {
	if len(outer) > 0 && g.Chance(.15) {
		return g.Of(outer, typ)
	}
	if d <= 0 || g.Chance(.4) {
		switch {
		case g.Chance(.12):
			return map[string]string{"i": g.Pick("0", "1", "NULL::int", "7"),
				"t": g.Pick("'a'::text", "''::text", "NULL::text"),
				"f": g.Pick("0::float8", "2.5::float8", "'NaN'::float8"),
				"b": g.Pick("true", "false", "NULL::bool"),
				"j": g.Pick(`'{"a": 1}'::jsonb`, "'[]'::jsonb", "'null'::jsonb"),
				"a": g.Pick("'{}'::int[]", "ARRAY[1, 2]", "'{NULL}'::int[]"),
				"d": g.Pick("timestamp '2020-02-29'", "'-infinity'::timestamp", "localtimestamp", "NULL::timestamp",
					"timestamp '294276-12-31'")}[typ]
		case g.Chance(.08):
			return g.param(typ)
		}
		return g.Of(cols, typ)
	}
	e := func(t string) string { return g.expr(cols, t, d-1, outer) }
	switch typ {
	case "i":
		return g.integer(e, cols, d, outer)
	case "f":
		return g.Pick("("+e("f")+" + 1)", "abs("+e("f")+")", e("i")+"::float8", "coalesce("+e("f")+", 0)",
			"date_part('dow', '-infinity'::timestamp)")
	case "b":
		return g.pred(cols, d-1, outer)
	case "d":
		return g.Pick("date_trunc('month', "+e("d")+")", "("+e("d")+" + interval '1 day')",
			"coalesce("+e("d")+", "+e("d")+")",
			"CASE WHEN "+g.pred(cols, d-1, outer)+" THEN "+e("d")+g.Pick("", " ELSE "+e("d"))+" END",
			"nullif("+e("d")+", "+e("d")+")", "greatest("+e("d")+", "+e("d")+")", e("d")+"::date::timestamp",
			"(SELECT max(at) FROM tc WHERE v > 0)", "(SELECT min(day) FROM tz)", e("d")+"::text::timestamp",
			"("+e("d")+"::timestamptz AT TIME ZONE 'UTC')")
	case "j":
		return g.Pick("jsonb_build_object('k', "+e("i")+")", "to_jsonb("+e("t")+")",
			"jsonb_set("+e("j")+", '{a}', '1', false)", e("j")+" -> 'a'",
			"JSON_OBJECT('a': "+e("i")+" RETURNING jsonb)", "("+e("j")+" || '{}')")
	case "a":
		return g.Pick("ARRAY["+e("i")+", "+e("i")+"]", e("a")+" || "+e("i"), "array_append("+e("a")+", "+e("i")+")",
			"("+e("a")+")[1:2]", "array_cat("+e("a")+", "+e("a")+")", "ARRAY(SELECT "+g.Pick("n", "id")+" FROM ta)",
			"array_remove("+e("a")+", 1)")
	}
	return g.text(e, cols, d, outer)
}

func (g *queries) integer(e func(string) string, cols []qcol, d int, outer []qcol) string {
	switch g.Rng.Intn(25) {
	case 22:
		return g.Pick("extract("+g.Pick("year", "month", "dow")+" FROM "+e("d")+")", "date_part('hour', "+e("d")+")",
			"length("+e("d")+"::time::text)") + "::numeric::text::varchar::text::float8::int"
	case 0:
		return "(" + e("i") + g.Pick(" + ", " - ", " * ", " & ") + e("i") + ")"
	case 1:
		return "coalesce(" + e("i") + ", " + e("i") + ")"
	case 2, 3:
		return "CASE WHEN " + g.pred(cols, d-1, outer) + " THEN " + e("i") +
			g.Pick("", " WHEN "+g.pred(cols, d-1, outer)+" THEN "+e("i")) + g.Pick("", " ELSE "+e("i")) + " END"
	case 4:
		return "length(" + e("t") + ")"
	case 5:
		return "nullif(" + e("i") + ", 1)"
	case 6:
		return g.Pick("greatest(", "least(") + e("i") + ", " + e("i") + ")"
	case 7:
		f, fc := g.table(d - 1)
		return "(SELECT " + g.Pick("count(*)::int", "max("+g.Of(fc, "i")+")", "coalesce(max("+g.Of(fc, "i")+"), 0)") +
			" FROM " + f + " WHERE " + g.pred(fc, 1, cols) + ")"
	case 8:
		f, fc := g.table(d - 1)
		return "(SELECT " + g.Of(fc, "i") + " FROM " + f + " WHERE " + g.pred(fc, 1, cols) + " LIMIT 1)"
	case 9:
		return "strpos(" + e("t") + ", 'a')"
	case 10:
		return "CASE " + e("i") + " WHEN " + e("i") + " THEN " + e("i") + " ELSE " + e("i") + " END"
	case 11:
		return "(" + e("a") + ")[1]"
	case 12:
		return "array_length(" + e("a") + ", 1)"
	case 13:
		return "cardinality(" + e("a") + ")"
	case 14:
		return "(" + e("j") + " ->> 'a')::text::varchar::text::float8::int"
	case 15:
		return "jsonb_array_length(jsonb_build_array(" + e("i") + "))"
	case 16:
		return g.Pick("inc", "orzero", "odd") + "(" + e("i") + ")"
	case 17:
		return "(ROW(" + e("i") + ", " + e("t") + ")).f1"
	case 18:
		return "array_position(" + e("a") + ", 1)"
	case 19:
		return "(SELECT " + e("i") + g.Pick("", " WHERE false", " LIMIT 1") + ")"
	case 20:
		return "extract(" + g.Pick("year", "month", "epoch") + " FROM " + g.Pick("'infinity'", "'2020-01-01'") +
			"::timestamp)" + "::float8::text::varchar::text::bigint::int"
	case 21:
		return "num_nulls(" + e("i") + ", " + e("t") + ")"
	}
	return "width_bucket(1, 0, 10, abs(coalesce(" + e("i") + ", 1)) + 1)"
}

func (g *queries) text(e func(string) string, cols []qcol, d int, outer []qcol) string {
	switch g.Rng.Intn(15) {
	case 13:
		if g.Chance(.4) {
			return g.inRange(cols)
		}
		return "to_char(" + e("d") + ", " + g.Pick("'YYYY'", "'Mon'", "''", e("t")) + ")"
	case 0:
		return "(" + e("t") + " || " + e("t") + ")"
	case 1:
		return "coalesce(" + e("t") + ", " + e("t") + ")"
	case 2, 3:
		return "CASE WHEN " + g.pred(cols, d-1, outer) + " THEN " + e("t") + " WHEN " + g.pred(cols, d-1, outer) +
			" THEN " + e("t") + g.Pick("", " ELSE "+e("t")) + " END"
	case 4:
		return "substring(" + e("t") + " FROM 'a.')"
	case 5:
		return e("i") + "::text"
	case 6:
		return "upper(" + e("t") + ")"
	case 7:
		return "concat(" + e("t") + ", 'x')"
	case 8:
		return e("j") + " ->> 'a'"
	case 9:
		return "concat_ws(" + e("t") + ", " + e("t") + ", 'b')"
	case 10:
		return "format(" + g.Pick("'%s', "+e("t"), e("t")+" || '%%'") + ")"
	case 11:
		return "array_to_string(" + e("a") + ", ',')"
	case 12:
		return "to_char(" + g.Pick("'infinity'", "'2020-01-01'") + "::timestamp, 'YYYY')"
	}
	return "(SELECT string_agg(x, ',') FROM (SELECT " + e("t") + " AS x) AS y)"
}

// inRange is NULL for an infinity that its conditions let through.
func (g *queries) inRange(cols []qcol) string {
	c := g.Of(cols, "d")
	return "CASE WHEN " + c + g.Pick(" <= ", " < ") + "'infinity'::timestamp AND " + c + g.Pick(" >= ", " > ") +
		"'-infinity'::timestamp THEN to_char(" + c + ", 'YYYY') ELSE '' END"
}

func (g *queries) pred(cols []qcol, d int, outer []qcol) string {
	if d > 0 && g.Chance(.45) {
		switch g.Rng.Intn(4) {
		case 0, 1:
			return "(" + g.pred(cols, d-1, outer) + " AND " + g.pred(cols, d-1, outer) + ")"
		case 2:
			return "(" + g.pred(cols, d-1, outer) + " OR " + g.pred(cols, d-1, outer) + ")"
		default:
			return "NOT (" + g.pred(cols, d-1, outer) + ")"
		}
	}
	e := func(t string) string { return g.expr(cols, t, d-1, outer) }
	switch g.Rng.Intn(24) {
	case 21, 22:
		c := g.Of(cols, "d")
		return "(" + c + g.Pick(" > ", " >= ", " <> ") + g.Pick("'-infinity'", "'-infinity'", "'2000-01-01'") +
			"::timestamp AND " + c + g.Pick(" < ", " <= ", " <> ") +
			g.Pick("'infinity'::timestamp", "'infinity'::timestamp", "localtimestamp") + ")"
	case 23:
		return g.Pick("isfinite("+e("d")+")", e("d")+" BETWEEN "+e("d")+" AND "+e("d"),
			e("d")+g.Pick(" < ", " = ", " >= ")+e("d"))
	case 0:
		return e("i") + " IS NULL"
	case 1, 2:
		return e("i") + " IS NOT NULL"
	case 3:
		return e("t") + " IS NOT NULL"
	case 4, 5:
		return e("i") + g.Pick(" = ", " < ", " <> ") + e("i")
	case 6:
		return e("t") + " LIKE 'a%'"
	case 7:
		return e("i") + " IN (1, 2)"
	case 8:
		return e("i") + " NOT IN (1, 7)"
	case 9, 20:
		return "(" + g.Pick(e("i"), g.Of(cols, "i"), g.Of(cols, "i")) + " > 0) IS " +
			g.Pick("NOT FALSE", "TRUE", "NOT TRUE", "NOT TRUE", "UNKNOWN", "NOT UNKNOWN", "FALSE")
	case 10:
		return e("i") + g.Pick(" IN ", " NOT IN ") + "(SELECT " + g.Pick("id", "n") + " FROM ta)"
	case 11, 19:
		return g.Pick(e("i"), g.Of(cols, "i")) + g.Pick(" = ANY (", " <> ALL (", " <> ALL (") +
			g.Pick(e("a"), "'{}'::int[]") + ")"
	case 12:
		return "EXISTS (SELECT 1 FROM tb AS x WHERE x.id = " + e("i") + ")"
	case 13:
		return e("t") + g.Pick(" IS DISTINCT FROM ", " IS NOT DISTINCT FROM ") + e("t")
	case 14:
		return "(" + e("i") + ", " + e("t") + ")" + g.Pick(" = ", " < ", " <> ") + "(" + e("i") + ", " + e("t") + ")"
	case 15:
		return "coalesce(" + e("i") + ", " + e("i") + ") > 0"
	case 16:
		return e("i") + " BETWEEN " + e("i") + " AND 7"
	case 17:
		return "(" + e("j") + ") ? 'a'"
	case 18:
		return "ROW(" + e("i") + ", " + e("t") + ") IS " + g.Pick("NULL", "NOT NULL")
	}
	return g.Pick("odd", "orzero") + "(" + e("i") + ") >= 0"
}
