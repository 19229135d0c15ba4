package duckdb

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// TestCasts converts usual and extreme values of every type into every other one: no conversion gives NULL that is said
// not to, and those that DuckDB does not have are refused, and no others.
func TestCasts(t *testing.T) {
	s := openTruth(t)
	of := map[string][]string{"JSON": literalsOf["JSON"], "INTEGER[]": {"[1, NULL]"}, "DATE[]": {"['infinity'::DATE]"},
		"mood": {"'ok'::mood"}, "DECIMAL(9,2)": {"'9999999.99'::DECIMAL(9,2)"}}
	for name := range scalars {
		if values := append(slices.Clone(literalsOf[name]), ends[name]...); len(values) > 0 && name != "VARIANT" {
			of[name] = values
		}
	}
	null, missing, claimed := 0, 0, 0
	for from, values := range of {
		for to := range of {
			sql := "SELECT CAST(v AS " + to + ") AS c FROM (SELECT " + values[0] + " AS v)"
			d, err := s.Describe(ctx, engine.Stmt{SQL: sql})
			var refused *engine.Error
			if err != nil && (!errors.As(err, &refused) ||
				!strings.Contains(refused.Msg, "DuckDB has no conversion from")) {
				continue // DuckDB does not bind it, or computes it and fails
			}
			said := err == nil && !d.Columns[0].Nullable
			if said {
				claimed++
			}
			for _, v := range values {
				isNull, err := s.converted(v, to)
				switch has := err == nil || !strings.Contains(err.Error(), "Unimplemented type for cast"); {
				case has == (refused != nil):
					t.Errorf("%s to %s: refused %v, but DuckDB says of %s: %v", from, to, refused, v, err)
				case !has:
					missing++
				case isNull && s.claims(t, "SELECT CAST("+v+" AS "+to+") AS c",
					"SELECT CAST(v AS "+to+") AS c FROM (SELECT "+v+" AS v)"):
					t.Errorf("%s to %s: %s gives NULL", from, to, v)
				case isNull:
					null++
				}
			}
		}
	}
	t.Logf("%d conversions said not to give NULL; of single values %d give NULL, %d do not exist", claimed, null,
		missing)
	if claimed < 400 || null < 20 || missing < 500 {
		t.Error("that proves little")
	}
}

