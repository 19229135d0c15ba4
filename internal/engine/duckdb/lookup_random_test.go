package duckdb

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/engine/enginetest"
)

// lookupKeys are types of the column that is looked for, with values of which some are equal though their texts are
// not.
var lookupKeys = map[string][]string{
	"INTEGER": {"1", "2", "3", "-1"}, "HUGEINT": {"1", "-170141183460469231731687303715884105727", "3"},
	"UTINYINT":     {"0", "1", "255"},
	"DOUBLE":       {"0.0", "-0.0", "nan", "-nan", "inf", "-inf", "0.1", "1"},
	"FLOAT":        {"0", "-0", "nan", "0.1", "16777216", "16777217"},
	"DECIMAL(4,1)": {"1", "1.0", "1.04", "-0.5", "999.9"}, "DECIMAL(30,3)": {"1", "1.0004", "123456789012345678901.5"},
	"BOOLEAN": {"true", "false"},
	"VARCHAR": {"", "a", "A", "a ", "é", "e\u0301", "a long one, which does not fit", "it''s"},
	"BLOB":    {"a", "\\x00", "\\x00a", ""}, "BIT": {"1", "01", "001", "1010"},
	"DATE": {"2024-02-29", "infinity", "-infinity", "0044-03-15 (BC)"}, "TIME": {"00:00", "24:00:00", "12:30:00.5"},
	"TIMETZ":       {"12:00:00+00", "13:00:00+01", "12:00:00+01", "11:00:00-01", "00:00:00+15:59:59"},
	"TIMESTAMP":    {"2024-01-01", "infinity", "2024-01-01 00:00:00.000001"},
	"TIMESTAMP_S":  {"2024-01-01", "2024-01-01 00:00:01"},
	"TIMESTAMP_NS": {"2024-01-01 00:00:00.000000001", "2024-01-01"},
	"TIMESTAMPTZ":  {"2024-01-01 00:00:00+00", "2024-01-01 01:00:00+01", "2024-01-01 00:00:00+01"},
	"INTERVAL":     {"1 month", "30 days", "720 hours", "1 day", "24 hours", "-1 day"},
	"UUID":         {"00000000-0000-0000-0000-000000000001", "ffffffff-ffff-ffff-ffff-ffffffffffff"},
	"mood":         {"bad", "good"},
}

// lookupTables: the type of the key, what is said of it and whether others have an index are chosen.
const lookupTables = `
CREATE TYPE mood AS ENUM ('bad', 'good');
CREATE TABLE other (x INTEGER, y BIGINT, z VARCHAR);
INSERT INTO other SELECT i %% 5, i, CASE WHEN i %% 3 > 0 THEN 'z' || i %% 4 END FROM range(%d) r(i);
CREATE TABLE t (a INTEGER, id %s, g INTEGER, n INTEGER, name VARCHAR, p_row INTEGER);
INSERT INTO t SELECT i, %s, nullif(i %% 4, 0), hash(i) %% 10, 's' || i %% 5, i FROM range(%d) r(i);
%s
CREATE VIEW v AS SELECT id, g AS h, n, name FROM t WHERE n < 8;
`

func lookupTable(r *rand.Rand) (schema, typ string) {
	var types []string
	for typ := range lookupKeys {
		types = append(types, typ)
	}
	slices.Sort(types)
	typ = types[r.Intn(len(types))]
	values := []string{"NULL::" + typ}
	for _, v := range lookupKeys[typ] {
		values = append(values, "'"+v+"'::"+typ)
	}
	index := []string{"", "CREATE INDEX i ON t (id);", "CREATE INDEX i ON t (g); CREATE INDEX j ON other (x);",
		"DELETE FROM t WHERE a % 3 = 1;"}[r.Intn(4)]
	if typ == "INTERVAL" || typ == "BIT" || typ == "TIMETZ" {
		index = "" // which has no index
	}
	return fmt.Sprintf(lookupTables, []int{0, 7, 40, 90}[r.Intn(4)], typ,
		"(["+strings.Join(values, ", ")+"])[1 + i % "+strconv.Itoa(len(values))+"]",
		[]int{0, 9, 50, 300}[r.Intn(4)], index), typ
}

