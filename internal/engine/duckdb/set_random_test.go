package duckdb

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
	"github.com/sqg-dev/sqg/internal/ir"
)

// setText is a derived statement, for tests.
func setText(s *engine.Set) string {
	if s.From == nil {
		return s.Each
	}
	text := fmt.Sprintf("%s…%s key %v", s.From.Before, s.From.After, s.From.Key)
	if s.From.Ordered {
		text += " ordered"
	}
	if s.From.Last != nil {
		text += fmt.Sprintf(" last %v", s.From.Last.Needed)
	}
	return text
}

// setTables: the type of id and what is said of columns are chosen.
const setTables = `
CREATE TABLE other (x INTEGER, y INTEGER);
INSERT INTO other VALUES (1, 1), (2, 1), (3, 2);
CREATE TABLE t (id %s, code VARCHAR %s, g INTEGER, n INTEGER %s, name VARCHAR %s);
INSERT INTO t SELECT i, 'c' || i, nullif(i %% 3, 0), i, 'n' FROM range(1, 6) r(i);
%s
CREATE TABLE u (code VARCHAR UNIQUE %s, n INTEGER DEFAULT 1 %s);
INSERT INTO u (code) VALUES ('c1'), ('c2');
`

// setSchemas are those that statements run in.
func setSchemas(r *rand.Rand) string {
	pick := func(of ...string) string { return of[r.Intn(len(of))] }
	again := ""
	key := pick("PRIMARY KEY", "PRIMARY KEY", "UNIQUE", "")
	if key == "" {
		again = pick("", "INSERT INTO t SELECT id, code || 'x', g, n + 10, name FROM t;")
	}
	return fmt.Sprintf(setTables, pick("INTEGER", "DECIMAL(4,1)", "BIGINT", "VARCHAR", "UTINYINT")+" "+key,
		pick("UNIQUE", ""), pick("CHECK (n < 500)", "NOT NULL", ""), pick("", "DEFAULT 'd'"), again,
		pick("NOT NULL", ""), pick("NOT NULL", ""))
}

var setPieces = enginetest.CommonSets.With(enginetest.Sets{
	"assign": {"name = name || ${s}", "n = CASE WHEN ${v}::INTEGER > 3 THEN ${v} ELSE n END", "name = upper(${s})",
		"n = CAST(name AS INTEGER)"},
	"where": {"id = ${id} AND name LIKE ${s}", "g = ${g} AND n // ${v} > 1", "id = ${id} AND n BETWEEN 0 AND ${v}"},
	"merge": {
		"MERGE INTO t USING (SELECT ${code}::VARCHAR AS code, ${v}::INTEGER AS v) s ON t.code = s.code WHEN MATCHED THEN UPDATE SET n = t.n + s.v WHEN NOT MATCHED THEN INSERT (id, code, n) VALUES (50, s.code, s.v)",
		"MERGE INTO t USING (SELECT ${g}::INTEGER AS g, ${v}::INTEGER AS v) s ON t.g = s.g WHEN MATCHED AND s.v > 3 THEN DELETE WHEN MATCHED THEN UPDATE SET n = s.v",
		"MERGE INTO u USING (SELECT ${code}::VARCHAR AS code, ${v}::INTEGER AS v) s ON u.code = s.code WHEN MATCHED THEN UPDATE SET n = s.v WHEN NOT MATCHED THEN INSERT (code, n) VALUES (s.code, s.v)",
		"MERGE INTO u USING (SELECT ${code}::VARCHAR AS code, ${v}::INTEGER AS v) s ON u.code = s.code WHEN NOT MATCHED THEN INSERT (code, n) VALUES (s.code || 'c', s.v)",
		"MERGE INTO u USING (SELECT ${code}::VARCHAR AS code, ${v}::INTEGER AS v) s ON u.code = s.code WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (code, n) VALUES (s.code, s.v)",
	},
})

// lastPieces are statements of which the last row of a key mostly stands for all.
var lastPieces = enginetest.Sets{
	"assign": {"n = ${v}", "name = ${s}", "n = ${v}, name = 'x'", "n = ${v}, name = upper(t.code)", "n = n + ${v}",
		"n = id + ${v}"},
	"where": {"id = ${id}", "g = ${g}", "id = ${id} AND g = ${g}", "g = ${g} AND n < 20", "g = ${g} AND id < 4",
		"g = ${g} AND id < ${v}"},
	"values": {"t (id, code, n) VALUES (${id}, 'd', ${v})", "t (id, g, n, name) VALUES (${id}, ${g}, ${v}, ${s})",
		"u (code, n) VALUES (${code}, ${v})"},
	"conflict": {" ON CONFLICT (id) DO UPDATE SET n = excluded.n", " ON CONFLICT (code) DO UPDATE SET n = excluded.n",
		" ON CONFLICT (id) DO UPDATE SET n = 3",
		" ON CONFLICT (id) DO UPDATE SET n = excluded.n, name = excluded.name, g = excluded.g",
		" ON CONFLICT (code) DO UPDATE SET n = excluded.n WHERE r.n < 4"},
	"merge": {"MERGE INTO u USING (SELECT ${code}::VARCHAR AS code, ${v}::INTEGER AS v) s ON u.code = s.code WHEN MATCHED THEN UPDATE SET n = s.v WHEN NOT MATCHED THEN INSERT (code, n) VALUES (s.code, s.v)"},
}

