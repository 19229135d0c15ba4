package postgres

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
)

const lookupSchema = setSchema + `
CREATE VIEW lucky AS SELECT id, random() AS luck FROM item;
CREATE VIEW luckier AS SELECT * FROM lucky;
CREATE POLICY guard ON guarded USING (n < random());
`

// TestLookup: what becomes one query for many rows, and what does not.
func TestLookup(t *testing.T) {
	s := open(t, lookupSchema)
	for _, c := range []struct{ sql, want string }{ // what is in the derived query, or why there is none
		{"SELECT * FROM item WHERE id = ${id}", "SELECT * FROM item WHERE id = k.p_id\n) AS q"},
		{"SELECT * FROM item WHERE id = ${id}",
			"FROM (\n  SELECT * FROM unnest((SELECT $1::integer[]))\n    WITH ORDINALITY AS k (p_id, p_row)\n  ORDER BY p_id\n) AS k,"},
		{"SELECT id FROM item WHERE n = ${n} AND name > ${name} AND ${code} = code::text", "ORDER BY p_n, p_code\n"},
		{"SELECT id FROM item WHERE n > ${n} LIMIT ${most}", "FROM unnest($1::integer[], $2::bigint[])\n"},
		{"SELECT k.id AS q FROM item k WHERE k.id = ${id} -- the end",
			"LATERAL (\nSELECT k.id AS q FROM item k WHERE k.id = k_.p_id -- the end\n) AS q_"},
		{"SELECT id FROM item WHERE n = ${n} ORDER BY at LIMIT ${most} OFFSET ${from}",
			"LIMIT k.p_most OFFSET k.p_from"},
		{"SELECT name, count(*) FILTER (WHERE n > ${n}) FROM item GROUP BY name HAVING count(*) < ${most}", "k.p_most"},
		{"SELECT sum(n + ${n}), percentile_disc(${part}) WITHIN GROUP (ORDER BY n) FROM item", "k.p_part"},
		{"WITH i AS (SELECT * FROM item WHERE id = ${id}) SELECT (SELECT max(n) FROM i WHERE n > ${n}) FROM i",
			"k.p_n"},
		{"SELECT id FROM item WHERE id = ${id} UNION ALL SELECT id FROM supplier WHERE id = ${id}",
			"supplier WHERE id = k.p_id"},
		{"SELECT g FROM generate_series(${a}::int, ${b}) g", "generate_series(k.p_a::int, k.p_b)"},
		{"VALUES (${a}::int, 'x'), (${b}, 'y')", "VALUES (k.p_a::int, 'x')"},
		{"SELECT ${a}::int, now(), at FROM item WHERE id = ${id}", "now()"},
		{"SELECT count(*) FROM items WHERE id = ${id}", "k.p_id"},
		{"SELECT DISTINCT ON (name) name, n FROM item WHERE n = ${n} ORDER BY name, n", "DISTINCT ON"},
		{"SELECT sum(${n}::int) FROM item", "PostgreSQL"},
		{"SELECT row_to_json(x) FROM (SELECT ${n}::int) x", "reads an expression differently"},
		{"SELECT row_to_json(x) FROM (SELECT ${n}::int AS n) x", "k.p_n::int AS n"},
		{"SELECT id FROM item WHERE tags = ${tags}", "tags is one"},
		{"SELECT random(), id FROM item WHERE id = ${id}", "the function random"},
		{"SELECT luck FROM lucky WHERE id = ${id}", "the function random"},
		{"SELECT luck FROM luckier WHERE id = ${id}", "the function random"},
		{"SELECT n FROM guarded WHERE id = ${id}", "the function random"},
		{"SELECT n FROM item WHERE id = ${id} AND n IN (SELECT nextval('person_id_seq'))", "the function nextval"},
		{"SELECT n FROM item TABLESAMPLE bernoulli (50) WHERE id = ${id}", "another sample"},
		{"SELECT n FROM item WHERE id = ${id} FOR UPDATE", "locks"},
		{"WITH gone AS (DELETE FROM part WHERE item = ${id} RETURNING no) SELECT no FROM gone", "changes rows"},
	} {
		d, err := s.Describe(ctx, stmt(c.sql))
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
			continue
		}
		if got := d.Set.SQL + d.Set.Each; !strings.Contains(got, c.want) || (d.Set.SQL == "") == (d.Set.Each == "") {
			t.Errorf("%s: %s", c.sql, got)
		}
		if changes := strings.Contains(c.sql, "DELETE"); d.Set.Atomic != changes {
			t.Errorf("%s: in one transaction %t, want %t", c.sql, d.Set.Atomic, changes)
		}
	}
}

