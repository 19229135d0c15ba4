package postgres

import (
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

// setTables are made twice: rows are run one by one in the one, by the statement for many in the other.
const setTables = `
CREATE TABLE %[1]s.other (x int, y int);
INSERT INTO %[1]s.other VALUES (1, 1), (2, 1), (3, 2);
CREATE TABLE %[1]s.t (id %[2]s PRIMARY KEY, code text UNIQUE, g int, n int CHECK (n < 500), name varchar(12));
INSERT INTO %[1]s.t SELECT i, 'c' || i, nullif(i %% 3, 0), i, 'n' FROM generate_series(1, 5) i;
CREATE INDEX ON %[1]s.t (g);
CREATE TABLE %[1]s.u (id bigint GENERATED ALWAYS AS IDENTITY, code text UNIQUE, n int DEFAULT 1, PRIMARY KEY (id));
INSERT INTO %[1]s.u (code) VALUES ('c1'), ('c2');

CREATE SEQUENCE %[1]s.s;
CREATE TABLE %[1]s.short (code varchar(3) PRIMARY KEY, n int);
CREATE TABLE %[1]s.price (id numeric(4,1) PRIMARY KEY, n int);
CREATE TABLE %[1]s.par (id int, n int);
CREATE TABLE %[1]s.kid (PRIMARY KEY (id)) INHERITS (%[1]s.par);
CREATE TABLE %[1]s.prt (id int PRIMARY KEY, n int) PARTITION BY RANGE (id);
CREATE TABLE %[1]s.prt_1 PARTITION OF %[1]s.prt FOR VALUES FROM (0) TO (100);
CREATE TABLE %[1]s.own (id int PRIMARY KEY, n int);
CREATE TABLE %[1]s.secret (x int);
CREATE TABLE %[1]s.few (id int PRIMARY KEY, g int, n int);
CREATE FUNCTION %[1]s.room_left(int) RETURNS bool LANGUAGE sql STABLE AS 'SELECT count(*) < 3 FROM few WHERE g = $1';
ALTER TABLE %[1]s.few ADD CHECK (%[1]s.room_left(g));
CREATE TABLE %[1]s.ticket (id int PRIMARY KEY, n int);
CREATE FUNCTION %[1]s.tickets() RETURNS int LANGUAGE sql STABLE AS 'SELECT count(*)::int FROM ticket';
CREATE TABLE %[1]s.line (id int PRIMARY KEY, n int);
CREATE FUNCTION %[1]s.lines() RETURNS int LANGUAGE sql STABLE AS 'SELECT count(*)::int FROM line';
CREATE DOMAIN %[1]s.numbered AS int DEFAULT %[1]s.lines();
ALTER TABLE %[1]s.line ADD no %[1]s.numbered;
CREATE DOMAIN %[1]s.least AS int CHECK (VALUE >= %[1]s.tickets());
ALTER TABLE %[1]s.ticket ADD least %[1]s.least;
CREATE FUNCTION %[1]s.step(int, int) RETURNS int LANGUAGE sql STABLE AS 'SELECT $1 + sum(n)::int FROM t';
CREATE AGGREGATE %[1]s.steps(int) (sfunc = %[1]s.step, stype = int, initcond = '0');
CREATE VIEW %[1]s.below AS SELECT n FROM %[1]s.t WHERE n < 20;
CREATE TABLE %[1]s.stamped (id int PRIMARY KEY, n int, at timestamptz);
CREATE FUNCTION %[1]s.stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.at := now(); RETURN NEW; END';
CREATE TRIGGER stamp BEFORE UPDATE ON %[1]s.stamped FOR EACH ROW EXECUTE FUNCTION %[1]s.stamp();
CREATE TABLE %[1]s.counted (id int PRIMARY KEY, n int);
CREATE FUNCTION %[1]s.counts() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.n := (SELECT sum(n) FROM counted); RETURN NEW; END';
CREATE TRIGGER counts BEFORE UPDATE ON %[1]s.counted FOR EACH ROW EXECUTE FUNCTION %[1]s.counts();
INSERT INTO %[1]s.kid SELECT i, i FROM generate_series(1, 5) i;
INSERT INTO %[1]s.prt SELECT i, i FROM generate_series(1, 5) i;
INSERT INTO %[1]s.own SELECT i, i FROM generate_series(1, 5) i;
INSERT INTO %[1]s.few SELECT i, i, i FROM generate_series(1, 3) i;
INSERT INTO %[1]s.stamped SELECT i, i FROM generate_series(1, 5) i;
INSERT INTO %[1]s.counted SELECT i, i FROM generate_series(1, 5) i;
INSERT INTO %[1]s.secret VALUES (1), (2);
ALTER TABLE %[1]s.own ENABLE ROW LEVEL SECURITY;
CREATE POLICY low ON %[1]s.own USING (n < 20) WITH CHECK (n < 40);
ALTER TABLE %[1]s.secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY less ON %[1]s.secret USING (x < (SELECT max(n) FROM %[1]s.t) - 3);
GRANT ALL ON SCHEMA %[1]s TO pg_database_owner;
GRANT ALL ON ALL TABLES IN SCHEMA %[1]s TO pg_database_owner;
GRANT ALL ON ALL SEQUENCES IN SCHEMA %[1]s TO pg_database_owner;
`

// setReached are statements that reach more than they say. One of parts is put where a piece has a star.
var setReached = map[string][]string{
	"INSERT INTO u AS r (code, n) VALUES (${code}, *)": {"nextval('s')",
		"(SELECT nextval('s'))", "(SELECT max(nextval('s')) FROM other)", "(SELECT steps(x) FROM other)"},
	"INSERT INTO short AS r (code, n) VALUES (${short}, ${v}) ON CONFLICT (code) DO UPDATE SET n = *": {"excluded.n",
		"r.n * 2 + 1", "${v}", "r.n + excluded.n"},
	"INSERT INTO price AS r (id, n) VALUES (${price}, ${v}) ON CONFLICT (id) DO UPDATE SET n = *": {"excluded.n",
		"r.n * 2 + 1"},
	"INSERT INTO few AS r (id, g, n) VALUES (${id}, ${g}, 1)*": {"",
		" ON CONFLICT (id) DO UPDATE SET n = r.n + 1", " ON CONFLICT DO NOTHING"},
	"UPDATE few SET g = * WHERE id = ${id}": {"g", "${g}"},
	"INSERT INTO ticket (id*) VALUES (${id}, 1)": {", n",
		", least"},
	"INSERT INTO line (id*) VALUES (${id}, 1)": {", n", ", no"},
	"INSERT INTO kid (id, n) VALUES (${id}, *)": {"${v}",
		"(SELECT count(*) FROM par)"},
	"INSERT INTO prt_1 (id, n) VALUES (${id}, *)": {"${v}",
		"(SELECT count(*) FROM prt)"},
	"UPDATE kid SET n = * WHERE id = ${id}": {"${v}",
		"(SELECT sum(n) FROM par)"},
	"UPDATE prt_1 SET n = * WHERE id = ${id}": {"${v}",
		"(SELECT sum(n) FROM prt)"},
	"DELETE FROM kid WHERE id = ${id} AND *": {"n < ${v}",
		"n < (SELECT avg(n) FROM par)"},
	"UPDATE t SET n = * WHERE id = ${id}": {"n + (SELECT count(*) FROM secret)", "(SELECT sum(n) FROM below)", "(SELECT steps(x) FROM other)"},
	"UPDATE own SET n = * WHERE id = ${id}": {"n + ${v}",
		"n * 2", "${v}"},
	"INSERT INTO own AS r (id, n) VALUES (${id}, ${v})*": {"",
		" ON CONFLICT (id) DO UPDATE SET n = r.n * 3"},
	"UPDATE stamped SET n = * WHERE id = ${id}": {"${v}",
		"n * 2 + ${v}", "CASE WHEN at IS NULL THEN n ELSE ${v} END"},
	"UPDATE counted SET n = * WHERE id = ${id}": {"${v}",
		"n + 1"},
}

// pieces of statements, by what they are a part of. Some make statements that must be refused.
var setPieces = map[string][]string{
	"assign": {"n = ${v}", "n = n + ${v}", "n = coalesce(n, 0) * 2 + ${v}", "name = ${s}", "name = name || ${s}::text",
		"g = ${v}",
		"n = (SELECT max(x) FROM other WHERE y = ${v})", "code = ${s}", "n = (SELECT max(n) FROM t) + ${v}", "n = g"},
	"where": {"id = ${id}", "code = ${code}", "g = ${g}", "id = ${id} AND g = ${g}", "${code} = code AND n > ${v}",
		"id = ${id} AND (n IS NULL OR n <> ${v})", "id = ${id} OR code = ${code}", "g = ${g} AND n < 20",
		"id = ${id} AND n = ${v}", "n = ${v}",
		"code = ${code} AND EXISTS (SELECT FROM other WHERE x = ${v})", "id IN (${id}, 1)",
		"name IS NOT NULL AND g = ${g} AND EXISTS (SELECT FROM other WHERE x = t.n)", "code = ${code} AND n < 4"},
	"values": {"t (id, code, n) VALUES (${id}, ${code}, ${v})",
		"t (id, g, n, name) VALUES (${id}, ${g}, ${v} + 1, ${s})",
		"u (code) VALUES (${code})", "u (code, n) VALUES (${code}, ${v})",
		"u (code, n) VALUES (${s} || 'x', (SELECT max(x) FROM other WHERE y = ${v}))"},
	"conflict": {"", " ON CONFLICT DO NOTHING", " ON CONFLICT (id) DO UPDATE SET n = excluded.n",
		" ON CONFLICT (id) DO UPDATE SET n = r.n + ${v}",
		" ON CONFLICT (code) DO UPDATE SET n = r.n * 2 + 1",
		" ON CONFLICT (code) DO UPDATE SET n = excluded.n WHERE r.n < excluded.n",
		" ON CONFLICT (id) DO UPDATE SET code = excluded.code"},
}

func setStatement(r *rand.Rand, reached bool) string {
	pick := func(kind string) string { return setPieces[kind][r.Intn(len(setPieces[kind]))] }
	if reached || r.Intn(3) == 0 {
		forms := slices.Sorted(maps.Keys(setReached))
		form := forms[r.Intn(len(forms))]
		return strings.Replace(form, "*", setReached[form][r.Intn(len(setReached[form]))], 1)
	}
	switch r.Intn(5) {
	case 0:
		return "DELETE FROM t WHERE " + pick("where")
	case 1, 2:
		table, rest, _ := strings.Cut(pick("values"), " ")
		return "INSERT INTO " + table + " AS r " + rest + pick("conflict")
	}
	set := pick("assign")
	if more := pick("assign"); r.Intn(3) == 0 && more[:4] != set[:4] {
		set += ", " + more
	}
	return "UPDATE t SET " + set + " WHERE " + pick("where")
}

func setValue(r *rand.Rand, name string) []byte {
	if name != "id" && r.Intn(6) == 0 {
		return nil
	}
	n := strconv.Itoa(1 + r.Intn(7))
	switch name {
	case "short":
		return []byte("c" + n + strings.Repeat(" ", r.Intn(4)))
	case "price":
		return []byte(n + []string{".5", ".51", ".549", ".55"}[r.Intn(4)])
	}
	return []byte(map[string]string{"code": "c" + n, "s": "s" + n}[name] +
		map[bool]string{true: "", false: n}[name == "code" || name == "s"])
}

// array is the text of an array.
func array(values [][]byte) []byte {
	texts := make([]string, len(values))
	for i, v := range values {
		if texts[i] = "NULL"; v != nil {
			texts[i] = strconv.Quote(string(v))
		}
	}
	return []byte("{" + strings.Join(texts, ",") + "}")
}

type setRun struct {
	t    *testing.T
	conn *pgconn.PgConn
}

func (c setRun) exec(sql string, values ...[]byte) (*pgconn.Result, error) {
	res := c.conn.ExecParams(ctx, sql, values, nil, nil, nil).Read()
	return res, res.Err
}

func (c setRun) must(sql string) string {
	c.t.Helper()
	rs, err := c.conn.Exec(ctx, sql).ReadAll()
	if err != nil {
		c.t.Fatal(err, sql)
	}
	if last := rs[len(rs)-1]; len(last.Rows) > 0 {
		return string(last.Rows[0][0])
	}
	return ""
}

// each runs the rows one by one, as a call for each would.
func (c setRun) each(sql string, rows [][][]byte) (count int64, err error) {
	for _, values := range rows {
		res, err := c.exec(sql, values...)
		if err != nil {
			return 0, err
		}
		count += res.CommandTag.RowsAffected()
	}
	return count, nil
}

// many runs them as generated code does: from lists, by the plain statement first where there is one, by that for rows
// with different keys where they have such, or from a table; false where that runs each by itself. What did it is one
// of these four.
func (c setRun) many(set *engine.Set, rows [][][]byte, from string) (count int64, by string, did bool) {
	sql, values := set.SQL, c.lists(rows)
	switch {
	case from == "table":
		sql, values = set.Staged.SQL, nil
		c.stage(set.Staged, rows)
	case from == "distinct" && set.Distinct != "" && distinct(set.Key, rows):
		res, err := c.exec(set.Distinct, values...)
		return res.CommandTag.RowsAffected(), from, err == nil
	case from == "plain" && set.Plain != "":
		res, err := c.exec(set.Plain, values...)
		if n := res.CommandTag.RowsAffected(); err != nil || n > 0 || set.Once {
			return n, from, err == nil
		}
		from = "lists"
	case set.Listed:
		from = "list"
	default:
		from = "lists"
	}
	round := func(n int64) (changed, rounds int64, err error) {
		res, err := c.exec(sql, append(values, []byte(strconv.FormatInt(n, 10)))...)
		if err == nil {
			changed, _ = strconv.ParseInt(string(res.Rows[0][0]), 10, 64)
			rounds, _ = strconv.ParseInt(string(res.Rows[0][1]), 10, 64)
		}
		return changed, rounds, err
	}
	count, rounds, err := round(0)
	if err != nil || rounds > int64(set.Rounds) {
		return 0, from, false
	}
	for n := int64(1); rounds > 1 && n <= rounds; n++ {
		changed, _, err := round(n)
		if err != nil {
			return 0, from, false
		}
		count += changed
	}
	if from == "table" {
		c.must(set.Staged.Drop)
	}
	return count, from, true
}

// distinct reports whether no two of rows have the same of some values.
func distinct(key []int, rows [][][]byte) bool {
	seen := map[string]bool{}
	for _, values := range rows {
		var own string
		for _, n := range key {
			own += fmt.Sprintf("%q ", values[n-1])
		}
		seen[own] = true
	}
	return len(seen) == len(rows)
}

func (c setRun) lists(rows [][][]byte) (lists [][]byte) {
	for i := range rows[0] {
		var column [][]byte
		for _, values := range rows {
			column = append(column, values[i])
		}
		lists = append(lists, array(column))
	}
	return lists
}

// stage copies rows into the table of one call.
func (c setRun) stage(t *ir.Staged[string], rows [][][]byte) {
	c.t.Helper()
	c.must(t.Create)
	var text strings.Builder
	for _, values := range rows {
		for i, v := range values {
			if i > 0 {
				text.WriteByte('\t')
			}
			if v == nil {
				v = []byte(`\N`)
			}
			text.Write(v)
		}
		text.WriteByte('\n')
	}
	if _, err := c.conn.CopyFrom(ctx, strings.NewReader(text.String()), "COPY "+t.Into+" FROM STDIN"); err != nil {
		c.t.Fatal(err, t.Into)
	}
}

// setState is what tables hold; the times that a trigger sets are those of the transaction.
const setState = `SELECT concat_ws('/', (SELECT string_agg(t::text, ';' ORDER BY t::text) FROM t), (SELECT string_agg(u::text, ';' ORDER BY u::text) FROM u),
(SELECT string_agg(r::text, ';' ORDER BY r::text) FROM short r), (SELECT string_agg(r::text, ';' ORDER BY r::text) FROM price r), (SELECT string_agg(r::text, ';' ORDER BY r::text) FROM few r),
(SELECT string_agg(r::text, ';' ORDER BY r::text) FROM par r), (SELECT string_agg(r::text, ';' ORDER BY r::text) FROM prt r), (SELECT string_agg(r::text, ';' ORDER BY r::text) FROM own r),
(SELECT string_agg(r::text, ';' ORDER BY r::text) FROM ticket r), (SELECT string_agg(r::text, ';' ORDER BY r::text) FROM line r), (SELECT string_agg(r::text, ';' ORDER BY r::text) FROM counted r),
(SELECT string_agg(concat(id, ' ', n, ' ', at = now()), ';' ORDER BY id) FROM stamped))`

// setBegin starts a transaction in one of the schemas, as a role that policies hold for.
const setBegin = "BEGIN; SET LOCAL ROLE pg_database_owner; SET LOCAL search_path = "

// setEnd undoes what was done in a schema.
func setEnd(schema string) string {
	return fmt.Sprintf("ROLLBACK; SELECT setval(pg_get_serial_sequence('%[1]s.u', 'id'), 2), setval('%[1]s.s', 1)",
		schema)
}

// randomSets runs random statements and reports how many were run for many rows, by how these come, and which meant
// something else.
func randomSets(t *testing.T, seed int64, cases int, lost string,
	mutants map[string]func(*engine.Set)) (ran map[string]int, wrong []string) {
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
		if lost != "" {
			lose(t, s, lost)
		}
		c.must("CREATE SCHEMA many;" + fmt.Sprintf(setTables, "many", key))
		for range cases / 3 {
			in := stmt(setStatement(r, lost != ""))
			d, err := s.Describe(ctx, in)
			var e *engine.Error
			if errors.As(err, &e) {
				continue // no statement
			}
			if err != nil {
				t.Fatal(err)
			}
			if d.Set.SQL == "" {
				continue // each row by itself
			}
			rows := make([][][]byte, 1+r.Intn(8))
			for i := range rows {
				for _, p := range in.Params {
					rows[i] = append(rows[i], setValue(r, p.Name))
				}
			}
			from := []string{"table", "lists", "plain", "distinct"}[r.Intn(4)]
			if d.Set.Staged == nil && from == "table" {
				from = "lists"
			}
			want, each, state := int64(-1), error(nil), "" // one by one, once it is asked for
			try := func(set *engine.Set) (wrong string) {
				c.must(setBegin + "many")
				got, by, did := c.many(set, rows, from)
				if !did {
					c.must(setEnd("many"))
					return ""
				}
				ran[by]++
				now := c.must("RESET ROLE; " + setState)
				c.must(setEnd("many"))
				if state == "" {
					c.must(setBegin + "public")
					if want, each = c.each(in.SQL, rows); each == nil {
						state = c.must("RESET ROLE; " + setState)
					}
					c.must(setEnd("public"))
				}
				if each != nil {
					return fmt.Sprintf("%s %q: one by one: %v", in.SQL, rows, each)
				}
				if now != state || want != got {
					return fmt.Sprintf("%s %q: %d, not %d rows\n%s\n%s", in.SQL, rows, got, want, now, state)
				}
				return ""
			}
			if mutants == nil {
				if w := try(d.Set); w != "" {
					if wrong = append(wrong, w); lost != "" {
						return ran, wrong
					}
				}
				continue
			}
			for name, mutate := range mutants {
				set := *d.Set
				set.Key = slices.Clone(set.Key)
				if set.Staged != nil {
					staged := *set.Staged
					set.Staged = &staged
				}
				if mutate(&set); !reflect.DeepEqual(set, *d.Set) {
					if w := try(&set); w != "" {
						delete(mutants, name)
					}
				}
			}
			if len(mutants) == 0 {
				return ran, wrong
			}
		}
	}
	return ran, wrong
}

