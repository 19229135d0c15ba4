package duckdb

import (
	"errors"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

const lookupSchema = setSchema + `
CREATE TABLE part (item INTEGER, no BIGINT, note VARCHAR, rowid_ INTEGER);
CREATE TABLE named (id INTEGER, rowid INTEGER, p_row INTEGER, p_id INTEGER);
CREATE MACRO items_of(i) AS TABLE SELECT * FROM part WHERE item = i;
`

// TestLookup: what becomes one query for many rows, and what does not.
func TestLookup(t *testing.T) {
	s := open(t, lookupSchema)
	for _, c := range []struct{ sql, want string }{ // what is in the derived query, or why there is none
		{"SELECT id, name FROM item WHERE id = ${id}",
			"SELECT id, name, k.p_row\nFROM (\n  SELECT unnest(p_id) AS p_id, generate_subscripts(p_id, 1) AS p_row\n" +
				"  FROM (SELECT $1::INTEGER[] AS p_id)\n) AS k\nCROSS JOIN item WHERE id = k.p_id\nORDER BY rowid"},
		{"SELECT * FROM item WHERE id = ${id}", "SELECT * EXCLUDE (k.p_id, k.p_row), k.p_row\nFROM"},
		{"SELECT n + ${more}::INTEGER, i.* FROM item i\nWHERE i.code = ${code} AND n > ${n} -- the end",
			"i.code = k.p_code AND n > k.p_n -- the end\nORDER BY rowid"},
		{"SELECT id -- the key\nFROM item WHERE id = ${id}", "SELECT id -- the key\n, k.p_row\nFROM"},
		{"SELECT id FROM item k WHERE id = ${id} ORDER BY n DESC, name",
			"CROSS JOIN item k WHERE id = k_.p_id ORDER BY n DESC, name, rowid"},
		{"SELECT id FROM item WHERE ${id} = id ORDER BY CASE WHEN ${up}::BOOLEAN THEN n ELSE -n END",
			"THEN n ELSE -n END, rowid"},
		{"SELECT id, name FROM items WHERE id = ${id}", "differently"}, // a view's rows have no numbers that keep their order
		{"SELECT id, upper(name), now() FROM items WHERE id = ${id} ORDER BY 2", "CROSS JOIN items WHERE"},
		{"SELECT i.id, p.note FROM item i JOIN part p ON p.item = i.id AND p.note = ${note} WHERE i.id = ${id}",
			"p.note = k.p_note WHERE i.id = k.p_id"},
		{"SELECT i.id, p.note FROM item i, part p WHERE p.item = i.id AND i.id = ${id} ORDER BY p.no", "ORDER BY p.no"},
		{"SELECT i.id, p.note FROM item i LEFT JOIN part p ON p.item = i.id AND p.note LIKE 'a%' WHERE i.id = ${id} ORDER BY p.no", "ORDER BY p.no"},
		{"SELECT i.id, p.note FROM item i LEFT JOIN part p ON p.item = i.id AND p.note = ${note} WHERE i.id = ${id}",
			"differently"},
		{"SELECT * FROM item JOIN supplier ON supplier = supplier.id WHERE supplier.name = ${name}",
			"* EXCLUDE (k.p_name, k.p_row)"},
		{"SELECT m FROM felt WHERE m = ${m}", "$1::mood[]"},
		{"SELECT price FROM item WHERE price = ${price}", "$1::DECIMAL(10,2)[]"},
		{"SELECT id FROM item WHERE id = ${id} AND n IS NOT DISTINCT FROM ${n}", "IS NOT DISTINCT FROM k.p_n"},
		{"SELECT id FROM item WHERE id = ${id} ORDER BY ALL", "differently"},
		{"SELECT id FROM item WHERE n > ${n}", "compares no column"},
		{"SELECT id FROM item WHERE n = ${n} OR id = ${id}", "compares no column"},
		{"SELECT id FROM item WHERE id IN (${id}, ${other})", "compares no column"},
		{"SELECT id FROM item WHERE n IS NOT DISTINCT FROM ${n}", "compares no column"},
		{"SELECT v FROM loose WHERE folded = ${folded}", "compares no column"},
		{"SELECT id FROM item WHERE id = ${id} LIMIT 3", "it has LIMIT"},
		{"SELECT count(*) FROM item WHERE id = ${id}", "it has an aggregate"},
		{"SELECT n, sum(price) FROM item WHERE id = ${id} GROUP BY n", "it has an aggregate"},
		{"SELECT DISTINCT n FROM item WHERE id = ${id}", "it has DISTINCT"},
		{"SELECT rank() OVER (ORDER BY n) FROM item WHERE id = ${id}", "it has a window"},
		{"SELECT id FROM item WHERE id = ${id} UNION ALL SELECT id FROM supplier", "it has UNION"},
		{"WITH i AS (FROM item) SELECT id FROM i WHERE id = ${id}", "each row"},
		{"FROM item WHERE id = ${id}", "does not start with SELECT"},
		{"SELECT (SELECT max(no) FROM part WHERE item = i.id) FROM item i WHERE id = ${id}", "each row"},
		{"SELECT id FROM item i WHERE id = ${id} AND EXISTS (FROM part WHERE item = i.id)", "each row"},
		{"SELECT id FROM item WHERE id = ${id} AND n = (SELECT max(no) FROM part)", "each row"},
		{"SELECT unnest(tags) FROM item WHERE id = ${id}", "unnest()"},
		{"SELECT g FROM range(10) r(g) WHERE g = ${g}", "which is no table"},
		{"SELECT no FROM items_of(${item}) WHERE no = ${no}", "each row"},
		{"SELECT id FROM (SELECT * FROM item WHERE id = ${id}) WHERE n = ${n}", "each row"},
		{"SELECT id FROM (SELECT * FROM item ORDER BY n) WHERE id = ${id}", "ORDER BY in a subquery"},
		{"SELECT random() FROM item WHERE id = ${id}", "the function random"},
		{"SELECT id FROM item WHERE id = ${id} ORDER BY random()", "the function random"},
		{"SELECT id FROM item WHERE id = ${id} AND nextval('numbers') > 0", "the function nextval"},
		{"SELECT alias(${id}) FROM item WHERE id = ${id}", "alias()"},
		{"SELECT rowid FROM item WHERE id = ${id}", "the number of a row"},
		{"SELECT id FROM item WHERE id = ${id} AND name::INTEGER > 3", "might fail"},
		{"SELECT id FROM item WHERE id = ${id} AND 10 // n > 3", "might fail"},
		{"SELECT i.id FROM item i JOIN part p ON p.note::INTEGER = i.id WHERE i.id = ${id}", "might fail"},
		{"SELECT i.id FROM item i LEFT JOIN part p ON p.note::INTEGER = i.id WHERE i.id = ${id}", "might fail"},
		{"SELECT i.id FROM item i RIGHT JOIN part p ON p.item = i.id WHERE i.id = ${id}", "differently"},
		{"SELECT i.id FROM item i FULL JOIN part p ON p.item = i.id WHERE i.id = ${id}", "a join that is"},
		{"SELECT i.id FROM item i SEMI JOIN part p ON p.item = i.id WHERE i.id = ${id}", "a join that is SEMI"},
		{"SELECT i.id FROM item i ANTI JOIN part p ON p.item = i.id WHERE i.id = ${id}", "a join that is ANTI"},
		{"SELECT i.id FROM item i ASOF JOIN part p ON p.item = i.id AND p.no <= i.n WHERE i.id = ${id}", "each row"},
		{"SELECT i.id FROM item i POSITIONAL JOIN part p WHERE i.id = ${id}", "each row"},
		{"SELECT id FROM item TABLESAMPLE 50% WHERE id = ${id}", "a sample"},
		{"SELECT id FROM item WHERE tags = ${tags}", "holds others"},
		{"SELECT id FROM item WHERE id = ${id} AND list_contains(${tags}::VARCHAR[], name)", "each row"},
		{"SELECT id, * FROM named WHERE id = ${id}", "differently"},
		{"SELECT p_id FROM named WHERE id = ${id}", "differently"},
		{"SELECT id IS DISTINCT FROM n FROM item WHERE id = ${id}", "each row"},
	} {
		d, err := s.Describe(t.Context(), enginetest.Statement(c.sql))
		var e *engine.Error
		if errors.As(err, &e) {
			t.Errorf("%s\n%+v", c.sql, e)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Set.SQL + d.Set.Each; !strings.Contains(got, c.want) || (d.Set.SQL == "") == (d.Set.Each == "") {
			t.Errorf("%s\n%s\nnot: %s", c.sql, got, c.want)
		}
	}
}

// TestLookupProof: a query that is not the one derived proves nothing.
func TestLookupProof(t *testing.T) {
	s := open(t, lookupSchema)
	ask := func(sql string) question {
		q, err := s.question(t.Context(), sql)
		if err != nil {
			t.Fatal(err, sql)
		}
		return q
	}
	const k = "(SELECT CAST($1 AS INTEGER) AS p_id, CAST($2 AS VARCHAR) AS p_note, CAST($3 AS BIGINT) AS p_row) AS k"
	for _, c := range []struct {
		one, many string
		changes   [][2]string
	}{
		{"SELECT id, n FROM item WHERE id = $1 AND name > $2 ORDER BY n",
			"SELECT id, n, k.p_row FROM " + k +
				" CROSS JOIN item WHERE id = k.p_id AND name > k.p_note ORDER BY n, rowid",
			[][2]string{{"k.p_row FROM", "k.p_id FROM"}, {"k.p_row FROM", "k.p_row + 1 FROM"},
				{"id, n, k", "id, id, k"}, {"id, n, k", "n, id, k"}, {"SELECT id, n", "SELECT DISTINCT id, n"},
				{"= k.p_id", ">= k.p_id"}, {"= k.p_id", "= 1"}, {" AND name > k.p_note", ""},
				{"> k.p_note", "< k.p_note"}, {"name >", "code >"}, {" n, rowid", " rowid"},
				{"n, rowid", "n DESC, rowid"}, {"n, rowid", "n NULLS FIRST, rowid"}, {"n, rowid", "rowid, n"},
				{"n, rowid", "n, rowid DESC"}, {"n, rowid", "n, rowid, id"},
				{"CROSS JOIN item", "CROSS JOIN (SELECT * FROM item LIMIT 1)"},
				{"JOIN item", "JOIN felt f CROSS JOIN item"}, {"CROSS JOIN item", "LEFT JOIN item ON true"}}},
		{"SELECT id FROM item WHERE id = $1",
			"SELECT id, k.p_row FROM " + strings.ReplaceAll(k, "$3", "$2") +
				" CROSS JOIN item WHERE id = k.p_id ORDER BY rowid",
			[][2]string{{" ORDER BY rowid", ""}, {"ORDER BY rowid", "ORDER BY n"}, {"rowid", "rowid DESC"}}},
		{"SELECT i.id, note FROM item i LEFT JOIN part p ON p.item = i.id AND p.note > 'a' WHERE i.id = $1 AND i.name > $2",
			"SELECT i.id, note, k.p_row FROM " + k +
				" CROSS JOIN item i LEFT JOIN part p ON p.item = i.id AND p.note > 'a' WHERE i.id = k.p_id AND i.name > k.p_note",
			[][2]string{{"LEFT JOIN", "JOIN"}, {" AND p.note > 'a'", ""}, {"p.note > 'a'", "i.name > 'a'"},
				{"p.item = i.id", "p.item = k.p_id"}, {"i.id = k", "p.item = k"}, {"part p", "named p"},
				{"note, k", "i.name, k"}, {"WHERE", "AND"}}},
		{"SELECT i.id, note FROM item i LEFT JOIN part p ON p.item = i.id WHERE i.id = $1 AND i.name > $2",
			"SELECT i.id, note, k.p_row FROM " + k +
				" CROSS JOIN item i LEFT JOIN part p ON p.item = i.id WHERE i.id = k.p_id AND i.name > k.p_note",
			[][2]string{{"FROM " + k + " CROSS JOIN item i LEFT JOIN part p ON p.item = i.id",
				"FROM item i LEFT JOIN (" + k + " CROSS JOIN part p) ON p.item = i.id"}}},
	} {
		one, number := ask(c.one), strings.Count(c.one, "$")+1
		if !ask(c.many).proves(one, number) {
			t.Fatal("the derived query proves nothing:", c.many)
		}
		for _, change := range c.changes {
			sql := strings.Replace(c.many, change[0], change[1], 1)
			if q, err := s.question(t.Context(), sql); sql == c.many || err == nil && q.proves(one, number) {
				t.Errorf("%q for %q is taken for the same", change[1], change[0])
			}
		}
	}
}
