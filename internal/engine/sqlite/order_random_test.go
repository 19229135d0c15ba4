package sqlite

import (
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
	sqlite3 "modernc.org/sqlite/lib"
)

// orderTables: the key, what is said of columns, and what else there is are chosen.
const orderTables = `
CREATE TABLE other (x INTEGER PRIMARY KEY, y INTEGER);
INSERT INTO other VALUES (1, 1), (2, 1), (3, 2);
CREATE TABLE t (id INTEGER %s, code TEXT %s, g INTEGER %s, n INTEGER CHECK (n < 40), name TEXT DEFAULT 'd') %s;
INSERT INTO t (id, code, g, n, name) VALUES (1, 'c1', 1, 1, 'n'), (2, 'c2', 2, 2, 'n'), (3, 'c3', NULL, 3, 'n'), (4, 'c4', 1, 4, 'n');
CREATE TABLE u (code TEXT UNIQUE, n INTEGER DEFAULT 1);
INSERT INTO u (code) VALUES ('c1'), ('c2');
CREATE TABLE log (id INTEGER PRIMARY KEY, seen TEXT);
%s;
%s;
`

func orderSchemas(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.Intn(len(of))] }
	key := pick("PRIMARY KEY", "PRIMARY KEY", "PRIMARY KEY", "PRIMARY KEY", "PRIMARY KEY", "PRIMARY KEY AUTOINCREMENT",
		"PRIMARY KEY ON CONFLICT REPLACE", "UNIQUE", "")
	refers := []string{"", "", "", "REFERENCES other", "REFERENCES other DEFERRABLE INITIALLY DEFERRED"}
	more := []string{"", "", "", "", "", "",
		"CREATE TRIGGER tr AFTER UPDATE ON t BEGIN INSERT INTO log (seen) VALUES (new.id || new.name); END",
		"CREATE TRIGGER tr AFTER DELETE ON t BEGIN UPDATE t SET n = n + 1 WHERE g = old.g; END",
		"CREATE TRIGGER tr BEFORE INSERT ON t WHEN (SELECT count(*) FROM t) > 5 BEGIN SELECT RAISE(IGNORE); END"}
	if key != "" {
		refers = append(refers, "REFERENCES t (id)", "REFERENCES t (id) ON DELETE CASCADE",
			"REFERENCES t (id) ON DELETE SET NULL ON UPDATE CASCADE")
		more = append(more, "CREATE TABLE c (t INTEGER REFERENCES t (id) ON DELETE CASCADE); INSERT INTO c VALUES (2)",
			"CREATE TABLE c (t INTEGER REFERENCES t (id)); INSERT INTO c VALUES (2), (7)")
	}
	index := pick("", "", "CREATE INDEX i ON t (g, n)", "CREATE UNIQUE INDEX i ON t (n) WHERE n > 2",
		"CREATE UNIQUE INDEX i ON t (n % 20)", "CREATE INDEX i ON t (upper(name))")
	return fmt.Sprintf(orderTables, key, pick("", "", "UNIQUE"), pick(refers...), pick("", "STRICT"), index,
		pick(more...))
}

