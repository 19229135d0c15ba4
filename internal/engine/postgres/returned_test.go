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

// TestReturned: what changes and returns many rows in one statement, and what does not.
func TestReturned(t *testing.T) {
	s := open(t,
		setSchema+"CREATE TABLE labelled (name text, n int); CREATE UNIQUE INDEX ON labelled (name COLLATE same);")
	for _, c := range []struct{ sql, want string }{ // what is in the derived statement, or why there is none
		{"DELETE FROM item WHERE id = ${id} RETURNING id, name", "SELECT DISTINCT ON (p_id) * FROM unnest("},
		{"DELETE FROM item WHERE id = ${id} RETURNING id, name -- gone",
			"DELETE FROM item USING k\nWHERE id = k.p_id RETURNING id, name -- gone\n, k.p_row"},
		{"DELETE FROM item i WHERE id = ${id} AND code = ${code} AND n > 3 RETURNING *", "RETURNING i.*, k.p_row"},
		{"DELETE FROM public.item WHERE id = ${id} RETURNING * ", "RETURNING item.*, k"},
		{"DELETE FROM item WHERE id = ${id} RETURNING id, *", "reads an expression differently"},
		{"DELETE FROM item WHERE id = ${id} RETURNING n + ${n}", "n + k.p_n, k"},
		{"DELETE FROM item WHERE id = ${id} AND n > ${n} RETURNING id", "more than the key"},
		{"DELETE FROM item WHERE id = ${id} AND n > ${id} RETURNING id", "more than the key"},
		{"DELETE FROM item WHERE n > ${n} RETURNING id", "compares no column"},
		{"DELETE FROM item WHERE id = ${id} RETURNING (SELECT max(n) FROM item)", "it reads item, which"},
		{"DELETE FROM item WHERE id = ${id} RETURNING random()", "the function random"},
		{"DELETE FROM item WHERE id = ${id} RETURNING ctid", "system column"},
		{"DELETE FROM person WHERE id = ${id} RETURNING mail", "refers to itself"},
		{"DELETE FROM item WHERE tags = ${tags} RETURNING id", "tags is one"},
		{"UPDATE item SET n = ${n} WHERE id = ${id} RETURNING n",
			"k AS (\n  SELECT * FROM given\n  WHERE NOT EXISTS (SELECT FROM given GROUP BY p_id HAVING count(*) > 1)\n  ORDER BY p_id\n)\nUPDATE item SET n = k.p_n FROM k\nWHERE id = k.p_id RETURNING n, k.p_row"},
		{"UPDATE item i SET n = n + ${n} WHERE id = ${id} AND n > ${least} RETURNING *, n + ${n}",
			"RETURNING i.*, n + k.p_n, k.p_row"},
		{"UPDATE item SET n = ${n} WHERE id = ${id} RETURNING n, *", "reads an expression differently"},
		{"UPDATE item SET id = ${n} WHERE id = ${id} RETURNING n", "compares no column"},
		{"UPDATE item SET code = ${code} WHERE id = ${id} RETURNING n", "which rows collide depends on their order"},
		{"UPDATE item SET n = ${n} WHERE id = ${id} RETURNING (SELECT max(n) FROM item)", "it reads item, which"},
		{"UPDATE item SET n = ${n} WHERE id = ${id} RETURNING random()", "the function random"},
		{"UPDATE item SET n = ${n} WHERE id = ${id} RETURNING xmax", "system column"},
		{"UPDATE item SET n = 1 WHERE n > ${n} RETURNING id", "compares no column"},
		{"UPDATE item SET tags = ${tags} WHERE id = ${id} RETURNING id", "tags is one"},
		{"UPDATE audited SET n = ${n} WHERE id = ${id} RETURNING n", "has a trigger (touch)"},
		{"UPDATE day SET v = ${v} WHERE at = ${at} AND device = ${device} RETURNING v",
			"UPDATE day SET v = k.p_v FROM k\n"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT DO NOTHING RETURNING id",
			"ON CONFLICT leaves rows out"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n WHERE item.n < 5 RETURNING id", "ON CONFLICT leaves rows out"},
		{"INSERT INTO item AS i (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = i.n + ${n} RETURNING *",
			"\n  SELECT * FROM given\n  WHERE NOT EXISTS (SELECT FROM given GROUP BY p_id HAVING count(*) > 1)\n), changed AS (\nINSERT INTO item AS i (id, n) SELECT k.p_id, k.p_n\nFROM k\nORDER BY p_row ON CONFLICT (id) DO UPDATE SET n = i.n + excluded.n RETURNING *\n)"},
		{"INSERT INTO person (mail, name) VALUES (${mail}, ${name}) ON CONFLICT (mail) DO UPDATE SET name = excluded.name RETURNING id", "GROUP BY p_mail HAVING"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id + ${n}", "RETURNING has a parameter"},
		{"INSERT INTO item (id, n) VALUES (${id}, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING random()", "the function random"},
		{"INSERT INTO item (id, n) VALUES (${id} + 1, ${n}) ON CONFLICT (id) DO UPDATE SET n = excluded.n RETURNING id",
			"two rows may have one key"},
		{"INSERT INTO folded (name, n) VALUES (${name}, ${n}) ON CONFLICT (name) DO UPDATE SET n = excluded.n RETURNING name", "takes different texts for equal"},
		{"INSERT INTO labelled (name, n) VALUES (${name}, ${n}) ON CONFLICT (name) DO UPDATE SET n = excluded.n RETURNING name", "takes different texts for equal"},
		{"INSERT INTO person (mail, name) VALUES (${mail}, upper(${name})) RETURNING id -- new",
			"INSERT INTO person (mail, name) SELECT k.p_mail, upper(k.p_name)\nFROM k\nORDER BY p_row RETURNING id -- new\n)\nSELECT changed.*, row_number() OVER () AS p_row FROM changed"},
		{"INSERT INTO person AS k OVERRIDING SYSTEM VALUE VALUES (${id}, ${mail}) RETURNING k.*",
			"SELECT k_.p_id, k_.p_mail\nFROM k_\n"},
		{"INSERT INTO item (id) VALUES (${id}) RETURNING id, id", "RETURNING id, id\n)"},
		{"INSERT INTO item (id, at) VALUES (${id}, DEFAULT) RETURNING at", "refuses the statement for many rows"},
		{"INSERT INTO item (id) VALUES (${id}) RETURNING id + ${n}::int", "RETURNING has a parameter"},
		{"INSERT INTO item (id) VALUES (${id}) RETURNING random()", "the function random"},
		{"INSERT INTO person (mail, boss) VALUES (${mail}, ${boss}) RETURNING id", "refers to itself"},
		{"INSERT INTO item (id) VALUES (${a}), (${b}) RETURNING id", "one row of VALUES"},
		{"INSERT INTO item (id) SELECT ${a} RETURNING id", "one row of VALUES"},
		{"INSERT INTO audited (id) VALUES (${a}) RETURNING n", "INSERT INTO audited (id) SELECT k.p_a"},
		{"INSERT INTO day (at, device, v) VALUES (${at}, ${device}, ${v}) RETURNING v", "INSERT INTO day"},
		{"DELETE FROM audited WHERE id = ${id} RETURNING n", "DELETE FROM audited USING k"},
		{"DELETE FROM day WHERE at = ${at} AND device = ${device} RETURNING v", "DELETE FROM day USING k"},
		{"WITH s AS (SELECT 1) DELETE FROM item WHERE id = ${id} RETURNING id", "no WITH"},
	} {
		d, err := s.Describe(ctx, stmt(c.sql))
		if err != nil {
			t.Errorf("%s: %v", c.sql, err)
			continue
		}
		if got := d.Set.SQL + d.Set.Each; !strings.Contains(got, c.want) || (d.Set.SQL == "") == (d.Set.Each == "") ||
			!d.Set.Atomic {
			t.Errorf("%s: %s", c.sql, got)
		}
	}
}

// TestReturnedProof: a statement that is not the one derived proves nothing.
func TestReturnedProof(t *testing.T) {
	s := open(t, setSchema)
	for sql, changes := range map[string][][2]string{
		"DELETE FROM item WHERE id = ${id} AND n = ${n} RETURNING name, n + ${n}": {
			{"id = k.p_id", "id = k.p_n"}, {"id = k.p_id", "id >= k.p_id"}, {" AND n = k.p_n", ""},
			{"RETURNING name", "RETURNING code"}, {"n + k.p_n", "n + k.p_id"},
			{"DELETE FROM item", "DELETE FROM ONLY item"}, {"k.p_row", "k.p_n"}, {"USING k\n", "USING k, part\n"},
			{"n + k.p_n, ", ""}},
		"UPDATE item SET n = n + ${n}, price = ${price} WHERE id = ${id} AND n < ${n} RETURNING name, n + ${n}": {
			{"id = k.p_id", "id = k.p_n"}, {"id = k.p_id", "id >= k.p_id"}, {" AND n < k.p_n", ""},
			{"RETURNING name", "RETURNING code"}, {"RETURNING name, n + k.p_n", "RETURNING name, n + k.p_id"},
			{"price = k.p_price", "price = n"}, {"price = k.p_price", "price = k.p_n"}, {", price = k.p_price", ""},
			{"SET n = n + k.p_n", "SET n = k.p_n"}, {"SET n = ", "SET half = DEFAULT, n = "},
			{"UPDATE item", "UPDATE ONLY item"}, {"k.p_row", "k.p_n"}, {"FROM k\nWHERE", "FROM k, part\nWHERE"},
			{"FROM k\nWHERE", "FROM given AS k\nWHERE id > 0 AND"},
			{"WITH given AS (", "WITH gone AS (DELETE FROM part RETURNING 1), given AS ("}},
		"INSERT INTO item AS i (id, n, name) VALUES (${id}, ${n}, ${name}) ON CONFLICT (id) DO UPDATE SET n = i.n + ${n}, name = 'x' RETURNING id, name": {
			{"excluded.n", "excluded.id"}, {"i.n + excluded.n", "i.n"}, {", name = 'x'", ""},
			{"ON CONFLICT (id)", "ON CONFLICT (code)"},
			{"DO UPDATE SET n = i.n + excluded.n, name = 'x'", "DO NOTHING"},
			{"'x' RETURNING", "'x' WHERE i.n > 0 RETURNING"}, {"k.p_id, k.p_n", "k.p_n, k.p_n"},
			{"ORDER BY p_row", "ORDER BY p_id"}, {"RETURNING id, name", "RETURNING n, name"},
			{"WITH given AS (", "WITH gone AS (DELETE FROM part RETURNING 1), given AS ("}},
		"INSERT INTO person (mail, name) VALUES (${mail}, ${name}) RETURNING id, mail": {
			{"k.p_mail, k.p_name", "k.p_name, k.p_mail"}, {"k.p_mail, k.p_name", "k.p_mail, 'x'"},
			{"RETURNING id, mail", "RETURNING id, name"}, {"RETURNING id", "RETURNING boss"},
			{"ORDER BY p_row", "ORDER BY p_row DESC"}, {"ORDER BY p_row", "ORDER BY p_name"},
			{"ORDER BY p_row", "ORDER BY p_name, p_row"}, {"ORDER BY p_row", ""},
			{"OVER ()", "OVER (ORDER BY id)"}, {"OVER ()", "OVER (PARTITION BY id)"}, {"row_number()", "rank()"},
			{"FROM changed", "FROM changed WHERE id > 0"}, {"changed.*", "mail, id"},
			{"FROM changed", "FROM changed LIMIT 1"}, {"\nFROM k\n", "\nFROM k WHERE p_row > 1\n"},
			{"(mail, name)", "(name, mail)"}},
	} {
		in := stmt(sql)
		d, err := s.Describe(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		proves := compared(t, s, in.SQL, func(one, many *querytree.Node) bool {
			m, err := s.catalog.analysis.Returned(one)
			return err == nil && m.ProvesReturned(one, many, len(in.Params))
		})
		if !proves(d.Set.SQL) {
			t.Fatal("the derived statement proves nothing:", d.Set.SQL, d.Set.Each)
		}
		for _, c := range changes {
			i := strings.LastIndex(d.Set.SQL, c[0])
			if i < 0 {
				t.Fatal(c[0])
			}
			if proves(d.Set.SQL[:i] + c[1] + d.Set.SQL[i+len(c[0]):]) {
				t.Errorf("%q for %q is taken for the same", c[1], c[0])
			}
		}
	}
}

var returnedPieces = []string{"id, n", "*", "n + ${v}, code", "name, (SELECT max(x) FROM other WHERE y = n)",
	"${s}::text, g", "t", "g, coalesce(name, ${s})"}

// insertedPieces are what an INSERT into each table returns.
var insertedPieces = map[string][]string{
	"t": {"id, n", "*", "n + 1, code", "name, (SELECT max(x) FROM other WHERE y = n)", "g", "r",
		"g, coalesce(name, 'none')"},
	"u": {"id", "*", "n, id, code", "id, n * 2"},
}

// upsertPieces have few of what is not one statement for many rows.
var upsertPieces = append(slices.Repeat([]string{"", " ON CONFLICT (id) DO UPDATE SET n = r.n + ${v}",
	" ON CONFLICT (code) DO UPDATE SET n = r.n * 2 + excluded.n",
	" ON CONFLICT (code) DO UPDATE SET n = (SELECT max(x) FROM other WHERE y = excluded.n)"}, 3),
	setPieces["conflict"]...)

func returnedStatement(r *rand.Rand) string {
	pick := func(pieces []string) string { return pieces[r.Intn(len(pieces))] }
	switch r.Intn(6) {
	case 0:
		values := pick(setPieces["values"])
		table, rest, _ := strings.Cut(values, " ")
		return "INSERT INTO " + table + " AS r " + rest + pick(upsertPieces) + " RETURNING " +
			pick(insertedPieces[table])
	case 1, 2:
		return "UPDATE t SET " + pick(setPieces["assign"]) + " WHERE " + pick(setPieces["where"]) + " RETURNING " +
			pick(returnedPieces)
	}
	return "DELETE FROM t WHERE " + pick(setPieces["where"]) +
		pick([]string{"", "", " AND n < 20", " AND name IS NOT NULL"}) + " RETURNING " + pick(returnedPieces)
}

// randomReturned runs random statements with random rows, and reports how many were one for them, and which returned or
// changed something else.
func randomReturned(t *testing.T, seed int64, cases int, mutants map[string][2]string) (ran map[string]int,
	wrong []string) {
	ran = map[string]int{}
	r := rand.New(rand.NewSource(seed))
	for _, key := range []string{"int", "numeric(4,1)", "bigint"} {
		s := open(t, fmt.Sprintf(setTables, "public", key))
		conn, err := pgconn.ConnectConfig(ctx, s.database.Config())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		c := setRun{t, conn}
		const undo = "ROLLBACK; SELECT setval(pg_get_serial_sequence('u', 'id'), 2)"
		code := func(err error) string {
			var pg *pgconn.PgError
			if err != nil && !errors.As(err, &pg) {
				t.Fatal(err)
			}
			if pg == nil {
				return ""
			}
			return pg.Code
		}
		for range cases / 3 {
			in := stmt(returnedStatement(r))
			d, err := s.Describe(ctx, in)
			var e *engine.Error
			if errors.As(err, &e) {
				continue // no statement
			}
			if err != nil {
				t.Fatal(err)
			}
			if d.Set.SQL == "" {
				continue
			}
			rows := make([][][]byte, 1+r.Intn(8))
			for i := range rows {
				for _, p := range in.Params {
					v := setValue(r, p.Name)
					if strings.HasPrefix(in.SQL, "INSERT") && r.Intn(3) > 0 && v != nil && p.Name != "v" {
						if v = []byte(strconv.Itoa(100 + r.Intn(800))); p.Name == "id" {
							v = v[:2] // more of them that are new
						}
					}
					rows[i] = append(rows[i], v)
				}
			}
			changed := map[string]string{} // by the mutants that are not found yet
			for name, change := range mutants {
				if sql := strings.Replace(d.Set.SQL, change[0], change[1], 1); sql != d.Set.SQL {
					changed[name] = sql
				}
			}
			if mutants != nil && len(changed) == 0 {
				continue
			}
			c.must("BEGIN")
			want, failed := make([][]string, len(rows)), ""
			for i, values := range rows {
				res, err := c.exec(in.SQL, values...)
				if failed = code(err); failed != "" {
					break
				}
				want[i] = found(res)
				slices.Sort(want[i])
			}
			state := ""
			if failed == "" {
				state = c.must(setState)
			}
			try := func(sql string) string { // what is wrong with it
				c.must(undo + "; BEGIN")
				defer c.must(undo)
				before := c.must(setState)
				res, err := c.exec(sql, c.lists(rows)...)
				if err == nil && d.Set.Apart && len(res.Rows) == 0 { // each is run by itself
					if now := c.must(setState); now != before {
						return fmt.Sprintf("%s %q returns nothing, and changes\n%s to\n%s", in.SQL, rows, before, now)
					}
					return ""
				}
				if got := code(err); failed != "" || got != "" {
					if isOfRow(got) != isOfRow(failed) { // else each is run by itself, and fails
						return fmt.Sprintf("%s %q: %v, not %s", in.SQL, rows, err, failed)
					}
					return ""
				}
				ran[in.SQL[:6]]++
				if strings.Contains(in.SQL, "ON CONFLICT") {
					ran["upsert"]++
				}
				got := byNumber(res, len(rows))
				sorted(got)
				if now := c.must(setState); now != state || !slices.EqualFunc(got, want, slices.Equal[[]string]) {
					return fmt.Sprintf("%s %q:\n%q, not\n%q\n%s\n%s", in.SQL, rows, got, want, now, state)
				}
				return ""
			}
			if mutants == nil {
				if w := try(d.Set.SQL); w != "" {
					wrong = append(wrong, w)
				}
				continue
			}
			for name, sql := range changed {
				if try(sql) != "" {
					delete(mutants, name)
				}
			}
			if len(mutants) == 0 {
				return ran, wrong
			}
		}
	}
	return ran, wrong
}

// isOfRow reports whether an error is about a value or a constraint, as generated code tells it.
func isOfRow(code string) bool { return strings.HasPrefix(code, "22") || strings.HasPrefix(code, "23") }

// TestRandomReturned: one statement for many rows changes and returns for each what the statement does.
func TestRandomReturned(t *testing.T) {
	cases := enginetest.SetCases()
	ran, wrong := randomReturned(t, int64(cases), cases, nil)
	for _, w := range wrong {
		t.Error(w)
	}
	for _, command := range []string{"INSERT", "upsert", "UPDATE", "DELETE"} {
		if ran[command] < cases/50 {
			t.Errorf("only %d of %d statements were %s of many rows", ran[command], cases, command)
		}
	}
	t.Logf("%v of %d", ran, cases)
}

// TestReturnedOrder: of many rows, each comes back with its number, also where they go into different partitions.
func TestReturnedOrder(t *testing.T) {
	s := open(t, setSchema+"CREATE TABLE day_2026 PARTITION OF day FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');")
	conn, err := pgconn.ConnectConfig(ctx, s.database.Config())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	c := setRun{t, conn}
	c.must("BEGIN")
	for _, sql := range []string{
		"INSERT INTO day (device, at, v) VALUES (${device}, ${at}, random()) RETURNING device, at, v",
		"INSERT INTO person (mail, name) VALUES (${device}, ${at}) RETURNING mail, name, id",
	} {
		in := stmt(sql)
		d, err := s.Describe(ctx, in)
		if err != nil || d.Set.SQL == "" {
			t.Fatal(err, d)
		}
		rows := make([][][]byte, 10_000)
		for i := range rows {
			rows[i] = [][]byte{[]byte(strconv.Itoa(i)), []byte(fmt.Sprintf("202%d-02-03", 5+i*7%11%2))}
		}
		res, err := c.exec(d.Set.SQL, c.lists(rows)...)
		if err != nil || len(res.Rows) != len(rows) {
			t.Fatal(err, len(res.Rows))
		}
		for _, row := range res.Rows {
			n, _ := strconv.Atoi(string(row[3]))
			if string(row[0]) != string(rows[n-1][0]) || string(row[1]) != string(rows[n-1][1]) {
				t.Fatalf("%s: row %d comes back as %q", sql, n, row)
			}
		}
	}
}

// TestReturnedMutants: the comparison finds derivations that are wrong.
func TestReturnedMutants(t *testing.T) {
	mutants := map[string][2]string{
		"the last of a key deletes":      {", p_row\n)\nDELETE", ", p_row DESC\n)\nDELETE"},
		"a part of the key is left out":  {"DISTINCT ON (p_id, p_g)", "DISTINCT ON (p_id)"},
		"keys are not told apart":        {"SELECT DISTINCT ON (p_g) *", "SELECT *"},
		"inputs are numbered backwards":  {", k.p_row", ", (SELECT max(p_row) FROM k m) + 1 - k.p_row"},
		"rows are inserted backwards":    {"ORDER BY p_row RETURNING", "ORDER BY p_row DESC RETURNING"},
		"rows are counted backwards":     {"row_number() OVER ()", "count(*) OVER () + 1 - row_number() OVER ()"},
		"a row is left out":              {"\nWHERE ", "\nWHERE k.p_row < 3 AND "},
		"keys that come twice go unseen": {"HAVING count(*) > 1", "HAVING count(*) > 2"},
		"a part of an update's key": {"GROUP BY p_id, p_g HAVING count(*) > 1",
			"GROUP BY p_id, p_g, p_row HAVING count(*) > 1"},
		"an update returns one row": {"WHERE NOT EXISTS (SELECT FROM given GROUP BY",
			"WHERE p_row = 1 AND NOT EXISTS (SELECT FROM given GROUP BY"},
		"an upsert's keys go unseen": {"GROUP BY p_code HAVING count(*) > 1",
			"GROUP BY p_code HAVING count(*) > 2"},
		"an upsert returns one row": {"WHERE NOT EXISTS (SELECT FROM given GROUP BY p_code",
			"WHERE p_row = 1 AND NOT EXISTS (SELECT FROM given GROUP BY p_code"},
		"a value is another's": {"k.p_v", "(SELECT max(p_v) FROM k m)"},
	}
	randomReturned(t, 7, 6000, mutants)
	for name := range mutants {
		t.Errorf("not found: %s", name)
	}
}
