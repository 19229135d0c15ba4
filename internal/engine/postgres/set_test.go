package postgres

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/postgres/querytree"
)

const setSchema = `
CREATE TABLE supplier (id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE item (id int PRIMARY KEY, code text UNIQUE, name varchar(20), n int, price numeric(10,2), supplier int REFERENCES supplier, at timestamptz DEFAULT now(),
	half int GENERATED ALWAYS AS (n / 2) STORED, tags text[]);
CREATE TABLE part (item int REFERENCES item ON DELETE CASCADE, no int);
CREATE TABLE person (id bigserial PRIMARY KEY, mail text UNIQUE, boss bigint REFERENCES person, name text);
CREATE TABLE audited (id int PRIMARY KEY, n int);
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.n := 1; RETURN NEW; END';
CREATE TRIGGER touch BEFORE UPDATE ON audited FOR EACH ROW EXECUTE FUNCTION touch();
CREATE FUNCTION most() RETURNS int LANGUAGE sql STABLE AS 'SELECT max(n) FROM item';
CREATE VIEW items AS SELECT * FROM item;
CREATE TABLE guarded (id int PRIMARY KEY, n int);
ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
CREATE COLLATION same (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE folded (name text COLLATE same PRIMARY KEY, n int);
CREATE TABLE day (at date, device int, v float8, PRIMARY KEY (at, device)) PARTITION BY RANGE (at);
CREATE TABLE login (id int PRIMARY KEY, mail text NOT NULL, active bool, seen int);
CREATE UNIQUE INDEX login_mail ON login (lower(mail)) WHERE active;
CREATE TABLE tagged (label name PRIMARY KEY, n int);
CREATE TABLE whole (id int PRIMARY KEY, n int);
CREATE FUNCTION of_row(whole) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1.n';
CREATE UNIQUE INDEX whole_row ON whole (of_row(whole));
CREATE INDEX ON item (price) WHERE n > 0;
CREATE INDEX ON item (name COLLATE "C");
CREATE TABLE day_2025 PARTITION OF day FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
`

var parameter = regexp.MustCompile(`\$\{(\w+)\}`)

// stmt numbers the parameters of a statement.
func stmt(sql string) engine.Stmt {
	s := engine.Stmt{Many: true}
	s.SQL = parameter.ReplaceAllStringFunc(sql, func(p string) string {
		name := p[2 : len(p)-1]
		i := slices.IndexFunc(s.Params, func(h engine.ParamHint) bool { return h.Name == name })
		if i < 0 {
			i = len(s.Params)
			s.Params = append(s.Params, engine.ParamHint{Name: name})
		}
		return "$" + strconv.Itoa(i+1)
	})
	return s
}