var orderPieces = enginetest.CommonSets.With(enginetest.Sets{
	"assign": {"id = ${v}", "id = id + 1", "name = name || ${s}", "n = CASE WHEN ${v} > 3 THEN ${v} ELSE n END",
		"n = (SELECT count(*) FROM t) + ${v}",
		"g = ${g}", "g = g + ${v}", "name = upper(${s})", "n = n * 2 + ${v}", "name = name || ${s}"},
	"where": {"rowid = ${id}", "id = ${id}", "id = ${id}", "id = ${id}", "id > ${id} AND n = ${v}",
		"id = ${id} AND name LIKE ${s}", "id = ${id} + 1"},
	"values": {"t (id, n, name) VALUES (${id}, ${v}, ${s})", "t (id, n, name) VALUES (${id}, ${v}, ${s})",
		"t (n, name) VALUES (${v}, ${s})",
		"t (id, n) VALUES (${id} + 1, ${v})"},
	"conflict": {" ON CONFLICT (id) DO UPDATE SET n = r.n * 2 + excluded.n",
		" ON CONFLICT (id) DO UPDATE SET name = r.name || excluded.name WHERE r.n < ${v}",
		" ON CONFLICT (id) DO UPDATE SET id = ${v}"},
	"merge": {"INSERT OR REPLACE INTO t (id, n, name) VALUES (${id}, ${v}, ${s})",
		"INSERT OR IGNORE INTO t (id, code) VALUES (${id}, ${code})",
		"UPDATE OR REPLACE t SET n = ${v} WHERE id = ${id}",
		"REPLACE INTO t (id, code, g) VALUES (${id}, ${code}, ${g})",
		"UPDATE OR IGNORE t SET g = ${g}, n = n + ${v} WHERE id = ${id}", "DELETE FROM t WHERE id = ${id}",
		"DELETE FROM t WHERE id = ${id} AND g = ${g}",
		"INSERT INTO t (id, g, name) VALUES (${id}, ${g}, ${s}) ON CONFLICT DO NOTHING",
		"INSERT INTO t (id, name) VALUES (${id}, ${s})",
		"UPDATE t SET n = ${v} WHERE id = ${id}",
		"UPDATE t SET n = n * 2 + ${v}, name = name || ${s} WHERE id = ${id}"},
})

var dollar = regexp.MustCompile(`\$\d+`)

// orderRun runs rows in one of two copies of the database.
type orderRun struct {
	t *testing.T
	*session
}

func (c orderRun) must(sql string) {
	c.t.Helper()
	if err := c.conn.query(sql, func(*stmt) {}); err != nil {
		c.t.Fatal(err, sql)
	}
}

func (c orderRun) turn(on bool) {
	if err := c.conn.everything(on); err != nil {
		c.t.Fatal(err)
	}
}

// each runs the rows one by one, which have their values as literals.
func (c orderRun) each(sql string, rows [][]string) (count int, err error) {
	for _, values := range rows {
		text := dollar.ReplaceAllStringFunc(sql, func(mark string) string {
			n, _ := strconv.Atoi(mark[1:])
			return values[n-1]
		})
		if err := c.conn.query(text, func(*stmt) {}); err != nil {
			return 0, err
		}
		if err := c.conn.query("SELECT changes()", func(r *stmt) { count += r.int(0) }); err != nil {
			return 0, err
		}
	}
	return count, nil
}

func (c orderRun) state() string {
	var text strings.Builder
	for _, table := range []string{"t", "u", "log", "other"} {
		columns := map[string]string{"t": "id, code, g, n, name", "u": "code, n", "log": "seen", "other": "x, y"}[table]
		err := c.conn.query("SELECT rowid, concat_ws(',', "+strings.ReplaceAll("quote("+columns+")", ", ",
			"), quote(")+") FROM "+table+" ORDER BY 1",
			func(r *stmt) { text.WriteString(r.text(0) + ":" + r.text(1) + " ") })
		if err != nil {
			c.t.Fatal(err)
		}
	}
	return text.String()
}

// outcome is what running the rows in a transaction leads to; everything says whether foreign keys are enforced.
func (c orderRun) outcome(sql string, rows [][]string, everything bool) string {
	c.turn(everything)
	c.must("BEGIN")
	n, err := c.each(sql, rows)
	text := fmt.Sprint(n, " ", c.state())
	if err != nil {
		text = failed
	}
	c.conn.rollback()
	c.turn(false)
	return text
}

const failed = "an error"

func orderValue(r *rand.Rand, name string) string {
	switch v := enginetest.SetValue(r, name); {
	case v == nil:
		return "NULL"
	case name == "code" || name == "s":
		return quote(string(v))
	default:
		return string(v)
	}
}

// orderMutant is a way to get the order wrong.
type orderMutant struct {
	wrong    bool // one statement that shows it is enough
	schema   func(*schema)
	set      func(set *engine.Set, params int)
	reversed bool // rows of one key are
}