// TestLookupProof: a query that is not the one derived proves nothing.
func TestLookupProof(t *testing.T) {
	s := open(t, lookupSchema)
	in := stmt("SELECT id, (SELECT max(no) FROM part WHERE item = i.id AND no < ${most}) FROM item i WHERE n = ${n} ORDER BY at LIMIT ${most}")
	d, err := s.Describe(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	proves := compared(t, s, in.SQL, func(one,
		many *querytree.Node) bool {
		return querytree.ProvesLookup(one, many, len(in.Params))
	})
	if !proves(d.Set.SQL) {
		t.Fatal("the derived query proves nothing:", d.Set.SQL)
	}
	for _, c := range [][2]string{
		{"n = k.p_n", "n = k.p_row"}, {"n = k.p_n", "n >= k.p_n"}, {"n = k.p_n", "n = 1"},
		{"no < k.p_most", "no < k.p_n"}, {"no < k.p_most", "no < i.n"},
		{"ORDER BY at", "ORDER BY n"}, {"ORDER BY at", "ORDER BY at DESC"}, {" LIMIT k.p_most", ""},
		{"FROM item i", "FROM ONLY item i"}, {"FROM part", "FROM person, part"},
		{"SELECT q.*, k.p_row", "SELECT q.*, k.p_most"}, {"SELECT q.*, k.p_row", "SELECT q.id, q.id, k.p_row"},
		{"SELECT q.*, k.p_row", "SELECT DISTINCT q.*, k.p_row"},
		{") AS q", ") AS q WHERE q.id > 1"}, {") AS q", ") AS q LIMIT 1"}, {") AS q", ") AS q, part"},
		{"ORDER BY p_n\n", "ORDER BY p_n LIMIT 1\n"},
		{"  SELECT * FROM unnest", "  SELECT p_n AS p_most, p_most AS p_n, p_row FROM unnest"},
		{"ORDER BY p_n\n", "OFFSET 1\n"},
		{"  SELECT * FROM unnest", "  SELECT DISTINCT * FROM unnest"}, {"  ORDER BY p_n\n", "  WHERE p_n > 1\n"},
		{"  SELECT * FROM unnest", "  SELECT p_most, p_n, p_row + 1 AS p_row FROM unnest"},
	} {
		if sql := strings.Replace(d.Set.SQL, c[0], c[1], 1); sql == d.Set.SQL || proves(sql) {
			t.Errorf("%q for %q is taken for the same", c[1], c[0])
		}
	}
}

// TestKeyed: which queries take a list of keys.
func TestKeyed(t *testing.T) {
	s := open(t,
		lookupSchema+"CREATE INDEX ON item (price); CREATE INDEX ON item (name); CREATE TABLE fixed (code char(3) PRIMARY KEY, id uuid UNIQUE);")
	for _, c := range []struct{ sql, want string }{ // "" for none
		{"SELECT * FROM item WHERE id = ${id}", "SELECT *, item.id FROM item WHERE id = ANY ($1::integer[])"},
		{"SELECT i.name -- the name\nFROM public.item AS i (x, y)\nWHERE n > 3 AND x = ${id}",
			"SELECT i.name -- the name\n, i.x\nFROM public.item AS i (x, y)\nWHERE n > 3 AND x = ANY ($1::integer[])"},
		{"select n from item where code = ${code}", "select n, item.code from item where code = ANY ($1::text[])"},
		{"SELECT n FROM item WHERE name = ${name}", "SELECT n, item.name FROM item WHERE name = ANY ($1::text[])"},
		{"SELECT code FROM fixed WHERE id = ${id}", "SELECT code, fixed.id FROM fixed WHERE id = ANY ($1::uuid[])"},
		{"SELECT i.id FROM part p LEFT JOIN item i ON i.id = p.item WHERE i.id = ${id}",
			"SELECT i.id, i.id FROM part p LEFT JOIN item i ON i.id = p.item WHERE i.id = ANY ($1::integer[])"},
		{"SELECT v FROM day WHERE at = ${at}", ""},         // a date may be what a program has two values for
		{"SELECT id FROM item WHERE price = ${price}", ""}, // 1.0 is 1.00
		{"SELECT id FROM fixed WHERE code = ${code}", ""},  // 'a' is 'a  '
		{"SELECT n FROM folded WHERE name = ${name}", ""},  // as the collation has it
		{"SELECT id FROM item WHERE n = ${n}", ""},         // no index
		{"SELECT id FROM part JOIN item ON id = item WHERE item = ${id}", ""},
		{"SELECT id FROM item WHERE id = ${id} ORDER BY n", ""},
		{"SELECT id FROM item WHERE id = ${id} LIMIT 1", ""},
		{"SELECT DISTINCT n FROM item WHERE id = ${id}", ""},
		{"SELECT count(*) FROM item WHERE id = ${id}", ""},
		{"SELECT n FROM item WHERE id = ${id} GROUP BY n", ""},
		{"SELECT sum(n) OVER () FROM item WHERE id = ${id}", ""},
		{"SELECT unnest(tags) FROM item WHERE id = ${id}", ""},
		{"SELECT id FROM item WHERE id = ${id} UNION ALL SELECT 1", ""},
		{"WITH i AS (SELECT 1) SELECT id FROM item, i WHERE id = ${id}", ""},
		{"SELECT id FROM item WHERE id = ${id} AND n > ${n}", ""},
		{"SELECT id FROM item WHERE id = ${id} AND n > ${id}", ""},
		{"SELECT id + ${n} FROM item WHERE id = ${id}", ""},
		{"SELECT id FROM item WHERE id = ${id} OR n > 3", ""},
		{"SELECT id FROM item WHERE NOT id = ${id}", ""},
		{"SELECT id FROM item WHERE id = ${id}::bigint", ""},
		{"SELECT id FROM item WHERE ${id} = id", ""},
		{"SELECT id FROM items WHERE id = ${id}", ""}, // a view
		{"SELECT id FROM (SELECT id FROM item) i WHERE id = ${id}", ""},
		{"SELECT (SELECT max(no) FROM part WHERE item = ${id}) FROM item", ""},
		{"SELECT n IS DISTINCT FROM 3 FROM item WHERE id = ${id}", ""}, // FROM is not where the relations are
	} {
		d, err := s.Describe(ctx, stmt(c.sql))
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
		} else if d.Set.Keyed != c.want {
			t.Errorf("%s: %q", c.sql, d.Set.Keyed)
		}
	}
}