// TestNarrower: the least and greatest values of each type of numbers can be converted into those that are said to hold
// them.
func TestNarrower(t *testing.T) {
	s := openTruth(t)
	tried := 0
	for _, to := range slices.Concat(signed, unsigned, []string{"DOUBLE"}) {
		for _, from := range narrower(to) {
			for _, v := range slices.Concat(literalsOf[from], ends[from]) {
				tried++
				err := s.each(ctx, "SELECT CAST(TRY_CAST(CAST("+v+" AS "+from+") AS "+to+") IS NULL AS VARCHAR)", func(r row) {
					if r.text(0) != "false" {
						t.Errorf("%s does not hold %s of %s", to, v, from)
					}
				})
				if err != nil {
					t.Error(err)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d values prove little", tried)
	}
}

// converted reports whether a value becomes NULL when it is converted while the statement runs.
func (s *session) converted(value, to string) (isNull bool, err error) {
	err = s.each(ctx, "SELECT CAST(v AS "+to+") IS NULL FROM (SELECT unnest(["+value+"]) AS v)",
		func(r row) { isNull = r.truth(0) })
	return isNull, err
}

// claims reports whether the column of one of the statements is said not to be NULL.
func (s *session) claims(t *testing.T, statements ...string) (said bool) {
	for _, sql := range statements {
		if d, err := s.Describe(ctx, engine.Stmt{SQL: sql}); err == nil {
			said = said || !d.Columns[0].Nullable
		}
	}
	return said
}

// TestMissingCasts: a conversion that DuckDB binds and does not have is told where it stands.
func TestMissingCasts(t *testing.T) {
	s := open(t,
		"CREATE TABLE t (id INTEGER, tz TIMESTAMPTZ NOT NULL, d DATE, tt TIMETZ); CREATE VIEW v AS SELECT id::DATE AS d FROM t")
	for sql, at := range map[string]string{
		"SELECT tz::TIME FROM t": "::TIME", "SELECT 1, cast(id + 1 AS DATE) FROM t": "cast(id",
		"SELECT [id]::DATE[] FROM t": "::DATE",
		"SELECT d FROM v":            "", "SELECT tz FROM t WHERE tt::DATE = $1": "::DATE", "UPDATE t SET d = id::DATE": "::DATE",
		"SELECT count(*) FROM t GROUP BY id::DATE":        "::DATE",
		"SELECT tz, $1::INTEGER FROM t ORDER BY tz::TIME": "::TIME",
	} {
		stmt := engine.Stmt{SQL: sql, Params: params(sql)}
		_, err := s.Describe(ctx, stmt)
		var e *engine.Error
		want := strings.Index(sql, at)
		if at == "" {
			want = -1
		}
		if !errors.As(err, &e) || !strings.HasPrefix(e.Msg, "DuckDB has no conversion from ") || e.Offset != want {
			t.Errorf("%s: %v", sql, err)
		}
	}
	for _, sql := range []string{"SELECT tz::DATE, d::TIMESTAMP, tz::TIMETZ FROM t",
		"SELECT TRY_CAST('x' AS DATE), id::VARCHAR::DATE FROM t"} {
		if _, err := s.Describe(ctx, engine.Stmt{SQL: sql}); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

// TestNoPlan: numbers that JSON does not have, and statements that DuckDB writes no plan of, are described.
func TestNoPlan(t *testing.T) {
	s := open(t, "CREATE TABLE t (id INTEGER NOT NULL, v DOUBLE, n VARCHAR)")
	for sql, want := range map[string]string{
		"SELECT 1e1000 AS a, -1e400 AS b, 'nan'::DOUBLE AS c":                                                  "DOUBLE DOUBLE DOUBLE",
		"SELECT -('nan'::DOUBLE) AS a, v - 'inf'::FLOAT AS b FROM t":                                           "DOUBLE DOUBLE?",
		"SELECT id FROM t WHERE v < 1e309":                                                                     "INTEGER",
		`SELECT 'Infinity "NaN' AS "Inf\NaN", -1e309 % 3`:                                                      "VARCHAR DOUBLE",
		"SELECT id, $1::INTEGER + 1e400 FROM t":                                                                "INTEGER DOUBLE / INTEGER",
		"SELECT column_name FROM (DESCRIBE t)":                                                                 "VARCHAR?",
		"SELECT id, c.column_name FROM t, (DESCRIBE t) c WHERE id > $1 AND c.column_type = $2":                 "INTEGER VARCHAR? / INTEGER VARCHAR",
		"SELECT id, (SELECT count(*) FROM (DESCRIBE t)) AS n FROM t":                                           "INTEGER BIGINT",
		"SELECT n, finalize(sum(id) EXPORT_STATE) AS s, [1.5] AS l FROM t WHERE n > $1 AND id = $2 GROUP BY n": "VARCHAR? HUGEINT? DECIMAL(2,1)[]? / VARCHAR INTEGER",
	} {
		d, err := s.Describe(ctx, engine.Stmt{SQL: sql, Params: params(sql)})
		if err != nil {
			t.Errorf("%s: %v", sql, err)
			continue
		}
		planless := strings.Contains(sql, "DESCRIBE") || strings.Contains(sql, "EXPORT_STATE")
		if d.Fallback != "" && !planless {
			t.Errorf("%s: %s", sql, d.Fallback)
		}
		if s.second() && planless && d.Fallback == "" {
			continue // 2.0 tells the plan
		}
		var got []string
		for _, c := range d.Columns {
			got = append(got, c.Type.SQL+map[bool]string{true: "?"}[c.Nullable])
		}
		for i, p := range d.Params {
			if i == 0 {
				got = append(got, "/")
			}
			got = append(got, p.Type.SQL)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s, not %s", sql, text, want)
		}
	}
}