// setRun runs rows in one of two copies of the database.
type setRun struct {
	t *testing.T
	*session
}

func (c setRun) must(sql string) {
	c.t.Helper()
	if err := c.exec(c.t.Context(), sql); err != nil {
		c.t.Fatal(err, sql)
	}
}

func texts(values [][]byte) string {
	out := make([]string, len(values))
	for i, v := range values {
		if out[i] = "NULL"; v != nil {
			out[i] = literal(string(v))
		}
	}
	return strings.Join(out, ", ")
}

// each runs the rows one by one, as a call for each would. EXECUTE runs no MERGE, so values are written.
func (c setRun) each(sql string, params []engine.Param, rows [][][]byte) (count int64, err error) {
	for _, values := range rows {
		d := derivation{}
		text, _ := d.replaced(sql, func(n int) (string, error) {
			return "CAST(" + texts(values[n-1:n]) + " AS " + params[n-1].Type.Ref + ")", nil
		})
		n, err := c.conn.Exec(c.t.Context(), text)
		if err != nil {
			return 0, err
		}
		count += n
	}
	return count, nil
}

// rounds divides rows as generated code does: those of one statement have different keys. ON
// CONFLICT takes NULLs for one key, too, though the table does not.
func rounds(key []int, rows [][][]byte) (out [][][][]byte) {
	if len(key) == 0 {
		return [][][][]byte{rows}
	}
	for _, of := range byKey(key, rows) {
		for round, values := range of {
			if round == len(out) {
				out = append(out, nil)
			}
			out[round] = append(out[round], values)
		}
	}
	return out
}

// weighed are rows that run in one statement, and how often what it changes counts.
type weighed struct {
	rows  [][][]byte
	times int64
}

// lasts divides rows as generated code does where the last of a key stands for all of them: by how many they are.
func lasts(from *ir.From, rows [][][]byte) (out []weighed) {
	for _, of := range byKey(from.Key, rows) {
		stands := of[len(of)-1]
		for _, values := range of {
			if slices.ContainsFunc(from.Last.Needed, func(n int) bool { return values[n-1] == nil }) {
				stands = values
			}
		}
		at := slices.IndexFunc(out, func(w weighed) bool { return w.times == int64(len(of)) })
		if at < 0 {
			at, out = len(out), append(out, weighed{times: int64(len(of))})
		}
		out[at].rows = append(out[at].rows, stands)
	}
	return out
}

// byKey are the rows of each key.
func byKey(key []int, rows [][][]byte) (out [][][][]byte) {
	at := map[string]int{}
	for _, values := range rows {
		var of [][]byte
		for _, n := range key {
			of = append(of, values[n-1])
		}
		i, known := at[texts(of)]
		if !known {
			i, out = len(out), append(out, nil)
			at[texts(of)] = i
		}
		out[i] = append(out[i], values)
	}
	return out
}

// many runs them by the derived statement.
func (c setRun) many(set *engine.Set, params []engine.Param, rows [][][]byte) (count int64, err error) {
	var statements []weighed
	if set.From.Last != nil {
		statements = lasts(set.From, rows)
	} else {
		for _, some := range rounds(set.From.Key, rows) {
			statements = append(statements, weighed{some, 1})
		}
	}
	for _, some := range statements {
		var given, read []string
		for i, p := range params {
			given = append(given, fmt.Sprintf("c%d %s", i+1, p.Type.Ref))
			read = append(read, fmt.Sprintf("CAST(c%d AS %s) AS %s", i+1, p.Type.Ref, set.From.Columns[i]))
		}
		c.must("CREATE OR REPLACE TEMP TABLE given (" + strings.Join(given, ", ") + ")")
		for _, values := range some.rows {
			if err := c.exec(c.t.Context(), "INSERT INTO given VALUES ("+texts(values)+")"); err != nil {
				return 0, err
			}
		}
		n, err := c.conn.Exec(c.t.Context(),
			set.From.Before+"(SELECT "+strings.Join(read, ", ")+" FROM temp.given)"+set.From.After)
		if err != nil {
			return 0, err
		}
		count += n * some.times
	}
	return count, nil
}

func (c setRun) state() string {
	var text string
	if err := c.session.each(c.t.Context(),
		"SELECT (SELECT list(t ORDER BY t)::VARCHAR FROM t) || '/' || (SELECT list(u ORDER BY u)::VARCHAR FROM u)",
		func(r row) { text = r.text(0) }); err != nil {
		c.t.Fatal(err)
	}
	return text
}

