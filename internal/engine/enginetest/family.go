package enginetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// familyOf makes the texts of a statement whose conditions stand in braces; a parameter is $ and a letter.
func familyOf(sql string) (f engine.Family) {
	n := strings.Count(sql, "{")
	for mask := 1<<n - 1; mask >= 0; mask-- {
		text, missing := "", 0
		for i, piece := range strings.Split(sql, "{") {
			condition, rest, is := strings.Cut(piece, "}")
			switch {
			case is && mask>>(i-1)&1 == 0:
				missing++
				text += rest
			default:
				text += condition + rest
			}
		}
		switch stmt := lettered(text); missing {
		case 0:
			f.Whole = stmt
		case n:
			f.Bare = stmt
		case 1:
			f.Less = append(f.Less, stmt)
		default:
			f.Rest = append(f.Rest, stmt)
		}
	}
	return f
}

// lettered gives the parameters of a statement their numbers.
func lettered(text string) (stmt engine.Stmt) {
	for {
		before, after, more := strings.Cut(text, "$")
		if stmt.SQL += before; !more {
			return stmt
		}
		same := func(h engine.ParamHint) bool { return h.Name == after[:1] }
		at := slices.IndexFunc(stmt.Params, same)
		if at < 0 {
			at = len(stmt.Params)
			stmt.Params = append(stmt.Params, engine.ParamHint{Name: after[:1], Sample: "'a'"})
		}
		stmt.SQL += fmt.Sprintf("$%d", at+1)
		text = after[1:]
	}
}

// FamilySchema is the schema that families are tried on.
const FamilySchema = `CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, n VARCHAR(9), k INTEGER NOT NULL);
	CREATE TABLE u (id INTEGER PRIMARY KEY, t INTEGER NOT NULL REFERENCES t (id), z INTEGER)`

// FamilyParts are conditions of t.
const FamilyParts = "{ AND x = $a}{ AND y > $b}{ AND n LIKE $c || '%'}"

// families are statements, and whether some descriptions hold for all of their texts.
var families = map[string]bool{
	"SELECT id, x, y, n FROM t WHERE true" + FamilyParts +
		" ORDER BY id": true,
	"SELECT count(*), max(x), sum(k) FROM t WHERE true" +
		FamilyParts: true,
	"SELECT t.x, u.z FROM t LEFT JOIN u ON u.t = t.id WHERE true" +
		FamilyParts: true,
	"SELECT x FROM t WHERE true{ AND x = $a}{ AND id = $b}{ AND EXISTS (SELECT 1 FROM u WHERE u.t = t.id AND u.z = $c)}": true,
	"SELECT p.id FROM (SELECT id, x FROM t WHERE true" + FamilyParts +
		") AS p WHERE p.id > 3 ORDER BY id": true,
	"WITH w AS (SELECT * FROM t WHERE x > 1) SELECT id, n FROM w WHERE true" +
		FamilyParts: true,
	"SELECT x FROM t WHERE true{ AND x = 1 AND k = $a}{ AND y = $b}{ AND (n = $c OR x = 2)}": true,
	"UPDATE t SET id = id{, x = $a}{, n = $b}{, y = $c} WHERE id = $d":                       true,
	"UPDATE t SET k = 1 WHERE true" +
		FamilyParts: true,
	"DELETE FROM t WHERE true" +
		FamilyParts: true,

	"SELECT x FROM t WHERE true{ AND x = $a OR k = 2}{ AND y = $b}{ AND n = $c}":                          false,
	"SELECT x FROM t WHERE k = 2 OR k = 3{ AND x = $a}{ AND y = $b}{ AND n = $c}":                         false,
	"SELECT x FROM t WHERE NOT (true{ AND x = $a}{ AND y = $b}{ AND n = $c})":                             false,
	"SELECT t.x, u.z FROM u LEFT JOIN t ON u.t = t.id" + FamilyParts:                                      false,
	"SELECT t.k, u.z FROM u LEFT JOIN (SELECT * FROM t WHERE true" + FamilyParts + ") AS t ON u.t = t.id": false,
	"SELECT (SELECT max(k) FROM t WHERE true" + FamilyParts + ") AS m":                                    false,
	"SELECT k FROM t WHERE true" + FamilyParts + " UNION ALL SELECT x FROM t":                             false,
	"SELECT k FROM t WHERE true{ AND x BETWEEN $a}{ AND $b}{ AND $c}":                                     false,
	"SELECT id{, x}{, y}{, n} FROM t":                                                                     false,
	"INSERT INTO t (id, k{, x}{, y}{, n}) VALUES ($a, $b{, 1}{, 2}{, 'a'})":                               false,
}

