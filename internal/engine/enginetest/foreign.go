package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
)

// ForeignSchema has foreign keys: of one column and of two, of the table itself, and without the columns' names.
const ForeignSchema = `
CREATE TABLE band (id INTEGER PRIMARY KEY, leader INTEGER REFERENCES band (id));
CREATE TABLE record (band INTEGER REFERENCES band, no INTEGER, PRIMARY KEY (band, no));
CREATE TABLE track (band INTEGER, record INTEGER, guest INTEGER REFERENCES band (id),
	FOREIGN KEY (band, record) REFERENCES record (band, no));`

// Foreign compares the foreign keys of a session's tables, and of more tables where it has some.
func Foreign(t *testing.T, s engine.Session, more string) {
	tables, err := s.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range tables {
		for _, k := range m.Foreign {
			table := k.Table
			if k.Schema != m.Schema {
				table = k.Schema + "." + table
			}
			fmt.Fprintf(&b, "%s (%s) to %s (%s)\n", m.Name.SQL, strings.Join(k.Columns, ", "), table,
				strings.Join(k.To, ", "))
		}
	}
	want := `band (leader) to band (id)
record (band) to band (id)
track (guest) to band (id)
track (band, record) to record (band, no)
` + more
	if b.String() != want {
		t.Errorf("got:\n%swant:\n%s", b.String(), want)
	}
}