// TestOwn: a query that returns the column itself takes a list of keys as it is.
func TestOwn(t *testing.T) {
	s := open(t, lookupSchema+"CREATE INDEX ON item (name);")
	for _, c := range []struct {
		sql, want string // "" for none
		at        int
	}{
		{"SELECT n, id FROM item WHERE id = ${id}", "SELECT n, id FROM item WHERE id = ANY ($1::integer[])", 1},
		{"SELECT *, n AS id FROM item WHERE id = ${id}", "SELECT *, n AS id FROM item WHERE id = ANY ($1::integer[])",
			0},
		{"SELECT i.name AS x FROM item i WHERE name = ${name}",
			"SELECT i.name AS x FROM item i WHERE name = ANY ($1::text[])", 0},
		{"SELECT n FROM item WHERE id = ${id}", "", 0},
		{"SELECT id + 0 AS id FROM item WHERE id = ${id}", "", 0},
		{"SELECT a.id FROM item a JOIN item b USING (n) WHERE b.id = ${id}", "", 0}, // of another row
		{"SELECT id FROM item WHERE n = ${n}", "", 0},                               // no keys
	} {
		d, err := s.Describe(ctx, stmt(c.sql))
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
		} else if d.Set.Own != c.want || d.Set.OwnAt != c.at {
			t.Errorf("%s: %q, %d", c.sql, d.Set.Own, d.Set.OwnAt)
		}
	}
}