// lookupPieces of queries. Some must be run for each row.
var lookupPieces = map[string][]string{
	"columns": {"*", "t.a, t.n", "t.a, ${v}::INTEGER AS id2", "t.n + ${v}::INTEGER, t.*", "upper(t.name), t.g, t.p_row",
		"${s} || t.name", "CASE WHEN ${v}::INTEGER > 3 THEN t.a END",
		"count(*)", "10 // t.n, t.a", "t.a, t.name::INTEGER"},
	"from": {"t", "t", "t", "t JOIN other o ON o.x = t.n", "t LEFT JOIN other o ON o.x = t.g",
		"t LEFT JOIN other o ON o.x = t.n AND o.z = 'z1'", "other o JOIN t ON o.x = t.g AND t.n > 2",
		"t, other o", "t LEFT JOIN (other o JOIN other p ON p.x = o.y) ON o.x = t.g",
		"t LEFT JOIN other o ON o.x = t.n LEFT JOIN other p ON p.x = o.x AND p.y < 5",
		"t JOIN other o ON o.x = t.n AND o.z = ${s}", "(SELECT * FROM t WHERE n > 1) t",
		"t LEFT JOIN other o ON o.y = t.a AND o.x = ${v}", "t RIGHT JOIN other o ON o.x = t.n"},
	"where": {"t.id = ${id}", "${id} = t.id AND t.g = ${v}", "t.id = ${id} AND t.n > 3",
		"t.id = ${id} AND (t.name = ${s} OR t.n < ${v})", "t.g = ${v}", "t.name = ${s} AND t.g IS NOT NULL",
		"t.g = ${v} AND t.n BETWEEN 1 AND ${v}", "t.id = ${id} AND t.name LIKE 's%'", "t.id = ${id} OR t.g = ${v}",
		"t.g IS NOT DISTINCT FROM ${v}", "t.g = ${v} AND t.name IN ('s1', ${s})",
		"t.g = ${v} AND NOT (t.n < ${v} AND t.name > ${s})"},
	"order": {"", "", "ORDER BY t.n, t.a", "ORDER BY t.a DESC", "ORDER BY t.g NULLS FIRST, t.name DESC, t.a",
		"ORDER BY 1, t.a",
		"ORDER BY CASE WHEN ${v}::INTEGER > 3 THEN t.a ELSE -t.a END", "ORDER BY t.n LIMIT 2"},
}

func randomLookup(r *rand.Rand) string {
	pick := func(kind string) string { return lookupPieces[kind][r.Intn(len(lookupPieces[kind]))] }
	from, where := pick("from"), pick("where")
	if strings.HasSuffix(from, ", other o") {
		where += " AND o.y = t.a"
	}
	return "SELECT " + pick("columns") + " FROM " + from + " WHERE " + where + " " + pick("order")
}

// lookupValue is an expression for a parameter's value.
func lookupValue(r *rand.Rand, name, typ string) string {
	value := "NULL"
	if r.Intn(6) > 0 {
		switch name {
		case "id":
			value = "'" + lookupKeys[typ][r.Intn(len(lookupKeys[typ]))] + "'"
		case "v":
			value = strconv.Itoa(r.Intn(6))
		case "s":
			value = "'s" + strconv.Itoa(r.Intn(6)) + "'"
		}
	}
	return value
}

// withValues is a statement with values for its parameters.
func withValues(sql string, value func(n int) string) string {
	text, _ := (&derivation{}).replaced(sql, func(n int) (string, error) { return value(n), nil })
	return text
}

// found are the rows of a query as texts, so that NaN and others are compared as they are written.
func found(t *testing.T, s *session, sql string) (rows [][]string, err error) {
	p, err := s.conn.Prepare(ctx, sql)
	if err != nil {
		return nil, err
	}
	cast := make([]string, len(p.Names))
	for i := range cast {
		cast[i] = "coalesce(#" + strconv.Itoa(i+1) + "::VARCHAR, 'NULL')"
	}
	err = s.each(t.Context(), "SELECT "+strings.Join(cast, ", ")+" FROM ("+sql+"\n)", func(r row) {
		values := make([]string, len(cast))
		for i := range values {
			values[i] = r.text(i)
		}
		rows = append(rows, values)
	})
	return rows, err
}

