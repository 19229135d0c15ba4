package suite

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// plainColumns are the columns of the table plain behind id, each of which has a nullable one beside it, with their
// kinds and a value.
var plainColumns = [][3]string{
	{"b", "bool", "true"}, {"i", "int64", "1"}, {"f", "float64", "1"}, {"dec", "decimal", "1"}, {"t", "text", "x"},
	{"bin", "blob", "00"},
	{"d", "date", "2024-02-29"}, {"tm", "time", "12:00:00"}, {"ts", "timestamp", "2024-02-29T12:00:00"},
	{"tz", "timestamptz", "2024-02-29T12:00:00Z"}, {"u", "uuid", "00000000-0000-4000-8000-000000000000"},
	{"j", "json", "{}"},
}

// misreads are what a driver itself makes of a column's values, so that generated code cannot know better.
var misreads = map[string]string{
	"go/sqlite/mattn bool 2":                                "an INTEGER other than 0 is true",
	"go/sqlite/mattn timestamp 1709208000":                  "an INTEGER is seconds since 1970",
	"go/sqlite/mattn date 0001-01-01":                       "the first moment is what it gives for a text that is no time",
	"go/sqlite/mattn timestamp 0001-01-01T00:00:00":         "the first moment is what it gives for a text that is no time",
	"go/sqlite/mattn timestamp '2024-02-29 12:00:00+02:00'": "an offset is taken off",
}

// TestSQLiteValues sends every value through every kind of column, and reads what others may have stored.
func TestSQLiteValues(t *testing.T) {
	var all struct {
		Kinds []struct {
			Kind   string
			Values []struct {
				Value, Typeof string
				Text          *string
			}
		}
		Others []struct {
			Kind, SQL string
			Reads     *string
			Shows     string
		} `json:"stored_by_others"`
	}
	text, err := os.ReadFile(filepath.Join(corpus, "types", "values.json"))
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range sqliteDrivers {
		t.Run(d.generator, func(t *testing.T) {
			app, exec := d.openFile(t, "types")
			p := newPlayer(app, plainContract(), []string{"", "Each"})
			for _, k := range all.Kinds {
				for _, v := range k.Values {
					if c := columnOf(k.Kind); c >= 0 {
						_, known := misreads[d.generator+" "+k.Kind+" "+v.Value]
						read := v.Value
						if k.Kind == "decimal" {
							read = *v.Text
						}
						exec("DELETE FROM plain")
						err := p.play(testCase{Steps: []step{
							{Call: "insert_plain", Args: plainRow(c, v.Value), Count: 1},
							{Call: "get_plain", Args: []any{"1"}, Row: plainRow(c, read)},
							{Call: "all_plain", Rows: [][]any{plainRow(c, read)}},
						}})
						if err == nil {
							err = storedAs(p, plainColumns[c][0], v.Typeof, v.Text)
						}
						if (err != nil) != known {
							t.Errorf("%s %s: %v", k.Kind, v.Value, err)
						}
					}
				}
			}
			for _, o := range all.Others {
				c := columnOf(o.Kind)
				exec("DELETE FROM plain")
				exec("INSERT INTO plain (id, b, i, f, dec, t, bin, d, tm, ts, tz, u, j) VALUES (1, 1, 1, 1, 1, 'x', x'00', '2024-02-29', " +
					"'12:00:00', '2024-02-29 12:00:00', '2024-02-29 12:00:00+00:00', '00000000-0000-4000-8000-000000000000', '{}')")
				exec(fmt.Sprintf("UPDATE plain SET %s = %s", plainColumns[c][0], o.SQL))
				get := step{Call: "get_plain", Args: []any{"1"}, Error: "column " + plainColumns[c][0] + ":"}
				if o.Reads != nil {
					get.Error, get.Row = "", plainRow(c, *o.Reads)
					for i := 2; i < len(get.Row); i += 2 {
						get.Row[i] = nil
					}
				}
				_, known := misreads[d.generator+" "+o.Kind+" "+o.SQL]
				err := p.play(testCase{Steps: []step{get}})
				if err == nil && o.Shows != "" && d.generator != "go/sqlite/mattn" { // which reads texts as times itself
					get.Error = o.Shows
					err = p.play(testCase{Steps: []step{get}})
				}
				if (err != nil) != known {
					t.Errorf("%s %s: %v", o.Kind, o.SQL, err)
				}
			}
		})
	}
}

func columnOf(kind string) int {
	for i, c := range plainColumns {
		if c[1] == kind {
			return i
		}
	}
	return -1
}

// plainRow is a row of the table plain with a value in one kind of column.
func plainRow(column int, value string) []any {
	row := []any{"1"}
	for i, c := range plainColumns {
		v := c[2]
		if i == column {
			v = value
		}
		row = append(row, v, v)
	}
	return row
}

func plainContract() *contract {
	types := []column{{typ: "int64"}}
	for _, c := range plainColumns {
		types = append(types, column{typ: c[1]}, column{typ: c[1]})
	}
	return &contract{Statements: map[string]statement{
		"insert_plain": {Result: "count", Params: types},
		"get_plain":    {Result: "row", Params: types[:1], Columns: types},
		"all_plain":    {Result: "rows", Columns: types},
	}}
}

// storedAs compares what SQLite says of a column's value.
func storedAs(p *player, column, typ string, text *string) error {
	m, err := p.method("plain_storage")
	if err != nil {
		return err
	}
	in := []reflect.Value{reflect.ValueOf(context.Background()), reflect.ValueOf(int64(1))}
	out := m.Call(in)
	if err := failure(out); err != nil {
		return err
	}
	field := func(name string) string {
		f := out[0].FieldByNameFunc(func(n string) bool { return strings.EqualFold(n, column+name) })
		if f.Kind() == reflect.Pointer {
			f = f.Elem()
		}
		return f.String()
	}
	if got := field("type"); got != typ {
		return fmt.Errorf("it is stored as %s, not %s", got, typ)
	}
	if text == nil {
		return nil
	}
	got, expected := "", *text
	switch column {
	case "t":
		got, expected = field("hex"), strings.ToUpper(hex.EncodeToString([]byte(expected)))
	case "bin":
		got = field("hex")
	default:
		got = field("text")
	}
	if got != expected {
		return fmt.Errorf("it is stored as %s, not %s", got, expected)
	}
	return nil
}