// TestKeyedProof: a query that is not the one derived proves nothing.
func TestKeyedProof(t *testing.T) {
	s := open(t, lookupSchema)
	in := stmt("SELECT i.n, p.no FROM item i LEFT JOIN part p ON p.item = i.id AND p.no > 1 WHERE i.id = ${id} AND i.n <> 2")
	d, err := s.Describe(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	proves := compared(t, s, in.SQL, func(one, many *querytree.Node) bool {
		k, ok := s.catalog.analysis.Keyed(one)
		return ok && k.Proves(one, many)
	})
	if !proves(d.Set.Keyed) {
		t.Fatal("the derived query proves nothing:", d.Set.Keyed)
	}
	for _, c := range [][2]string{
		{"= ANY", "<> ALL"}, {"= ANY", "= ALL"}, {"= ANY", ">= ANY"}, {"i.id = ANY", "i.n = ANY"},
		{"$1::integer[]", "$1::bigint[]"}, {", i.id FROM", ", i.n FROM"}, {", i.id FROM", ", p.item FROM"},
		{", i.id FROM", ", i.id + 1 FROM"}, {", i.id FROM", " FROM"}, {", i.id FROM", ", i.id, i.id FROM"},
		{"i.n, p.no", "p.no, i.n"}, {"p.no > 1", "p.no > 2"}, {"LEFT JOIN", "JOIN"}, {" AND i.n <> 2", ""},
		{"i.n <> 2", "i.n <> 2 AND i.id = ANY ($1)"}, {"AND i.n", "OR i.n"}, {"SELECT", "SELECT DISTINCT"},
		{"i.n <> 2", "i.n <> 2 LIMIT 9"}, {"i.n <> 2", "i.n <> 2 ORDER BY 1"}, {"FROM item", "FROM ONLY item"},
		{"i.n <> 2", "i.n <> 2 FOR SHARE OF i"}, {"FROM item i", "FROM item i CROSS JOIN supplier"},
	} {
		if sql := strings.Replace(d.Set.Keyed, c[0], c[1], 1); sql == d.Set.Keyed || proves(sql) {
			t.Errorf("%q for %q is taken for the same", c[1], c[0])
		}
	}
}

// pieces of queries; every column of a row is in the order, so that rows have one.
var lookupPieces = map[string][]string{
	"columns": {"t.id, t.n", "t.code, ${v}::int", "t.g, (SELECT max(x) FROM other WHERE y = ${v})", "t.n + ${v}, name",
		"t.id, row_number() OVER (PARTITION BY t.g ORDER BY t.id)",
		"t.g, sum(t.n) OVER (ORDER BY t.id ROWS BETWEEN ${few} PRECEDING AND CURRENT ROW)",
		"${s}::text, t.id"},
	"grouped": {"g, count(*)", "g, sum(t.n + ${v})", "g, max(code) FILTER (WHERE t.n > ${v})",
		"g, array_agg(t.id ORDER BY t.id DESC)", "${v}::int, min(t.n)"},
	"from": {"t", "t JOIN other o ON o.x = t.n", "t LEFT JOIN other o ON o.x = t.id AND o.y = ${v}",
		"(SELECT * FROM t ORDER BY id LIMIT ${few}) t", "t, LATERAL (SELECT t.n + ${v} AS m) l"},
	"where": {"t.id = ${id}", "t.g IS NOT DISTINCT FROM ${v}", "t.code = ${code} OR t.n < ${v}",
		"t.n BETWEEN ${v} AND ${id}", "t.id IN (SELECT x FROM other WHERE y = ${v})",
		"NOT EXISTS (SELECT FROM other WHERE x = t.id AND y < ${v})", "${v}::int IS NULL",
		"t.g = ${v} AND t.id <> ${id}"},
	"of keys": {"t.id, t.n FROM t", "* FROM t", "t.code, name, t.g + 1 FROM t JOIN other o ON o.x = t.n",
		"t.id, o.y -- of the other\nFROM t LEFT JOIN other o ON o.x = t.id",
		"t.g, o.* FROM other o LEFT JOIN t ON t.n = o.x", "t.id FROM (SELECT * FROM t) t",
		"t.id IS DISTINCT FROM t.g FROM t", "count(*) FROM t", "${v}::int FROM t",
		"t.id, (SELECT max(x) FROM other WHERE y = t.g) FROM t", "a.g, t.g FROM t JOIN t AS a USING (id)"},
	"keyed": {"t.id = ${id}", "t.code = ${code} AND t.n < 4", "t.g = ${v}",
		"name IS NOT NULL AND t.g = ${v} AND EXISTS (SELECT FROM other WHERE x = t.n)", "t.n = ${v}",
		"t.id = ${id} AND t.g <> ${v}", "t.id = ${id} AND t.id <> ${id}", "t.g > ${v}", "(t.g = ${v} OR t.g IS NULL)"},
	"limit": {"", "", " LIMIT ${few}", " LIMIT ${few} OFFSET 1", " FETCH FIRST 1 ROW WITH TIES"},
}

func lookupQuery(r *rand.Rand) string {
	pick := func(kind string) string { return lookupPieces[kind][r.Intn(len(lookupPieces[kind]))] }
	order := []string{" ORDER BY 1, 2", " ORDER BY 1 DESC, 2", " ORDER BY 2 DESC NULLS LAST, 1"}[r.Intn(3)] +
		pick("limit")
	switch r.Intn(6) {
	case 0:
		group := pick("grouped")
		return "SELECT " + group + " FROM " + pick("from") + " WHERE " + pick("where") +
			map[bool]string{true: " GROUP BY g" + order}[group[0] == 'g']
	case 1:
		return "SELECT t.id, t.n FROM t WHERE " + pick("where") +
			[]string{" UNION ", " EXCEPT ", " UNION ALL "}[r.Intn(3)] + "SELECT t.n, t.g FROM t WHERE " +
			pick("where") + order
	case 2:
		return "WITH c AS (SELECT * FROM t WHERE " + pick("where") +
			") SELECT DISTINCT t.id, c.n FROM t JOIN c ON c.n = t.n WHERE " + pick("where") + order
	case 3:
		return "SELECT " + pick("of keys") + " WHERE " + pick("keyed")
	}
	return "SELECT " + pick("columns") + " FROM " + pick("from") + " WHERE " + pick("where") + order
}

// found are the rows of a result as texts.
func found(res *pgconn.Result) (rows []string) {
	for _, row := range res.Rows {
		rows = append(rows, fmt.Sprintf("%q", row))
	}
	return rows
}

// byKey are the rows of a result for each of several keys, which come behind the columns.
func byKey(res *pgconn.Result, keys [][][]byte) [][]string {
	got := make([][]string, len(keys))
	for _, row := range res.Rows {
		for i, key := range keys {
			if last := len(row) - 1; key[0] != nil && string(key[0]) == string(row[last]) {
				got[i] = append(got[i], fmt.Sprintf("%q", row[:last]))
			}
		}
	}
	return got
}

// byNumber are the rows of a result for each of several rows of parameters, whose numbers come behind the columns.
func byNumber(res *pgconn.Result, n int) [][]string {
	got := make([][]string, n)
	for _, row := range res.Rows {
		n, _ := strconv.Atoi(string(row[len(row)-1]))
		got[n-1] = append(got[n-1], fmt.Sprintf("%q", row[:len(row)-1]))
	}
	return got
}

// randomLookups asks random queries with random rows, and reports how many were one query for them, and how many of
// these also for a list of keys, and which found something else.
func randomLookups(t *testing.T, seed int64, cases int, mutate func(string) string) (ran, keyed int, wrong []string) {
	r := rand.New(rand.NewSource(seed))
	s := open(t, fmt.Sprintf(setTables, "public",
		"int")+"INSERT INTO t SELECT i, 'd' || i, i % 4, i / 3, 'm' FROM generate_series(6, 40) i; ANALYZE")
	conn, err := pgconn.ConnectConfig(ctx, s.database.Config())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	c := setRun{t, conn}
	for range cases {
		in := stmt(lookupQuery(r))
		d, err := s.Describe(ctx, in)
		var e *engine.Error
		if errors.As(err, &e) || len(in.Params) == 0 {
			continue // no query
		}
		if err != nil {
			t.Fatal(err)
		}
		if d.Set.SQL == "" {
			continue
		}
		sql, keys := d.Set.SQL, d.Set.Keyed
		if mutate != nil {
			sql, keys = mutate(sql), mutate(keys)
		}
		rows := make([][][]byte, 1+r.Intn(12))
		want := make([][]string, len(rows))
		failed := false
		for i := range rows {
			for _, p := range in.Params {
				rows[i] = append(rows[i], setValue(r, p.Name))
			}
			res, err := c.exec(in.SQL, rows[i]...)
			failed = failed || err != nil
			want[i] = found(res)
		}
		if failed {
			continue // a limit of NULL for WITH TIES, a frame of NULL
		}
		res, err := c.exec(sql, c.lists(rows)...)
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("%s %q: %v", in.SQL, rows, err))
			continue
		}
		ran++
		got := byNumber(res, len(rows))
		if !strings.Contains(in.SQL, "ORDER BY") {
			sorted(got)
			sorted(want)
		}
		if !slices.EqualFunc(got, want, slices.Equal[[]string]) {
			wrong = append(wrong, fmt.Sprintf("%s %q:\n%q, not\n%q", in.SQL, rows, got, want))
		}
		if keys != "" {
			if res, err = c.exec(keys, c.lists(rows)...); err != nil {
				t.Fatal(err, keys)
			}
			keyed++
			got = byKey(res, rows)
			if sorted(got); !slices.EqualFunc(got, want, slices.Equal[[]string]) {
				wrong = append(wrong, fmt.Sprintf("%s %q:\n%q, not\n%q", keys, rows, got, want))
			}
		}
		if mutate != nil && len(wrong) > 0 {
			break
		}
	}
	return ran, keyed, wrong
}

