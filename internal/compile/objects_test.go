package compile

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/diag"
)

// TestObjectsJoined: what one of the statements of a row type proves of an object, another one need not keep to,
// whichever comes first.
func TestObjectsJoined(t *testing.T) {
	const proven = `
-- QUERY proven :result=Owned
SELECT o.id, u.id AS "owner.id", u.name AS "owner.name" FROM orders o LEFT JOIN users u ON u.id = o.owner;
`
	const apart = `
-- QUERY apart :result=Owned
SELECT o.id, u.id AS "owner.id", v.name AS "owner.name"
FROM orders o LEFT JOIN users u ON u.id = o.owner LEFT JOIN users v ON v.id = o.total
UNION
SELECT o.id, u.id AS "owner.id", v.name AS "owner.name"
FROM orders o LEFT JOIN users u ON u.id = o.owner LEFT JOIN users v ON v.id = o.total;
`
	for _, engine := range []string{"sqlite", "duckdb", "postgres"} {
		for name, sql := range map[string]string{"proven": proven, "proven first": proven + apart,
			"apart first": apart + proven} {
			m, diags := modelOf(t, engine, "", modelSchema+sql)
			if diag.Failed(diags) {
				t.Fatal(engine, diags)
			}
			object := m.Queries[0].Row.Members[1].Object
			missing, nullable := object.Witness >= 0, object.Row.Fields[1].Nullable
			if alone := name == "proven"; missing != alone || nullable == alone {
				t.Errorf("%s, %s: the object may be missing: %v; its name may be NULL: %v", engine, name, missing,
					nullable)
			}
		}
	}
}

// TestObjectsDeclared: what the user says of a column holds beside an object, too.
func TestObjectsDeclared(t *testing.T) {
	const sql = `
/* QUERY owned
  result: {name: not null, owner.id: not null}
*/
SELECT u.name, u.id AS "owner.id", u.born AS "owner.born" FROM orders o LEFT JOIN users u ON u.id = o.owner;
`
	for _, engine := range []string{"sqlite", "duckdb", "postgres"} {
		m, diags := modelOf(t, engine, "", modelSchema+sql)
		if diag.Failed(diags) {
			t.Fatal(engine, diags)
		}
		row := m.Queries[0].Row
		object := row.Members[1].Object
		if row.Fields[0].Nullable || object.Witness != 1 || object.Row.Fields[0].Nullable || !row.Fields[1].Nullable {
			t.Errorf("%s: %+v %+v", engine, row.Fields, object)
		}
	}
}
