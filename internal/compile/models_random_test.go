package compile

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
	"github.com/sqg-dev/sqg/internal/ir"
)

// TestRandomModels: a row type that statements share has each column of every one of them in the field of its name, and
// may be NULL wherever one of them may be. What they claim alone is what is found with `models: off`. Models with one
// claim too many, or with two columns exchanged, are found.
func TestRandomModels(t *testing.T) {
	random := rand.New(rand.NewPCG(28, 1))
	compared, reordered, widened := 0, 0, 0
	for range 20 {
		var b strings.Builder
		for i := range 6 {
			columns := []string{"id", "name", "born"}
			result := []string{"", "", " :result=UsersRow", " :result=Person"}[random.IntN(4)]
			if !strings.HasSuffix(result, "Person") { // whose statements have one order
				random.Shuffle(3, func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
			}
			from := []string{"users u", "users u WHERE u.born IS NOT NULL",
				"orders o JOIN users u ON u.id = o.owner ORDER BY 2 DESC, 1",
				"orders o LEFT JOIN users u ON u.id = o.owner"}
			if strings.HasSuffix(result, "UsersRow") { // whose id is never NULL
				from = from[:3]
			}
			fmt.Fprintf(&b, "-- QUERY q%d%s\nSELECT %s FROM %s;\n", i, result,
				"u."+strings.Join(columns, ", u."), from[random.IntN(len(from))])
		}
		sql := modelSchema + b.String()
		alone := strings.NewReplacer(" :result=UsersRow", "", " :result=Person", "").Replace(sql)
		own, diags := modelOf(t, "sqlite", "models: off", alone)
		if diag.Failed(diags) {
			t.Fatal(diags)
		}
		m, diags := modelOf(t, "sqlite", "", sql)
		if diag.Failed(diags) {
			t.Fatal(diags, sql)
		}
		for i, q := range m.Queries {
			claims := own.Queries[i].Row
			if wrong := unlike(q.Row, claims); wrong != "" {
				t.Fatalf("%s: %s\n%s", q.Name.SQL, wrong, sql)
			}
			compared++
			if q.Row.Typed != nil {
				reordered++
				mutant := *q.Row
				mutant.Members = []ir.Member{q.Row.Members[1], q.Row.Members[0], q.Row.Members[2]}
				mutant.Members[0].Name, mutant.Members[1].Name = q.Row.Members[0].Name, q.Row.Members[1].Name
				if unlike(&mutant, claims) == "" {
					t.Errorf("%s: two columns are exchanged, and nothing is found", q.Name.SQL)
				}
			}
			for at, f := range claims.Fields {
				if !f.Nullable {
					continue
				}
				widened++
				mutant := *q.Row
				mutant.Fields = append([]ir.Field{}, q.Row.Fields...)
				mutant.Fields[at].Nullable = false
				if unlike(&mutant, claims) == "" {
					t.Errorf("%s: %s is said to be NOT NULL, and nothing is found", q.Name.SQL, f.Name.SQL)
				}
			}
		}
	}
	if compared != 120 || reordered < 20 || widened < 40 {
		t.Errorf("%d statements, %d in another order, %d columns that may be NULL", compared, reordered, widened)
	}
}

// unlike says where a statement's row does not hold what the statement returns, or puts a column where another belongs.
func unlike(row, claims *ir.Row) string {
	shown, typ := row.Shown(), row.Declared().Fields
	for i, part := range row.Parts() {
		returned := claims.Fields[part.Column]
		switch {
		case shown[i].Name.SQL != returned.Name.SQL || typ[i].Name.SQL != returned.Name.SQL:
			return fmt.Sprintf("%s is put into %s", returned.Name.SQL, typ[i].Name.SQL)
		case returned.Nullable && !(shown[i].Nullable && (row.Typed == nil || typ[i].Nullable)):
			return returned.Name.SQL + " may be NULL"
		}
	}
	return ""
}
