package suite

import (
	"context"
	"reflect"
	"strings"
	"testing"

	mattn "sqg.example/suite/gen/mattn/gathered"
	modernc "sqg.example/suite/gen/modernc/gathered"
	zombiezen "sqg.example/suite/gen/zombiezen/gathered"
)

// gatherer is the unit gathered with a driver of SQLite.
type gatherer[T, E, C, M, O, K any] interface {
	Things(context.Context) ([]T, error)
	Everything(context.Context) ([]E, error)
	Catalogue(context.Context) ([]C, error)
	Missing(context.Context) ([]M, error)
	OneEach(context.Context) ([]O, error)
	Kept(context.Context) ([]K, error)
}

// at is what a path of fields and indices leads to, as text.
func at(t *testing.T, rows any, path ...any) any {
	t.Helper()
	v := reflect.ValueOf(rows)
	for _, step := range path {
		for v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if name, ok := step.(string); ok {
			v = v.FieldByName(name)
		} else {
			v = v.Index(step.(int))
		}
	}
	if v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	return v.Interface()
}

func gathers[T, E, C, M, O, K any](t *testing.T, exec func(string), q gatherer[T, E, C, M, O, K]) {
	t.Helper()
	ctx := t.Context()
	for _, script := range testData(t, "gathered", "sqlite") {
		exec(script)
	}
	rows, err := q.Things(ctx)
	if err != nil {
		t.Fatal(err)
	}
	things := map[any]any{}
	for _, r := range rows {
		things[at(t, r, "ID")] = r
	}
	makers, err := q.Everything(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for m, n := range []int{2, 0, 1} {
		list := reflect.ValueOf(at(t, makers, m, "Things"))
		if list.Len() != n || list.IsNil() {
			t.Errorf("maker %d: %v", m, list)
		}
		for i := range list.Len() {
			thing := list.Index(i).Interface()
			if got, want := fieldsOf(thing), fieldsOf(things[at(t, thing, "ID")]); !reflect.DeepEqual(got, want) {
				t.Errorf("%q\nnot %q", got, want)
			}
		}
	}
	catalogue, err := q.Catalogue(ctx)
	if err != nil || !reflect.DeepEqual(at(t, catalogue, 0, "Things", 1, "Ids"), []int64{2, 9007199254740993}) ||
		!reflect.DeepEqual(at(t, catalogue, 1, "Before"), []string{"Ada"}) {
		t.Errorf("%+v %v", catalogue, err)
	}
	missing, err := q.Missing(ctx)
	if err != nil || !reflect.ValueOf(at(t, missing, 1, "Things", 0, "ID")).IsNil() ||
		at(t, missing, 2, "Large", 0, "ID") != int64(3) || reflect.ValueOf(at(t, missing, 1, "Large")).Len() != 0 {
		t.Errorf("%+v %v", missing, err)
	}
	each, err := q.OneEach(ctx)
	if err != nil || at(t, each, 0, "Thing", "ID") != int64(9007199254740993) ||
		!reflect.ValueOf(at(t, each, 1, "Thing")).IsNil() || at(t, each, 2, "Sure", "ID") != int64(3) {
		t.Errorf("%+v %v", each, err)
	}
	kept, err := q.Kept(ctx)
	if err != nil || at(t, kept, 0, "Whole", "Things", 0, "ID") != int64(2) ||
		!reflect.ValueOf(at(t, kept, 1, "Whole", "Things")).IsNil() {
		t.Errorf("%+v %v", kept, err)
	}
	// A table that is not STRICT may hold anything.
	exec("UPDATE thing SET strength = 'many' WHERE id = 3")
	const misfit = `column things: expected INTEGER, got TEXT "many"`
	if _, err := q.Everything(ctx); err == nil || !strings.Contains(err.Error(), misfit) {
		t.Error(err)
	}
}

// TestGatheredSQLite: an object of JSON has what the row of the table has.
func TestGatheredSQLite(t *testing.T) {
	t.Run("mattn", func(t *testing.T) {
		app, exec := openSQL("sqlite3", "mattn")(t, "gathered")
		gathers(t, exec, app.(*mattn.Gathered))
	})
	t.Run("modernc", func(t *testing.T) {
		app, exec := openSQL("sqlite", "modernc")(t, "gathered")
		gathers(t, exec, app.(*modernc.Gathered))
	})
	t.Run("zombiezen", func(t *testing.T) {
		app, exec := openZombiezen("zombiezen")(t, "gathered")
		gathers(t, exec, app.(*zombiezen.Gathered))
	})
}
