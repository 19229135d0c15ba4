package suite

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"sqg.example/suite/gen/pg/types"
)

// hostile are settings that get in the way of code that relies on the usual ones.
const hostile = `SET IntervalStyle = sql_standard; SET bytea_output = hex; SET extra_float_digits = 1; SET DateStyle = ISO;
	SET TimeZone = 'Asia/Kolkata'`

// canonical are the settings under which PostgreSQL's text of a value is what types/postgres.json says.
const canonical = usual + "; SET lc_monetary = 'C'"

// typeColumn is a column of types/postgres.json.
type typeColumn struct {
	Table, Column, Type string
	Values              []struct {
		Value, Again string
		Text         *string
		Since        int
		Unsupported  map[string]string
	}
}

// lossy are values that pgx has in another form than the server: it forgets with how many zeros a zero was written, and
// the blanks around JSON in a list.
var lossy = regexp.MustCompile(`(^|[{",(])0\.0+($|[}",)])|\{.*\\"b\\" : 1`)

// notASCII are values of "char" that are a byte and no text.
var notASCII = regexp.MustCompile(`^$|\\\d|""|,,`)

// TestPgxValues: each value is read, bound again, and copied again, and what the server says of it stays the same.
func TestPgxValues(t *testing.T) {
	var all struct{ Types []typeColumn }
	text, err := os.ReadFile(corpus + "/types/postgres.json")
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	url := newDatabase(t)
	scripts(t, url, types.Migrations()...)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	p := &typesPlayer{t: t, ctx: ctx, conn: conn, app: reflect.ValueOf(types.New(conn))}
	for _, c := range all.Types {
		t.Run(c.Table+"."+c.Column, func(t *testing.T) {
			p.t = t
			for _, v := range c.Values {
				expected := v.Value
				if v.Text != nil {
					expected = *v.Text
				}
				why, unsupported := v.Unsupported["*"]
				if !unsupported {
					why, unsupported = v.Unsupported["go"]
				}
				for _, column := range []string{c.Column, c.Column + "_null"} {
					if column != c.Column && !p.has(c.Table, column) {
						continue
					}
					if err := p.roundTrip(c.Table, column, v.Value, expected, v.Again, unsupported); err != nil {
						t.Fatalf("%s = %.100q: %v %s", column, v.Value, err, why)
					}
				}
			}
		})
	}
}

type typesPlayer struct {
	t    *testing.T
	ctx  context.Context
	conn *pgx.Conn
	app  reflect.Value
}

func (p *typesPlayer) exec(sql string) {
	p.t.Helper()
	if _, err := p.conn.Exec(p.ctx, sql); err != nil {
		p.t.Fatal(sql, err)
	}
}

// call calls a method by the letters of its name.
func (p *typesPlayer) call(name string, args ...any) (reflect.Value, error) {
	for i := range p.app.NumMethod() {
		if key(p.app.Type().Method(i).Name) == key(name) {
			in := []reflect.Value{reflect.ValueOf(p.ctx)}
			for _, a := range args {
				in = append(in, reflect.ValueOf(a))
			}
			out := p.app.Method(i).Call(in)
			return out[0], failure(out)
		}
	}
	p.t.Fatal("no method", name)
	return reflect.Value{}, nil
}

func (p *typesPlayer) has(table, column string) bool {
	var there bool
	err := p.conn.QueryRow(p.ctx,
		`SELECT count(*) > 0 FROM information_schema.columns WHERE table_name = $1 AND column_name = $2`, table,
		column).Scan(&there)
	if err != nil {
		p.t.Fatal(err)
	}
	return there
}

// storage is what the server says of a row, column by column.
func (p *typesPlayer) storage(table string, id int32) map[string]string {
	p.t.Helper()
	p.exec(canonical)
	row, err := p.call(table+"_storage", id)
	if err != nil {
		p.t.Fatal(err)
	}
	p.exec(hostile)
	return texts(row)
}