// randomOrders runs random statements and reports how many were run in the order of their key, and which meant
// something else then.
func randomOrders(t *testing.T, seed int64, cases int, m orderMutant) (ran int, wrong []string) {
	r := rand.New(rand.NewSource(seed))
	for tried := 0; tried < cases && (!m.wrong || len(wrong) == 0); {
		schema := orderSchemas(r)
		one, many := orderRun{t, enginetest.Open(t, Open, schema).(*session)},
			orderRun{t, enginetest.Open(t, Open, schema).(*session)}
		if sch, err := one.loaded(); err != nil {
			t.Fatal(err)
		} else if m.schema != nil {
			m.schema(sch)
		}
		for range 60 {
			tried++
			in := enginetest.Statement(orderPieces.Random(r))
			d, err := one.Describe(t.Context(), in)
			if err != nil || d.Set == nil {
				continue
			}
			if m.set != nil {
				m.set(d.Set, len(in.Params))
			}
			if len(d.Set.Key) == 0 {
				continue
			}
			key := d.Set.Key[0] - 1
			if p := d.Params[key]; m.set == nil && (p.Type.Kind != ir.Int64 || p.Nullable) {
				continue
			}
			rows := make([][]string, 1+r.Intn(8))
			for i := range rows {
				for _, p := range in.Params {
					rows[i] = append(rows[i], orderValue(r, p.Name))
				}
			}
			if slices.ContainsFunc(rows, func(values []string) bool { return values[key] == "NULL" }) {
				continue
			}
			sorted := slices.Clone(rows)
			if m.reversed {
				slices.Reverse(sorted)
			}
			slices.SortStableFunc(sorted, func(a, b []string) int { return strings.Compare(a[key], b[key]) })
			texts := [2]string{one.outcome(in.SQL, rows, tried%2 == 0), many.outcome(in.SQL, sorted, tried%2 == 0)}
			if texts[0] != failed {
				ran++
			}
			if texts[0] != texts[1] {
				wrong = append(wrong, fmt.Sprintf("%s\n%s %q\n%s\n%s", schema, in.SQL, rows, texts[0], texts[1]))
			}
		}
	}
	return ran, wrong
}

// TestRandomOrders: rows that are sorted by their key do what they do in their own order.
func TestRandomOrders(t *testing.T) {
	cases := 5 * enginetest.SetCases()
	ran, wrong := randomOrders(t, int64(cases), cases, orderMutant{})
	for _, w := range wrong {
		t.Error(w)
	}
	if ran < cases/10 {
		t.Errorf("%d of %d statements were run in the order of their key", ran, cases)
	}
	t.Logf("%d of %d", ran, cases)
}

// unlisted are the instructions that are refused for they read other rows.
func unlisted() (codes []uint8) {
	codes = slices.Clone(uses[moves])
	for code := range useOf {
		if useOf[code] == other && code != sqlite3.OP_Program {
			codes = append(codes, uint8(code))
		}
	}
	return codes
}

// TestOrderMutants: the comparison finds proofs that are wrong.
func TestOrderMutants(t *testing.T) {
	as := func(u use, codes ...uint8) func(*schema) {
		return func(*schema) {
			for _, code := range codes {
				useOf[code] = u
			}
		}
	}
	for name, m := range map[string]orderMutant{
		"unique indexes are forgotten": {schema: as(computes, sqlite3.OP_NoConflict, sqlite3.OP_IdxRowid)},
		"any row may be read":          {schema: as(computes, unlisted()...)},
		"any row may be sought":        {schema: as(reads, uses[seeks]...)},
		"triggers are forgotten":       {schema: as(computes, sqlite3.OP_Program)},
		"another parameter is the key": {set: func(s *engine.Set, params int) {
			if len(s.Key) > 0 {
				s.Key = []int{params}
			}
		}},
		"rows of one key are reversed": {reversed: true},
	} {
		m.wrong = true
		was := useOf
		if _, wrong := randomOrders(t, 7, 20_000, m); len(wrong) == 0 {
			t.Errorf("not found: %s", name)
		}
		useOf = was
	}
}