// TestSet: what becomes one statement for many rows, and what does not.
func TestSet(t *testing.T) {
	s := open(t, setSchema)
	for _, c := range []struct{ sql, want string }{ // what is in the derived statement, or why there is none
		{"UPDATE item SET n = ${n} WHERE id = ${id}", "UPDATE item SET n = k.p_n FROM k\nWHERE id = k.p_id"},
		{"UPDATE item SET n = n + ${n}, price = ${price} WHERE id = ${id} AND n > 0", "PARTITION BY p_id ORDER BY"},
		{"update only item i set n = ${n}\nwhere ${id} = i.id", "PARTITION BY p_id"},
		{"UPDATE item AS k SET n = ${n} WHERE k.id = ${id}", "FROM k_"},
		{"UPDATE item SET n = ${n} /* WHERE */ WHERE name = ${name} OR id = ${id}",
			"compares no column with a parameter"},
		{"UPDATE item SET n = ${n} WHERE id = ${id} AND (name = 'a' OR name = ${name})", "k.p_name"},
		{"UPDATE item SET n = ${n} WHERE name = ${name} -- that", "PARTITION BY p_name"},
		{"UPDATE item SET n = CASE WHEN ${n}::int > 3 THEN ${n} ELSE n END WHERE id = ${id}", "k.p_n::int > 3"},
		{"UPDATE item SET n = (SELECT count(*) FROM supplier WHERE name = ${name}) WHERE id = ${id}", "k.p_name"},
		{"UPDATE item SET (n, name) = (SELECT id, name FROM supplier WHERE id = ${s}) WHERE id = ${id}", "k.p_s"},
		{"UPDATE item SET n = ${n} WHERE (id, code) = (${id}, ${code})", "PARTITION BY p_id, p_code"},
		{"UPDATE item SET tags = ${tags} WHERE id = ${id}", "tags is one"},
		{"UPDATE tagged SET n = ${n} WHERE label = ${label}", "label is a name, of which the server cuts"},
		{"UPDATE item SET n = ${n}", "compares no column"},
		{"UPDATE item SET n = ${n} WHERE id > ${id}", "compares no column"},
		{"UPDATE item SET id = ${new} WHERE id = ${id}", "compares no column"},
		{"UPDATE item SET code = ${code} WHERE id = ${id}", "item_code_key"},
		{"UPDATE item SET n = ${n} WHERE half = ${half}", "compares no column"},
		{"UPDATE login SET seen = ${seen} WHERE id = ${id}", "PARTITION BY p_id"},
		{"UPDATE login SET mail = ${mail} WHERE id = ${id}", "login_mail"},
		{"UPDATE login SET active = ${active} WHERE id = ${id}", "login_mail"},
		{"UPDATE whole SET n = ${n} WHERE id = ${id}", "whole_row"},
		{"UPDATE item SET n = (SELECT max(n) FROM item) + ${n} WHERE id = ${id}", "it reads item, which"},
		{"UPDATE item SET n = (SELECT max(n) FROM items) + ${n} WHERE id = ${id}", "it reads item, which"},
		{"UPDATE item SET n = most() + ${n} WHERE id = ${id}", "the function most"},
		{"UPDATE item SET price = random() * ${n}::int WHERE id = ${id}", "the function random"},
		{"UPDATE item SET n = DEFAULT WHERE id = ${id}", "DEFAULT in SET"},
		{"UPDATE item SET n = ${n} WHERE id = ${id} AND ctid = ${c}::tid", "system column"},
		{"UPDATE item SET n = s.id FROM supplier s WHERE item.id = ${id} AND s.name = ${name}", "no second table"},
		{"WITH s AS (SELECT 1) UPDATE item SET n = ${n} WHERE id = ${id}", "no WITH"},
		{"UPDATE audited SET n = ${n} WHERE id = ${id}", "has a trigger (touch)"},
		{"UPDATE items SET n = ${n} WHERE id = ${id}", "no plain table"},
		{"UPDATE guarded SET n = ${n} WHERE id = ${id}", "PARTITION BY p_id"},
		{"UPDATE folded SET n = ${n} WHERE name = ${name}", "compares no column"},
		{"UPDATE day SET v = ${v} WHERE at = ${at} AND device = ${device}", "PARTITION BY p_at, p_device"},
		{"DELETE FROM item WHERE id = ${id} AND n = ${n}", "DELETE FROM item USING k\nWHERE id = k.p_id AND n = k.p_n"},
		{"DELETE FROM item i WHERE i.id = ${id} AND EXISTS (SELECT FROM part p WHERE p.item = i.id)",
			"it reads part, which"},
		{"DELETE FROM person WHERE id = ${id}", "refers to itself (person_boss_fkey)"},
		{"DELETE FROM supplier WHERE id = ${id}",
			"WITH changed AS (\nDELETE FROM supplier WHERE id = ANY ($1::integer[])\nRETURNING 1\n)\nSELECT count(*) AS changed"},
		{"DELETE FROM item WHERE id = ${id} AND code = 'a' -- that",
			"id = ANY ($1::integer[]) AND code = 'a' -- that\nRETURNING"},
		{"DELETE FROM item AS i WHERE i.code = ${code} AND i.n > 3", "i.code = ANY ($1::text[]) AND i.n > 3"},
		{"DELETE FROM item WHERE id = ${id}::bigint", "id = k.p_id::bigint"},
		{"DELETE FROM item WHERE ${id} = id", "k.p_id = id"},
		{"DELETE FROM item WHERE id = ${id} OR n > 3", "compares no column"},
		{"DELETE FROM item WHERE id = ${id} AND n > ${id}", "id = k.p_id AND n > k.p_id"},
		{"DELETE FROM item WHERE name = ${name}", "name = k.p_name"},
		{"DELETE FROM item WHERE price = ${price}", "price = k.p_price"},
		{"DELETE FROM item WHERE n = ${n}",
			"SELECT * FROM unnest((SELECT $1::integer[]))\n    WITH ORDINALITY AS r (p_n, p_row)\n  WHERE $2::bigint = 0\n  ORDER BY p_n\n), changed"},
		{"DELETE FROM day WHERE at = ${at}", "at = ANY ($1::date[])"},
		{"DELETE FROM day WHERE device = ${device}", "device = k.p_device"},
		{"INSERT INTO item (id, n, price) VALUES (${id}, ${n} + 1, ${price})",
			"SELECT k.p_id, k.p_n + 1, k.p_price\nFROM k\nORDER BY p_row"},
		{"INSERT INTO item VALUES (${id}, ${code}, 'x', 1, 2)", "k.p_code, 'x', 1, 2"},
		{"INSERT INTO item (id, at) VALUES (${id}, '2025-01-01')", "'2025-01-01'"},
		{"INSERT INTO item (id, at) VALUES (${id}, DEFAULT)", "leave columns out that take DEFAULT"},
		{"INSERT INTO item (id) VALUES (${a}), (${b})", "one row of VALUES"},
		{"INSERT INTO item (id) SELECT ${a}", "one row of VALUES"},
		{"INSERT INTO person (mail, name) VALUES (${mail}, ${name})", "ORDER BY p_row"},
		{"INSERT INTO person (mail, boss) VALUES (${mail}, ${boss})", "refers to itself"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT DO NOTHING", "1::bigint AS rounds"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n, name = 'x' WHERE item.n < excluded.n", "PARTITION BY p_id"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = item.n + ${n}",
			"item.n + excluded.n"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT ON CONSTRAINT item_pkey DO UPDATE SET id = excluded.id, n = excluded.n", "PARTITION BY p_id"},
		{"INSERT INTO item (id, price) VALUES (${id}, ${price}) ON CONFLICT (id) DO UPDATE SET price = ${price}",
			"ON CONFLICT sees"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = ${other}",
			"ON CONFLICT sees"},
		{"INSERT INTO item (id, n) VALUES (${id} + 1, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n",
			"not a parameter"},
		{"INSERT INTO item (id, code) VALUES (${id}, ${code}) ON CONFLICT (id) DO UPDATE SET code = excluded.code",
			"item_code_key"},
		{"INSERT INTO person (mail, name) VALUES (${mail}, ${name}) ON CONFLICT (mail) DO UPDATE SET name = excluded.name", "PARTITION BY p_mail"},
		{"INSERT INTO day (at, device, v) VALUES (${at}, ${device}, ${v}) ON CONFLICT (at, device) DO UPDATE SET v = excluded.v", "PARTITION BY p_at, p_device"},
		{"INSERT INTO supplier VALUES (${row}, ${p_row})", "AS r (p_row, p_p_row, p_row_)"},
	} {
		d, err := s.Describe(ctx, stmt(c.sql))
		switch {
		case err != nil:
			t.Errorf("%s\n%v", c.sql, err)
		case !strings.Contains(d.Set.SQL+d.Set.Each+d.Set.Hint, c.want) ||
			d.Set.Slower != (d.Set.SQL == "" && d.Set.Staged == nil):
			t.Errorf("%s\n%s%s", c.sql, d.Set.SQL, d.Set.Each)
		}
	}
}

// compared has the server analyse other statements, and reports of each whether a comparison of its Query tree with
// that of a statement proves something.
func compared(t *testing.T, s *session, one string, proves func(one, many *querytree.Node) bool) func(sql string) bool {
	t.Helper()
	tree := func(sql string) *querytree.Node {
		p, err := s.parse(ctx, sql, nil)
		if err != nil {
			t.Fatal(err, sql)
		}
		n, err := querytree.Parse(p.tree)
		if err != nil {
			t.Fatal(err, sql)
		}
		return n
	}
	first := tree(one)
	return func(sql string) bool { return proves(first, tree(sql)) }
}

// TestPlain: what has a statement without rounds, and what that is.
func TestPlain(t *testing.T) {
	s := open(t, setSchema)
	for _, c := range []struct {
		sql, want string
		once      bool
	}{
		{"UPDATE item SET n = ${n} WHERE id = ${id}",
			"WITH k AS (\n  SELECT * FROM unnest((SELECT $1::integer[]), (SELECT $2::integer[])) AS r (p_n, p_id)\n" +
				"  WHERE NOT EXISTS (SELECT FROM unnest($2::integer[]) AS r (p_id) GROUP BY p_id HAVING count(*) > 1)\n  ORDER BY p_id\n)\n" +
				"UPDATE item SET n = k.p_n FROM k\nWHERE id = k.p_id", false},
		{"UPDATE item SET n = ${n} WHERE (id, code) = (${id}, ${code})",
			"unnest($2::integer[], $3::text[]) AS r (p_id, p_code) GROUP BY p_id, p_code HAVING", false},
		{"DELETE FROM item WHERE id = ${id}", "DELETE FROM item WHERE id = ANY ($1::integer[])", true},
		{"DELETE FROM item WHERE id = ${id} AND n = ${n}",
			"AS r (p_id, p_n)\n  ORDER BY p_id, p_n\n)\nDELETE FROM item USING k", true},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT DO NOTHING",
			"SELECT * FROM unnest($1::integer[], $2::integer[])\n    WITH ORDINALITY AS", true},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n",
			"GROUP BY p_id HAVING", false},
		{"INSERT INTO person (mail) VALUES (${mail}) ON CONFLICT (mail) DO UPDATE SET name = excluded.name", "", false}, // a sequence counts
	} {
		d, err := s.Describe(ctx, stmt(c.sql))
		if err != nil {
			t.Fatal(c.sql, err)
		}
		if distinct := d.Set.Distinct; (distinct != "") != (len(d.Set.Key) > 0) || distinct != "" &&
			(c.once || strings.Contains(distinct, "EXISTS")) {
			t.Errorf("%s\n%v %s", c.sql, d.Set.Key, distinct)
		}
		if d.Set.Once != c.once || !strings.Contains(d.Set.Plain, c.want) || c.want == "" && d.Set.Plain != "" {
			t.Errorf("%s\n%s", c.sql, d.Set.Plain)
		}
	}
}