// randomSets runs random statements and reports how many were run for many rows, how many of those failed while those
// for each row did not, and which meant something else. With mutants, only what they change is run; one that is found
// is deleted.
func randomSets(t *testing.T, pieces enginetest.Sets, seed int64, cases int, mutants map[string]func(*ir.From)) (ran,
	failed int, wrong []string) {
	r := rand.New(rand.NewSource(seed))
	for tried := 0; tried < cases; {
		schema := setSchemas(r)
		one, many := setRun{t, open(t, schema)}, setRun{t, open(t, schema)}
		for k := 0; k < 100 && tried < cases; k++ {
			tried++
			in := enginetest.Statement(pieces.Random(r))
			for i := range in.Params {
				in.Params[i].Type = map[string]string{"v": "INTEGER", "s": "VARCHAR"}[in.Params[i].Name]
			}
			d, err := one.Describe(t.Context(), in)
			if err != nil || d.Set == nil || d.Set.From == nil {
				continue // no statement in this schema, or each row by itself
			}
			rows := make([][][]byte, 1+r.Intn(8))
			for i := range rows {
				for _, p := range in.Params {
					rows[i] = append(rows[i], enginetest.SetValue(r, p.Name))
				}
			}
			try := func(set *engine.Set) (wrong string) {
				one.must("BEGIN")
				many.must("BEGIN")
				defer one.must("ROLLBACK")
				defer many.must("ROLLBACK")
				want, errOne := one.each(in.SQL, d.Params, rows)
				got, errMany := many.many(set, d.Params, rows)
				switch {
				case errMany != nil && errOne == nil:
					failed++
					t.Log(in.SQL, texts(slices.Concat(rows...)), errMany)
				case errMany == nil && errOne != nil:
					return fmt.Sprintf("%s\n%s %q: one by one: %v", schema, in.SQL, rows, errOne)
				case errMany == nil:
					ran++
					if a, b := one.state(), many.state(); a != b || want != got {
						return fmt.Sprintf("%s\n%s %q: %d, not %d rows\n%s\n%s", schema, in.SQL, rows, got, want, b, a)
					}
				}
				return ""
			}
			if mutants == nil {
				if w := try(d.Set); w != "" {
					wrong = append(wrong, w)
				}
			}
			for name, mutate := range mutants {
				set, from := *d.Set, *d.Set.From
				set.From, from.Columns = &from, slices.Clone(from.Columns)
				if from.Last != nil {
					last := *from.Last
					from.Last = &last
				}
				if mutate(&from); !reflect.DeepEqual(from, *d.Set.From) && try(&set) != "" {
					delete(mutants, name)
				}
			}
		}
		one.Close()
		many.Close()
		if mutants != nil && len(mutants) == 0 {
			break
		}
	}
	return ran, failed, wrong
}

// TestRandomSets: many rows at once do what each does by itself, in their order.
func TestRandomSets(t *testing.T) {
	cases := enginetest.SetCases()
	for name, of := range map[string]struct {
		pieces enginetest.Sets
		cases  int
	}{"all": {setPieces, cases}, "the last of a key": {lastPieces, cases / 2}} {
		ran, failed, wrong := randomSets(t, of.pieces, int64(cases), of.cases, nil)
		for _, w := range wrong {
			t.Error(w)
		}
		if ran < of.cases/8 || failed > 0 {
			t.Errorf("%s: %d of %d statements were run for many rows, and %d failed that do not for each", name, ran,
				of.cases, failed)
		}
		t.Logf("%s: %d of %d", name, ran, of.cases)
	}
}

// TestSetMutants: the comparison finds derivations that are wrong.
func TestSetMutants(t *testing.T) {
	type mutants = map[string]func(*ir.From)
	for _, of := range []struct {
		pieces  enginetest.Sets
		mutants mutants
	}{{setPieces, mutants{
		"a key is forgotten":           func(f *ir.From) { f.Key = nil },
		"another parameter is the key": func(f *ir.From) { f.Key = []int{len(f.Columns)} },
		"columns are exchanged":        func(f *ir.From) { slices.Reverse(f.Columns) },
		"a condition is left out":      func(f *ir.From) { f.After, _, _ = strings.Cut(f.After, " AND ") },
		"what is matched stays": func(f *ir.From) {
			f.After = strings.Replace(f.After, "DO UPDATE SET n = ", "DO UPDATE SET n = r.n + 0 * ", 1)
		},
	}}, {lastPieces, mutants{
		"the last stands for all where it does not": func(f *ir.From) {
			if len(f.Key) > 0 && f.Last == nil {
				f.Last = &ir.Last{}
			}
		},
		"NULL is said to fail nowhere": func(f *ir.From) {
			if f.Last != nil {
				f.Last.Needed = nil
			}
		},
	}}} {
		randomSets(t, of.pieces, 7, 2000, of.mutants)
		for name := range of.mutants {
			t.Errorf("not found: %s", name)
		}
	}
}