// texts are the values of a row of texts, by the letters of their columns; NULL is none.
func texts(row reflect.Value) map[string]string {
	out := map[string]string{}
	for i := range row.NumField() {
		value := row.Field(i)
		if value.Kind() == reflect.Pointer {
			if value.IsNil() {
				continue
			}
			value = value.Elem()
		}
		out[key(row.Type().Field(i).Name)] = fmt.Sprint(value.Interface())
	}
	return out
}

func (p *typesPlayer) roundTrip(table, column, value, expected, again string, unsupported bool) error {
	p.exec("DELETE FROM " + table)
	if _, err := p.call("store_"+table, int32(1)); err != nil {
		return err
	}
	p.exec(canonical)
	p.exec(fmt.Sprintf("UPDATE %s SET %s = '%s'", table, column, strings.ReplaceAll(value, "'", "''")))
	p.exec(hostile)
	stored := p.storage(table, 1)
	if got := stored[key(column)]; got != expected {
		return fmt.Errorf("stored as %q, not %q", got, expected)
	}
	row, err := p.call("get_"+table, int32(1))
	if unsupported {
		if err == nil || !strings.Contains(err.Error(), column) {
			return fmt.Errorf("no error that names it: %v", err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if again != "" {
		stored[key(column)] = again
	}
	if lossy.MatchString(expected) || strings.HasPrefix(column, "ch") && notASCII.MatchString(expected) {
		return nil
	}
	if _, err := p.call("insert_"+table, p.params(table, row)); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	if err := differ(p.storage(table, 2), stored); err != nil {
		return fmt.Errorf("insert: %w", err)
	}
	copies := reflect.MakeSlice(reflect.SliceOf(row.Type()), 0, 3)
	for i := range 3 {
		copied := reflect.New(row.Type()).Elem()
		copied.Set(row)
		copied.Field(0).SetInt(int64(3 + i))
		copies = reflect.Append(copies, copied)
	}
	n, err := p.bulk(table, copies)
	if err != nil || n != 3 {
		return fmt.Errorf("bulk insert of %d: %w", n, err)
	}
	if err := differ(p.storage(table, 4), stored); err != nil {
		return fmt.Errorf("bulk insert: %w", err)
	}
	return nil
}

func differ(got, expected map[string]string) error {
	for name, text := range expected {
		if other, ok := got[name]; !ok || other != text {
			return fmt.Errorf("%s is %q, not %q", name, other, text)
		}
	}
	if len(got) != len(expected) {
		return fmt.Errorf("%d values, not %d", len(got), len(expected))
	}
	return nil
}

// params is the struct of parameters that inserts a row as number 2.
func (p *typesPlayer) params(table string, row reflect.Value) any {
	for i := range p.app.NumMethod() {
		if m := p.app.Type().Method(i); key(m.Name) == key("insert_"+table) {
			params := reflect.New(m.Type.In(2)).Elem()
			for i := range params.NumField() {
				value := row.Field(i)
				if value.Type() != params.Field(i).Type() { // a domain that refuses NULL
					value = value.Elem()
				}
				params.Field(i).Set(value)
			}
			params.Field(0).SetInt(2)
			return params.Interface()
		}
	}
	return nil
}

// bulk inserts rows by the table's method.
func (p *typesPlayer) bulk(table string, rows reflect.Value) (int64, error) {
	for i := range p.app.NumMethod() {
		if m := p.app.Type().Method(i); key(m.Name) == key("bulk_insert_"+table) {
			source := reflect.MakeFunc(m.Type.In(2), func(args []reflect.Value) []reflect.Value {
				for i := range rows.Len() {
					if !args[0].Call([]reflect.Value{rows.Index(i)})[0].Bool() {
						break
					}
				}
				return nil
			})
			out := p.app.Method(i).Call([]reflect.Value{reflect.ValueOf(p.ctx), source})
			return out[0].Int(), failure(out)
		}
	}
	return 0, fmt.Errorf("no bulk insert into %s", table)
}

var _ iter.Seq[int] = slices.Values([]int{}) // what bulk makes