// TestListedProof: a statement that is not the one derived proves nothing.
func TestListedProof(t *testing.T) {
	s := open(t, setSchema)
	in := stmt("DELETE FROM item WHERE n > 3 AND id = ${id} AND NOT EXISTS (SELECT FROM supplier x WHERE x.id = item.n)")
	d, err := s.Describe(ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	proves := compared(t, s, in.SQL, func(one, many *querytree.Node) bool {
		m, err := s.catalog.analysis.Many(one)
		return err == nil && m.Proves(one, many, "changed")
	})
	if !d.Set.Listed || d.Set.Staged != nil || !d.Set.Once || !proves(d.Set.SQL) || !proves(d.Set.Plain) {
		t.Fatal("the derived statements prove nothing:", d.Set.SQL, d.Set.Plain)
	}
	for _, c := range [][2]string{
		{"= ANY", "= ALL"}, {"= ANY", "<> ANY"}, {"= ANY", ">= ANY"}, {"id = ANY", "n = ANY"},
		{"id = ANY", "id + 1 = ANY"}, {"$1::integer[]", "$1::bigint[]"},
		{"$1::integer[]", "$1::integer[] || 1"}, {"$1::integer[]", "$2::integer[]"},
		{"$1::integer[]", "ARRAY[$1::integer]"}, {"n > 3 AND ", ""}, {"n > 3", "n > 4"}, {"n > 3 AND", "n > 3 OR"},
		{"x.id = item.n", "x.id = item.id"}, {"DELETE FROM item", "DELETE FROM ONLY item"},
		{"DELETE FROM item", "DELETE FROM item USING part"}, {"NOT EXISTS", "EXISTS"},
		{"x.id = item.n", "x.id = item.n AND item.id = ANY ($1)"},
	} {
		other := strings.Replace(d.Set.SQL, c[0], c[1], 1)
		if strings.Contains(c[1], "$2") {
			other = strings.Replace(other, "$2::bigint", "$1::bigint", 1)
		}
		if plain := strings.Replace(d.Set.Plain, c[0], c[1], 1); other == d.Set.SQL || proves(other) ||
			plain == d.Set.Plain || c[1] != "$2::integer[]" && proves(plain) {
			t.Errorf("%q for %q is taken for the same", c[1], c[0])
		}
	}
}