// randomLookups asks random queries with random rows, and reports how many were one query for them, how many of those
// failed while those for each row did not, and which found something else. With mutants, which are what to replace with
// what, only what they change is asked; one that is found is deleted.
func randomLookups(t *testing.T, seed int64, cases int, mutants map[string][2]string) (ran, failed int,
	wrong []string) {
	r := rand.New(rand.NewSource(seed))
	for tried := 0; tried < cases; {
		schema, typ := lookupTable(r)
		s := open(t, schema)
		for k := 0; k < 60 && tried < cases; k++ {
			tried++
			in := enginetest.Statement(randomLookup(r))
			d, err := s.Describe(t.Context(), in)
			if err != nil || d.Set == nil || d.Set.SQL == "" {
				continue // no query, or each row by itself
			}
			try := func(sql string) string {
				w, bad := askBoth(t, s, in, d.Params, sql, r, typ)
				if ran++; bad {
					failed++
				}
				return w
			}
			if mutants == nil {
				if w := try(d.Set.SQL); w != "" {
					wrong = append(wrong, schema+"\n"+in.SQL+"\n"+w)
				}
			}
			for _, name := range slices.Sorted(maps.Keys(mutants)) {
				change := mutants[name]
				if sql := strings.Replace(d.Set.SQL, change[0], change[1], 1); sql != d.Set.SQL && try(sql) != "" {
					delete(mutants, name)
				}
			}
		}
		s.Close()
		if mutants != nil && len(mutants) == 0 {
			break
		}
	}
	return ran, failed, wrong
}

// askBoth asks for rows at random in both ways: what differs, and whether only the one query failed.
func askBoth(t *testing.T, s *session, in engine.Stmt, params []engine.Param, many string, r *rand.Rand,
	typ string) (wrong string, failed bool) {
	rows := make([][]string, 1+r.Intn(12))
	want := make([][][]string, len(rows))
	for i := range rows {
		for n, p := range in.Params {
			rows[i] = append(rows[i], "CAST("+lookupValue(r, p.Name, typ)+" AS "+params[n].Type.Ref+")")
		}
		if i > 0 && r.Intn(4) == 0 {
			rows[i] = rows[r.Intn(i)]
		}
		var err error
		if want[i], err = found(t, s, withValues(in.SQL, func(n int) string { return rows[i][n-1] })); err != nil {
			return "", false
		}
	}
	all, err := found(t, s, withValues(many, func(n int) string {
		column := make([]string, len(rows))
		for i := range rows {
			column[i] = rows[i][n-1]
		}
		return "[" + strings.Join(column, ", ") + "]"
	}))
	if err != nil {
		t.Log(in.SQL, rows, err)
		return "", true
	}
	got := make([][][]string, len(rows))
	for _, row := range all {
		n, _ := strconv.Atoi(row[len(row)-1])
		if n < 1 || n > len(rows) {
			return fmt.Sprint("a row has the number ", n), false
		}
		got[n-1] = append(got[n-1], row[:len(row)-1])
	}
	for i := range rows {
		if strings.Contains(in.SQL, "JOIN") || strings.Contains(in.SQL, ", other") { // no order, or not of all
			slices.SortFunc(got[i], slices.Compare)
			slices.SortFunc(want[i], slices.Compare)
		}
	}
	if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
		return fmt.Sprintf("%q:\n%s, not\n%s\nby %s", rows, a, b, many), false
	}
	return "", false
}

// TestRandomLookups: one query for many rows finds for each what the query finds for it.
func TestRandomLookups(t *testing.T) {
	cases := enginetest.SetCases() / 2
	ran, failed, wrong := randomLookups(t, int64(cases), cases, nil)
	for _, w := range wrong[:min(5, len(wrong))] {
		t.Error(w)
	}
	if ran < cases/4 || failed > 0 {
		t.Errorf("%d of %d queries were one for many rows, and %d failed that do not for each", ran, cases, failed)
	}
	t.Logf("%d of %d; %d wrong", ran, cases, len(wrong))
}

// TestLookupMutants: the comparison finds derivations that are wrong.
func TestLookupMutants(t *testing.T) {
	mutants := map[string][2]string{
		"inputs are numbered backwards": {", k.p_row\n", ", max(k.p_row) OVER () + 1 - k.p_row\n"},
		"inputs are distinct":           {"SELECT unnest(", "SELECT DISTINCT ON (1) unnest("},
		"rows come in another order":    {"rowid", "rowid DESC"},
		"equal rows are one":            {"SELECT t.a", "SELECT DISTINCT t.a"},
		"NULL is found":                 {"t.g = k.p_v", "t.g IS NOT DISTINCT FROM k.p_v"},
		"a condition is left out":       {" AND t.n > 3", ""},
		"a left join is an inner join":  {"LEFT JOIN", "JOIN"},
		"the order is lost":             {"ORDER BY t.a DESC", "ORDER BY rowid"},
	}
	randomLookups(t, 7, 900, mutants)
	for name := range mutants {
		t.Errorf("not found: %s", name)
	}
}