// Covers: where some descriptions are said to hold for all texts of a family, those of all texts claim no less. own are
// more families.
func Covers(t *testing.T, s engine.Session, own map[string]bool) {
	for _, cases := range []map[string]bool{families, own} {
		for sql, want := range cases {
			f := familyOf(sql)
			covers, err := s.(engine.Coverer).Covers(context.Background(), f)
			if err != nil || covers != want {
				t.Errorf("%s: %v %v", sql, covers, err)
			} else if covers {
				compareFamily(t, s, sql, f)
			}
		}
	}
	f := familyOf("SELECT id FROM t WHERE true{ AND x = $a}{ AND y = $b}{ AND n = $c}")
	if covers, err := s.(engine.Coverer).Covers(context.Background(), f); !covers || err != nil {
		t.Fatal(covers, err)
	}
	for _, wrong := range []string{"SELECT id FROM t WHERE nothing = 1", "SELECT id, x FROM t WHERE true",
		"SELECT id AS other FROM t",
		"SELECT CAST(id AS BIGINT) AS id FROM t", "SELECT id FROM t WHERE n = $a", "SELECT id FROM"} {
		f.Rest[1] = lettered(wrong)
		if covers, err := s.(engine.Coverer).Covers(context.Background(), f); covers || err != nil {
			t.Errorf("%s is prepared with others: %v %v", wrong, covers, err)
		}
	}
}

// compareFamily compares what is said of the others of a family with what Whole and Bare say of all.
func compareFamily(t *testing.T, s engine.Session, sql string, f engine.Family) {
	t.Helper()
	var some []*engine.Description
	describe := func(stmt engine.Stmt) *engine.Description {
		d, err := s.Describe(context.Background(), stmt)
		if err != nil {
			t.Fatalf("%s: %v", stmt.SQL, err)
		}
		return d
	}
	params := map[string]engine.Param{}
	for _, stmt := range []engine.Stmt{f.Whole, f.Bare} {
		d := describe(stmt)
		some = append(some, d)
		for i, p := range d.Params {
			params[stmt.Params[i].Name] = p
		}
	}
	for _, stmt := range slices.Concat(f.Less, f.Rest) {
		d := describe(stmt)
		for i, p := range d.Params {
			if known := params[stmt.Params[i].Name]; known.Nullable != p.Nullable || !known.Type.Equal(p.Type) ||
				known.Source != p.Source {
				t.Errorf("%s: the parameter %s is %+v, and elsewhere %+v", stmt.SQL, stmt.Params[i].Name, p, known)
			}
		}
		for i, column := range d.Columns {
			is := func(d *engine.Description) bool { return d.Columns[i].Nullable }
			if column.Nullable && !slices.ContainsFunc(some, is) || !column.Type.Equal(some[0].Columns[i].Type) {
				t.Errorf("%s: %s is %+v", stmt.SQL, column.Name, column)
			}
		}
		one := func(d *engine.Description) bool { return d.Single == "" }
		none := func(d *engine.Description) bool { return !d.Found }
		fell := func(d *engine.Description) bool { return d.Fallback != "" }
		if d.Single == "" && !slices.ContainsFunc(some, one) || !d.Found && !slices.ContainsFunc(some, none) ||
			d.Fallback != "" && !slices.ContainsFunc(some, fell) ||
			d.Counts != some[0].Counts || d.Cursor != some[0].Cursor || len(d.Lacks) > 0 {
			t.Errorf("%s: %+v", sql, d)
		}
	}
}
