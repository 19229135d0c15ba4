package suite

import (
	"fmt"
	"reflect"
	"testing"

	"sqg.example/suite/gen/pg/gathered"
)

// fieldsOf are a struct's fields, with their types, as text in which NaN is NaN.
func fieldsOf(row any) (out []string) {
	v := reflect.ValueOf(row)
	for i := range v.NumField() {
		value := v.Field(i)
		typ := value.Type().String()
		if value.Kind() == reflect.Pointer && !value.IsNil() {
			value = value.Elem()
		}
		out = append(out, fmt.Sprintf("%s %s %+v", v.Type().Field(i).Name, typ, value.Interface()))
	}
	return out
}

// TestGathered: what an object of a row in a value has is what the row of the table has.
func TestGathered(t *testing.T) {
	ctx := t.Context()
	q := openPgx("pg")(t, "gathered", "postgres.sql", nil, true).(*gathered.Gathered)
	rows, err := q.Things(ctx)
	if err != nil {
		t.Fatal(err)
	}
	makers, err := q.Everything(ctx)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, maker := range makers {
		for _, thing := range maker.Things {
			if got, want := fieldsOf(thing), fieldsOf(rows[n]); !reflect.DeepEqual(got, want) || *rows[n].Maker != maker.ID {
				t.Errorf("%q\nnot %q", got, want)
			}
			n++
		}
	}
	if len(makers) != 3 || n != len(rows) || makers[1].Things == nil || len(makers[1].Things) != 0 {
		t.Error(makers)
	}
	for what, c := range map[string]struct {
		call func() (any, error)
		want string
	}{
		"catalogue":     {func() (any, error) { return q.Catalogue(ctx) }, gatheredCatalogue},
		"arrays":        {func() (any, error) { return q.Arrays(ctx) }, gatheredArrays},
		"missing":       {func() (any, error) { return q.Missing(ctx) }, gatheredMissing},
		"one of each":   {func() (any, error) { return q.OneEach(ctx) }, gatheredOneEach},
		"lateral":       {func() (any, error) { return q.LateralRows(ctx) }, gatheredLateral},
		"plucked":       {func() (any, error) { return q.Plucked(ctx) }, gatheredPlucked},
		"a row changed": {func() (any, error) { return q.AddMaker(ctx, 4, "Dee") }, gatheredAdded},
	} {
		got, err := c.call()
		if text := shown(reflect.ValueOf(got)); err != nil || text != c.want {
			t.Errorf("%s: %s %v\nnot %s", what, text, err, c.want)
		}
	}
}

// shown is a value as text: nil where there is none, and what a pointer points to.
func shown(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		return shown(v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return "nil"
		}
		text := ""
		for i := range v.Len() {
			text += " " + shown(v.Index(i))
		}
		return "[" + text + " ]"
	case reflect.Struct:
		if _, own := v.Interface().(fmt.Stringer); own || v.Type().PkgPath() != reflect.TypeFor[gathered.Gathered]().PkgPath() {
			break
		}
		text := ""
		for i := range v.NumField() {
			text += " " + shown(v.Field(i))
		}
		return "{" + text + " }"
	}
	return fmt.Sprint(v.Interface())
}

const (
	gatheredCatalogue = ""
	gatheredArrays    = ""
	gatheredMissing   = ""
	gatheredOneEach   = ""
	gatheredLateral   = ""
	gatheredPlucked   = ""
	gatheredAdded     = ""
)
