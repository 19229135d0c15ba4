package suite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sqg.example/suite/gen/duckdb/types"
)

// TestDuckdbValues: each value of every type is read, bound again, and inserted in bulk both ways, and what DuckDB says
// of it stays the same.
func TestDuckdbValues(t *testing.T) {
	var all struct{ Types []typeColumn }
	text, err := os.ReadFile(corpus + "/types/duckdb.json")
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	db := newDuckdb(t, "")
	p := &duckdbTypes{typesPlayer{t: t, ctx: context.Background(), app: reflect.ValueOf(types.New(db))}, db}
	for _, script := range types.Migrations() {
		p.exec(script)
	}
	for _, c := range all.Types {
		t.Run(c.Table+"."+c.Column, func(t *testing.T) {
			p.t = t
			for _, v := range c.Values {
				expected := v.Value
				if v.Text != nil {
					expected = *v.Text
				}
				for _, column := range []string{c.Column, c.Column + "_null"} {
					if err := p.roundTrip(c.Table, column, c.Type, v.Value, expected); err != nil {
						t.Errorf("%s = %.100q: %v", column, v.Value, err)
					}
				}
			}
		})
	}
}

// duckdbTypes plays the values of DuckDB's types.
type duckdbTypes struct {
	typesPlayer
	db *sql.DB
}

func (p *duckdbTypes) exec(sql string, args ...any) {
	p.t.Helper()
	if _, err := p.db.Exec(sql, args...); err != nil {
		p.t.Fatal(sql, err)
	}
}

// storage is what DuckDB says of a row, column by column.
func (p *duckdbTypes) storage(table string, id int32) map[string]string {
	p.t.Helper()
	p.exec("SET TimeZone = 'UTC'")
	row, err := p.call(table+"_storage", id)
	if err != nil {
		p.t.Fatal(err)
	}
	p.exec("SET TimeZone = 'Asia/Kolkata'")
	out := texts(row)
	for name, text := range out {
		if strings.Contains(text, "=") { // a map, which has no order in Go
			letters := []rune(text)
			slices.Sort(letters)
			out[name] = string(letters)
		}
	}
	return out
}

func (p *duckdbTypes) roundTrip(table, column, typ, value, expected string) error {
	p.exec("DELETE FROM " + table)
	if _, err := p.call("store_"+table, int32(1)); err != nil {
		return err
	}
	p.exec("SET TimeZone = 'UTC'")
	p.exec(fmt.Sprintf("UPDATE %s SET %s = CAST($1 AS %s)", table, column, typ), value)
	stored := p.storage(table, 1)
	if got := stored[key(column)]; got != expected && !strings.Contains(expected, "=") {
		return fmt.Errorf("stored as %q, not %q", got, expected)
	}
	row, err := p.call("get_"+table, int32(1))
	if err != nil {
		return err
	}
	if _, err := p.call("insert_"+table, p.params(table, row)); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	if err := differ(p.storage(table, 2), stored); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	copied := reflect.New(row.Type()).Elem()
	copied.Set(row)
	copied.Field(0).SetInt(3)
	if n, err := p.bulk(table, reflect.Append(reflect.MakeSlice(reflect.SliceOf(row.Type()), 0, 1),
		copied)); err != nil || n != 1 {
		return fmt.Errorf("bulk insert of %d: %w", n, err)
	}
	if err := differ(p.storage(table, 3), stored); err != nil {
		return fmt.Errorf("bulk insert: %w", err)
	}
	return nil
}