// TestRandomSets: many rows at once do what each does by itself, in their order.
func TestRandomSets(t *testing.T) {
	cases := enginetest.SetCases()
	ran, wrong := randomSets(t, int64(cases), cases, "", nil)
	for _, w := range wrong {
		t.Error(w)
	}
	for _, from := range []string{"lists", "table", "list", "plain", "distinct"} {
		if ran[from] < cases/map[bool]int{true: 150, false: 40}[from == "distinct"] {
			t.Errorf("only %d of %d statements were run for many rows from a %s", ran[from], cases, from)
		}
	}
	t.Logf("%v of %d", ran, cases)
}

// TestSetMutants: the comparison finds derivations that are wrong.
func TestSetMutants(t *testing.T) {
	mutants := map[string]func(*engine.Set){}
	for name, change := range map[string][3]string{
		"rounds are ignored": {"CASE WHEN (SELECT max(p_round) FROM given) = 1 THEN 0 END", "0",
			"lists"},
		"rows come in wrong order": {"\nORDER BY p_row", "\nORDER BY p_row DESC", "lists"},
		"a key is forgotten":       {"PARTITION BY p_", "PARTITION BY p_row, p_", "lists"},
		"rounds are ignored, staged": {"CASE WHEN (SELECT max(p_round) FROM given) = 1 THEN 0 END", "0",
			"table"},
		"rows come in wrong order, staged":     {"\nORDER BY p_row", "\nORDER BY p_row DESC", "table"},
		"rows of a key come backwards, staged": {"ORDER BY p_row) AS", "ORDER BY p_row DESC) AS", "table"},
		"a delete takes one row": {"\n), changed AS (\nDELETE", " LIMIT 1\n), changed AS (\nDELETE",
			"lists"},
		"a delete takes half of the table":      {"LIMIT (SELECT count(*)", "LIMIT (SELECT count(*) / 2", "table"},
		"a delete needs all of its list":        {" ANY ($1::", " ALL ($1::", "list"},
		"a delete takes what is not listed":     {" = ANY ($1::", " <> ALL ($1::", "list"},
		"a further condition is lost":           {" AND n < 4\nRETURNING", "\nRETURNING", "list"},
		"keys that come twice are not seen":     {" HAVING count(*) > 1", " HAVING count(*) > 2", "plain"},
		"a plain delete takes half of its list": {" = ANY ($1::", " > ALL ($1::", "plain"},
		"a plain insert comes in wrong order":   {"\nORDER BY p_row", "\nORDER BY p_row DESC", "plain"},
		"a plain insert takes one row": {"AS r (p_code, p_row)\n)", "AS r (p_code, p_row) LIMIT 1\n)",
			"plain"},
		"of rows with different keys one runs": {"\n  ORDER BY p_id\n)", "\n  ORDER BY p_id LIMIT 1\n)", "distinct"},
		"more than the key is compared":        {"", "", "key"},
		"the staged table is read twice": {"FROM pg_temp.sqg_rows)",
			"FROM pg_temp.sqg_rows, (VALUES (1), (2)) AS two)", "table"},
	} {
		of := change[2]
		mutants[name] = func(s *engine.Set) {
			sql := &s.SQL
			if of == "key" && len(s.Key) > 0 {
				s.Key = append(s.Key, 1)
			}
			if of == "distinct" {
				sql = &s.Distinct
			} else if of == "plain" {
				sql = &s.Plain
			} else if s.Listed != (of == "list") {
				return
			}
			if of == "table" {
				sql = &s.Staged.SQL
			}
			*sql = strings.Replace(*sql, change[0], change[1], 1)
			if change[1] == "0" {
				*sql = strings.Replace(*sql, "(SELECT max(p_round) FROM given) AS rounds", "1::bigint AS rounds", 1)
			}
		}
	}
	randomSets(t, 7, 1800, "", mutants)
	for name := range mutants {
		t.Errorf("not found: %s", name)
	}
}

// TestLostMutants: random statements find what is lost with the answer to a question of the closure.
func TestLostMutants(t *testing.T) {
	for _, name := range []string{"CHECKs", "policies", "aggregates", "domains", "defaults of domains", "volatility",
		"heirs", "triggers", "views"} {
		if _, wrong := randomSets(t, 7, 1800, questions[name], nil); len(wrong) == 0 {
			t.Errorf("not found: nothing asks for %s", name)
		}
	}
}
