package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/source"
)

// warnings are the codes of a text, with the text that each points to.
func warnings(t *testing.T, d Dialect, text string) string {
	t.Helper()
	_, diags := Parse(source.New("q.sql", text), d)
	var out []string
	for _, w := range diags {
		out = append(out, fmt.Sprintf("%s %s", w.Code, w.Span.Text()))
	}
	return strings.Join(out, "; ")
}

var trapDialect = Dialect{DollarQuotes: true, EscapeStrings: true, Placeholders: "$"}

func TestParameterInText(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT '%${q}%'":                  "SQG115 ${q}",
		"@set q = 'x'\nSELECT '%${q}%'":    "SQG115 ${q}", // and not that q is never used
		"SELECT '${a} ${b}', '${a}'":       "SQG115 ${a}; SQG115 ${a}",
		"SELECT $$ ${q} $$":                "SQG115 ${q}",
		"SELECT E'\\'${q}'":                "SQG115 ${q}",
		"SELECT x AS \"${q}\"":             "SQG115 ${q}",
		"SELECT ${q} -- ${r}\n /* ${s} */": "",
		"SELECT '$ {q} ${} ${1} ${a b}'":   "",
		"SELECT '%' || ${q} || '%'":        "",
	} {
		if got := warnings(t, trapDialect, "-- QUERY a\n"+sql+";\n"); got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
	if got := warnings(t, trapDialect, "-- MIGRATE 1\nINSERT INTO t VALUES ('${name}');\n"); got != "" {
		t.Errorf("a migration takes no parameters, and its texts may hold what they like: %s", got)
	}
}

func TestJoined(t *testing.T) {
	for sql, want := range map[string]string{
		"'%${q}%'": "'%' || ${q} || '%'", "'${q}'": "${q}", "'a''${q}${r}b'": "'a''' || ${q} || ${r} || 'b'",
	} {
		if got := joined(sql, textParameter.FindAllStringSubmatchIndex(sql, -1)); got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	for sql, want := range map[string]Place{
		"SELECT 1 WHERE a IN (${x})":                        ListItem,
		"SELECT 1 WHERE a NOT IN ( /* all */ ${x} )":        ListItem,
		"SELECT 1 WHERE a IN (${x}, 2)":                     Anywhere,
		"SELECT 1 WHERE a IN (${x}::int)":                   Anywhere,
		"SELECT 1 WHERE a IN (SELECT ${x})":                 Anywhere,
		"SELECT f(${x})":                                    Anywhere,
		"SELECT 1 ORDER BY ${x}":                            SortKey,
		"SELECT 1 ORDER BY a, ${x} DESC":                    SortKey,
		"SELECT 1 ORDER BY lower(a), ${x} LIMIT 1":          SortKey,
		"SELECT sum(a) OVER (PARTITION BY b ORDER BY ${x})": SortKey,
		"SELECT 1 ORDER BY a <-> ${x}":                      Anywhere,
		"SELECT 1 ORDER BY ${x} = a":                        Anywhere,
		"SELECT 1 ORDER BY ${x} IS NULL":                    NullTested,
		"SELECT 1 ORDER BY CASE ${x} WHEN 'a' THEN a END":   Anywhere,
		"SELECT 1 ORDER BY a LIMIT ${x}":                    Anywhere,
		"SELECT 1 ORDER BY a LIMIT 5, ${x}":                 Anywhere,
		"SELECT 1 GROUP BY a, ${x}":                         Anywhere,
		"SELECT 1 FROM (SELECT 1 ORDER BY a), f(2, ${x})":   Anywhere,
		"SELECT 1 ORDER BY f(a, ${x})":                      Anywhere,
	} {
		blocks, diags := Parse(source.New("q.sql", "-- QUERY a\n"+sql+";\n"), trapDialect)
		for _, p := range blocks[0].Parts {
			if p.Param >= 0 && (p.Place != want || len(diags) > 0) {
				t.Errorf("%s: place %d, want %d, %v", sql, p.Place, want, diags)
			}
		}
	}
}

// TestAsked: where a statement does something of its own with NULL, and where it does not.
func TestAsked(t *testing.T) {
	for _, c := range []struct {
		want Place
		sql  []string
	}{
		{NullTested, []string{
			"${x} IS NULL OR a = 1", "a = 1 OR ${x} is not null", "${x}::text[] IS NULL", "(${x}) IS NULL",
			"((${x})::text) IS NULL",
			"CAST(${x} AS text) IS NULL", "try_cast( ${x} AS decimal(10, 2) ) IS NULL",
			"${x}::timestamp with time zone IS NULL",
			"${x}::character varying(20)[] ISNULL", `${x}::"a"."b" NOTNULL`, "${x} /* given? */ NOT NULL",
			"NOT ${x} IS NULL",
			"CASE WHEN ${x} IS NULL THEN 1 ELSE 2 END = 1", "f(a, ${x} IS NULL)", "${x}::boolean IS UNKNOWN",
			"a = ${x} IS NULL",
			"a > 1 AND\n\t${x}\n\tIS NULL",
		}},
		{NullReplaced, []string{
			"a = coalesce(${x}, a)", "a = COALESCE(b, ${x}::int, 1)", "a = ifnull(${x}, 1)",
			"a = coalesce((${x}), f(1, 2))",
			"a = coalesce(CAST(${x} AS int), 2)", "a = coalesce(f(b, 2), ${x}, 1)",
		}},
		{NullCompared, []string{
			"a IS DISTINCT FROM ${x}", "a IS NOT DISTINCT FROM ${x}::text AND b", "${x} IS NOT DISTINCT FROM a",
			"(a IS DISTINCT FROM (${x}))", "CAST(${x} AS text) IS DISTINCT FROM a",
		}},
		{Anywhere, []string{
			"a = ${x}", "a = ${x} AND b IS NULL", "f(${x}) IS NULL", "a || ${x} IS NULL", "${x} || a IS NULL",
			"a = coalesce(b, ${x})",
			"a = coalesce(b, ${x}::int)", "a = coalesce(b + ${x}, 1)", "a = coalesce(f(b, ${x}), 1)",
			"a = coalesce(${x} + 1, 1)",
			"a = greatest(${x}, 1)", "a = nullif(${x}, '')", "${x}::boolean IS TRUE", "${x} IS NOT FALSE",
			"a IN (${x}, 1)",
			"a IS DISTINCT FROM ${x} + 1", "EXISTS (SELECT DISTINCT 1 FROM f(${x}))", "a = coalesce(b[g(1, ${x})], 1)",
			"${x}::text = a AND b IS NULL",
		}},
	} {
		for _, sql := range c.sql {
			if got := placeOf(t, sql, trapDialect); got != c.want {
				t.Errorf("%s: place %d, want %d", sql, got, c.want)
			}
		}
	}
	for sql, want := range map[string]Place{
		"a IS ${x}": NullCompared, "a IS NOT ${x} AND b": NullCompared, "${x} IS a": NullCompared,
		"${x} IS NOT a": NullCompared,
		"${x} IS TRUE":  Anywhere, "a IS ${x} + 1": Anywhere, "${x} IS NULL": NullTested,
		"a IS NOT DISTINCT FROM ${x}": NullCompared,
	} {
		if got := placeOf(t, sql, Dialect{IsCompares: true}); got != want {
			t.Errorf("%s where IS compares: place %d, want %d", sql, got, want)
		}
	}
}

func placeOf(t *testing.T, condition string, d Dialect) (place Place) {
	t.Helper()
	blocks, diags := Parse(source.New("q.sql", "-- QUERY a\nSELECT 1 FROM t WHERE "+condition+";\n"), d)
	if len(diags) > 0 {
		t.Errorf("%s: %v", condition, diags)
	}
	for _, p := range blocks[0].Parts {
		if p.Param >= 0 {
			place = p.Place
		}
	}
	return place
}

func TestForeign(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT @id":                        "@id=id",
		"SELECT :id, a":                     ":id=id",
		"WHERE a = ?":                       "?=",
		"WHERE a = {{ x.id }}":              "{{ x.id }}=x.id",
		"WHERE a = #{id}":                   "#{id}=id",
		"WHERE a = %(id)s AND b = %s":       "%(id)s=id %s=",
		"WHERE a::int = 1 AND b @> c":       "",
		"WHERE a @@ b AND c[1:n] % 2 = 0":   "",
		"SELECT '@id', ':id', \"?\", 'x%s'": "",
		"VALUES (?, ?)":                     "?= ?=",
		"SELECT @ id, @(id), a ? 'b'":       "",
	} {
		blocks, _ := Parse(source.New("q.sql", "-- QUERY a\n"+sql+";\n"), trapDialect)
		var got []string
		for _, f := range blocks[0].Foreign {
			got = append(got, f.Span.Text()+"="+f.Name)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q, want %q", sql, s, want)
		}
	}
}