func sorted(lists [][]string) {
	for _, list := range lists {
		slices.Sort(list)
	}
}

// TestRandomLookups: one query for many rows finds for each what the query finds for it.
func TestRandomLookups(t *testing.T) {
	cases := enginetest.SetCases()
	ran, keyed, wrong := randomLookups(t, int64(cases), cases, nil)
	for _, w := range wrong {
		t.Error(w)
	}
	if ran < cases/2 || keyed < cases/32 {
		t.Errorf("only %d of %d queries were one for many rows, %d for a list of keys", ran, cases, keyed)
	}
	t.Logf("%d of %d, and %d", ran, cases, keyed)
}

// TestLookupMutants: the comparison finds derivations that are wrong.
func TestLookupMutants(t *testing.T) {
	for name, change := range map[string][2]string{
		"inputs are numbered backwards":  {"SELECT q.*, k.p_row\n", "SELECT q.*, max(k.p_row) OVER () + 1 - k.p_row\n"},
		"rows come in the wrong order":   {"ORDER BY 1, 2", "ORDER BY 1 DESC, 2"},
		"LIMIT is lost":                  {" LIMIT k.p_few", ""},
		"LIMIT is that of all":           {") AS q", ") AS q LIMIT 3"},
		"equal rows are one":             {"SELECT q.*", "SELECT DISTINCT q.*"},
		"a list is of what is not asked": {" = ANY ($1::", " <> ALL ($1::"},
		"a key is another's":             {", t.g FROM t WHERE t.g", ", t.g + 1 FROM t WHERE t.g"},
		"a condition of a list is lost":  {" AND t.n < 4", ""},
		"a condition is another's": {"t.id = k.p_id",
			"t.id = (SELECT min(m.p_id) FROM unnest(ARRAY[k.p_id, 3]) m (p_id))"},
	} {
		_, _, wrong := randomLookups(t, 7, 900,
			func(sql string) string { return strings.Replace(sql, change[0], change[1], 1) })
		if len(wrong) == 0 {
			t.Errorf("not found: %s", name)
		}
	}
}