// TestStrayHeaders: what slides into the block above, and what may stand as a comment anywhere.
func TestStrayHeaders(t *testing.T) {
	for header, want := range map[string]bool{
		"-- QUERIES foo :one": true, "-- SELECT foo :one": true, "-- foo :one": true, "-- foo :one :pluck": true,
		"-- foo :result=User": true, "-- foo :appender(a, b)": true, "-- MIGRATION 2": true, "-- QUERIES foo": true,
		"-- QUERYfoo": true, "-- QUERY_foo": true, "-- MIGRATE2": true, "/* foo :one */": true,
		"/* foo :one\n doc: x */": true,
		"-- all users":            false, "-- SELECT foo": false, "-- QUERIES": false, "-- TABLES": false, "-- see :one": true,
		"-- what a user has :shop": false, "-- one of many words here :one": false, "-- at 12:30": false,
		"-- QUERIES for the shop": false,
		"-- Migration 2":          false, "-- https://example.com:all": false,
	} {
		got := warnings(t, trapDialect,
			"-- MIGRATE 1\nCREATE TABLE t (a int);\n\n"+header+"\nCREATE TABLE u (a int);\n")
		if got != "" != want || want && !strings.HasPrefix(got, "SQG102 ") {
			t.Errorf("%s: %q", header, got)
		}
	}
	for _, harmless := range []string{
		"-- MIGRATE 1\nCREATE TABLE t (a int);\n-- MIGRATION 2\n-- MIGRATE 2\nCREATE TABLE u (a int);\n", // documentation
		"-- MIGRATE 1\nCREATE TABLE t (a int);\n-- foo :one\n",                                           // nothing below it
	} {
		if got := warnings(t, trapDialect, harmless); got != "" {
			t.Errorf("%s: %s", harmless, got)
		}
	}
}

func TestLostRows(t *testing.T) {
	for sql, want := range map[string]bool{
		"SELECT a FROM t": true, "CREATE TABLE u (a int); SELECT a, b FROM t WHERE f(a)": true,
		"SELECT setval('s', max(a)) FROM t": false, "SELECT a INTO u FROM t": false, "SELECT f()": false,
		"SELECT 1":                      false,
		"INSERT INTO t SELECT a FROM u": false, "CREATE VIEW v AS SELECT a FROM t": false,
	} {
		if got := warnings(t, trapDialect, "-- MIGRATE 1\n"+sql+";\n"); (got == "SQG120 SELECT") != want {
			t.Errorf("%s: %q", sql, got)
		}
	}
}
