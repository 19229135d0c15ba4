package suite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgtype"

	"sqg.example/suite/app"
	duckdbkeys "sqg.example/suite/gen/duckdb/within"
	mattnkeys "sqg.example/suite/gen/mattn/within"
	modernckeys "sqg.example/suite/gen/modernc/within"
	pgkeys "sqg.example/suite/gen/pg/within"
	zombiezenkeys "sqg.example/suite/gen/zombiezen/within"
)

func keyOf(n int) app.Key { return app.Key{Text: fmt.Sprintf("key %032x", n)} }

func keyOrNull(n int) *app.Key { k := keyOf(n); return &k }

func keyList(numbers ...int) []*app.Key {
	keys := make([]*app.Key, len(numbers))
	for i, n := range numbers {
		if n > 0 {
			keys[i] = keyOrNull(n)
		}
	}
	return keys
}

// checkStored compares the texts of a stored row with those that the corpus says of its table.
func checkStored(t *testing.T, engine, table string, row any) {
	t.Helper()
	text, err := os.ReadFile(corpus + "/within/values.json")
	var all map[string]map[string]map[string]string
	if err = errors.Join(err, json.Unmarshal(text, &all)); err != nil {
		t.Fatal(err)
	}
	want, got := all[engine][table], reflect.Indirect(reflect.ValueOf(row))
	if got.NumField() != len(want) || len(want) == 0 {
		t.Errorf("%d texts, not the %d of %s", got.NumField(), len(want), table)
	}
	for i := range got.NumField() {
		column := strings.ToLower(got.Type().Field(i).Name)
		if is := reflect.Indirect(got.Field(i)); !is.IsValid() || is.String() != want[column] {
			t.Errorf("%s.%s is %v, not %s", table, column, is, want[column])
		}
	}
}

// graphs are the methods of corpus/within that all engines have.
type graphs[R any] interface {
	BulkInsertGraph(ctx context.Context, rows iter.Seq[R]) (int64, error)
	AllGraphs(ctx context.Context) ([]R, error)
}

// playGraphs stores rows in both ways, and reads them.
func playGraphs[R any](t *testing.T, q graphs[R], add func(R) (int64, error), find func() ([]app.Key, error), rows []R,
	bad R) {
	t.Helper()
	ctx := t.Context()
	if n, err := q.BulkInsertGraph(ctx, slices.Values(rows[1:])); n != int64(len(rows)-1) || err != nil {
		t.Fatal(n, err)
	}
	if n, err := add(rows[0]); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if got, err := q.AllGraphs(ctx); err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("%+v %v\nnot %+v", got, err, rows)
	}
	if got, err := find(); err != nil || !slices.Equal(got, []app.Key{keyOf(1), keyOf(2)}) {
		t.Error(got, err)
	}
	if _, err := add(bad); err == nil || !strings.Contains(err.Error(), `"bad" is no key`) {
		t.Error("stored a bad key", err)
	}
	if _, err := q.BulkInsertGraph(ctx, slices.Values([]R{bad})); err == nil ||
		!strings.Contains(err.Error(), `"bad" is no key`) {
		t.Error("inserted a bad key", err)
	}
	if got, err := q.AllGraphs(ctx); err != nil || len(got) != len(rows) {
		t.Error(got, err)
	}
}

// playSpots: a row goes in by the appender and one by :bulk; values of the schema's own types are texts.
func playSpots[R any](t *testing.T, insert, add func() (int64, error), all func() ([]R, error), rows []R,
	places func() ([]string, error), place string) {
	t.Helper()
	for _, store := range []func() (int64, error){insert, add} {
		if n, err := store(); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, err := all(); err != nil || !reflect.DeepEqual(got, rows) {
		t.Errorf("%+v %v\nnot %+v", got, err, rows)
	}
	if got, err := places(); err != nil || !slices.Equal(got, []string{place}) {
		t.Error(got, err)
	}
}

// TestKeysInLists: SQLite has lists as parameters only.
func TestKeysInLists(t *testing.T) {
	t.Run("mattn", func(t *testing.T) {
		q, _ := openSQL("sqlite3", "mattn")(t, "within")
		w := q.(*mattnkeys.Within)
		playGraphs(t, w, func(r mattnkeys.GraphRow) (int64, error) {
			return w.AddGraphBulk(t.Context(), slices.Values([]mattnkeys.AddGraphParams{{ID: r.ID, Parent: r.Parent}}))
		},
			func() ([]app.Key, error) { return w.FindGraphs(t.Context(), []app.Key{keyOf(2), keyOf(1), keyOf(7)}) },
			[]mattnkeys.GraphRow{{ID: keyOf(1)}, {ID: keyOf(2), Parent: keyOrNull(1)}},
			mattnkeys.GraphRow{ID: app.Key{Text: "bad"}})
		if _, err := w.FindGraphs(t.Context(), []app.Key{{Text: "bad"}}); err == nil ||
			!strings.Contains(err.Error(), `"bad" is no key`) {
			t.Error(err)
		}
	})
	t.Run("modernc", func(t *testing.T) {
		q, _ := openSQL("sqlite", "modernc")(t, "within")
		w := q.(*modernckeys.Within)
		playGraphs(t, w, func(r modernckeys.GraphRow) (int64, error) { return w.AddGraph(t.Context(), r.ID, r.Parent) },
			func() ([]app.Key, error) { return w.FindGraphs(t.Context(), []app.Key{keyOf(2), keyOf(1), keyOf(7)}) },
			[]modernckeys.GraphRow{{ID: keyOf(1)}, {ID: keyOf(2), Parent: keyOrNull(1)}},
			modernckeys.GraphRow{ID: app.Key{Text: "bad"}})
	})
	t.Run("zombiezen", func(t *testing.T) {
		q, _ := openZombiezen("zombiezen")(t, "within")
		w := q.(*zombiezenkeys.Within)
		playGraphs(t, w, func(r zombiezenkeys.GraphRow) (int64,
			error) {
			return w.AddGraph(t.Context(), r.ID, r.Parent)
		},
			func() ([]app.Key, error) { return w.FindGraphs(t.Context(), []app.Key{keyOf(2), keyOf(1), keyOf(7)}) },
			[]zombiezenkeys.GraphRow{{ID: keyOf(1)}, {ID: keyOf(2), Parent: keyOrNull(1)}},
			zombiezenkeys.GraphRow{ID: app.Key{Text: "bad"}})
	})
}

// TestKeysInDuckdb: lists, arrays, structs, maps and unions have types of the application in them.
func TestKeysInDuckdb(t *testing.T) {
	unit, db := unitOf(t, "duckdb", "within", ""), newDuckdb(t, "")
	for _, script := range unit.Migrations() {
		if _, err := db.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	w, ctx, label := unit.Open(db).(*duckdbkeys.Within), t.Context(), "top"
	row := func(id int, whose duckdbkeys.GraphWhose) duckdbkeys.GraphRow {
		return duckdbkeys.GraphRow{ID: keyOf(id), Links: keyList(5, 0, 6),
			Grid:  [][]*app.Key{keyList(7), nil, keyList(0, 8)},
			Names: map[string]*app.Key{"a": keyOrNull(9), "b": nil}, Whose: whose}
	}
	rows := []duckdbkeys.GraphRow{row(1, duckdbkeys.GraphWhose{Tag: "id", ID: keyOrNull(4)}),
		row(2, duckdbkeys.GraphWhose{Tag: "label", Label: &label})}
	rows[0].Extra, rows[0].Pair = keyList(), keyList(1, 2)
	rows[0].Top = &duckdbkeys.GraphTop{ID: keyOrNull(3), Label: &label, Near: keyList(0, 1)}
	rows[1].Top = &duckdbkeys.GraphTop{}
	bad := row(3, duckdbkeys.GraphWhose{Tag: "id", ID: keyOrNull(4)})
	bad.Links = []*app.Key{{Text: "bad"}}
	playGraphs(t, w, func(r duckdbkeys.GraphRow) (int64,
		error) {
		return w.AddGraph(ctx, duckdbkeys.AddGraphParams(r))
	},
		func() ([]app.Key, error) { return w.FindGraphs(ctx, []app.Key{keyOf(2), keyOf(1), keyOf(7)}) }, rows, bad)
	text, err := w.GraphText(ctx, keyOf(1))
	if err != nil {
		t.Fatal(err)
	}
	checkStored(t, "duckdb", "graph", text)
	place, mood := "{'x': 1, 'label': a b}", "so so"
	spots := []duckdbkeys.SpotRow{{ID: keyOf(1), Place: place, Mood: &mood}, {ID: keyOf(2), Place: place}}
	more := []duckdbkeys.AddSpotParams{duckdbkeys.AddSpotParams(spots[1])}
	playSpots(t, func() (int64, error) { return w.BulkInsertSpot(ctx, slices.Values(spots[:1])) },
		func() (int64, error) { return w.AddSpotBulk(ctx, slices.Values(more)) },
		func() ([]duckdbkeys.SpotRow, error) { return w.AllSpots(ctx) }, spots,
		func() ([]string, error) { return w.PlacesOf(ctx, mood) }, place)
	spotText, err := w.SpotText(ctx, keyOf(1))
	if err != nil {
		t.Fatal(err)
	}
	checkStored(t, "duckdb", "spot", spotText)
	if n, err := w.SetLinksBulk(ctx, slices.Values([]duckdbkeys.SetLinksParams{{Links: keyList(2), ID: keyOf(1)},
		{Links: keyList(0), ID: keyOf(2)}})); n != 2 || err != nil {
		t.Error(n, err)
	}
	if got, err := w.LinksOf(ctx, keyOf(1)); err != nil || !reflect.DeepEqual(got, keyList(2)) {
		t.Error(got, err)
	}
}

// TestKeysInPostgres: lists, composite types, ranges and domains have types of the application in them.
func TestKeysInPostgres(t *testing.T) {
	url := newDatabase(t)
	unit := unitOf(t, "pg", "within", "")
	scripts(t, url, unit.Migrations()...)
	w, ctx, label := unit.Open(newPool(t, url, usual)).(*pgkeys.Within), t.Context(), "top"
	row := func(id int) pgkeys.GraphRow {
		return pgkeys.GraphRow{ID: keyOf(id), Links: keyList(5, 0, 6), Grid: [][]*app.Key{keyList(7, 0), keyList(0, 8)},
			Nodes: []*pgkeys.Node{{ID: keyOrNull(3), Label: &label, Near: keyList(0, 1)}, nil, {}},
			Span: pgtype.Range[app.Key]{Lower: keyOf(1), LowerType: pgtype.Inclusive, UpperType: pgtype.Unbounded,
				Valid: true}}
	}
	rows := []pgkeys.GraphRow{row(1), row(2)}
	rows[0].Parent, rows[0].Extra, rows[0].Top = keyOrNull(9), keyList(), &pgkeys.Node{ID: keyOrNull(4)}
	days := pgtype.Range[app.Day]{Lower: 10, Upper: 20, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive,
		Valid: true}
	rows[0].Days = &days
	bad := row(3)
	bad.Nodes[0].Near = []*app.Key{{Text: "bad"}}
	playGraphs(t, w, func(r pgkeys.GraphRow) (int64, error) { return w.AddGraph(ctx, pgkeys.AddGraphParams(r)) },
		func() ([]app.Key, error) { return w.FindGraphs(ctx, []app.Key{keyOf(2), keyOf(1), keyOf(7)}) }, rows, bad)
	text, err := w.GraphText(ctx, keyOf(1))
	if err != nil {
		t.Fatal(err)
	}
	checkStored(t, "postgres", "graph", text)
	links := []pgkeys.LinkRow{{ID: keyOf(1), Parent: keyOrNull(9), Targets: keyList(2, 0), Extra: keyList(),
		Days: &days}, {ID: keyOf(2), Targets: keyList()}}
	if n, err := w.BulkInsertLink(ctx, slices.Values(links)); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	more := pgkeys.LinkRow{ID: keyOf(3), Parent: keyOrNull(9), Targets: keyList(2, 0)}
	last := pgkeys.LinkRow{ID: keyOf(4), Targets: keyList()}
	if n, err := w.AddLinkBulk(ctx, slices.Values([]pgkeys.AddLinkParams{pgkeys.AddLinkParams(more),
		pgkeys.AddLinkParams(last)})); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	links = append(links, more, last)
	if got, err := w.AllLinks(ctx); err != nil || !reflect.DeepEqual(got, links) {
		t.Errorf("%+v %v", got, err)
	}
	linkText, err := w.LinkText(ctx, keyOf(1))
	if err != nil {
		t.Fatal(err)
	}
	checkStored(t, "postgres", "link", linkText)
	if n, err := w.SetTargetsBulk(ctx, slices.Values([]pgkeys.SetTargetsParams{{Targets: keyList(2, 5), ID: keyOf(1)},
		{Targets: keyList(), ID: keyOf(2)}})); n != 2 || err != nil {
		t.Error(n, err)
	}
	found, err := w.LinkOfBulk(ctx, slices.Values([]app.Key{keyOf(1), keyOf(7)}))
	if err != nil || len(found) != 2 || found[1] != nil || !reflect.DeepEqual(found[0].Targets, keyList(2, 5)) {
		t.Errorf("%+v %v", found, err)
	}
	place, mood, good := `(1,"a b")`, "so so", "good"
	spots := []pgkeys.SpotRow{{ID: keyOf(1), Place: place, Places: []*string{&place, nil}, Mood: &mood,
		Moods: []*string{nil, &good}}, {ID: keyOf(2), Place: place, Places: []*string{}}}
	added := []pgkeys.AddSpotParams{pgkeys.AddSpotParams(spots[1])}
	playSpots(t, func() (int64, error) { return w.BulkInsertSpot(ctx, slices.Values(spots[:1])) },
		func() (int64, error) { return w.AddSpotBulk(ctx, slices.Values(added)) },
		func() ([]pgkeys.SpotRow, error) { return w.AllSpots(ctx) }, spots,
		func() ([]string, error) { return w.PlacesOf(ctx, mood) }, place)
	spotText, err := w.SpotText(ctx, keyOf(1))
	if err != nil {
		t.Fatal(err)
	}
	checkStored(t, "postgres", "spot", spotText)
	_, err = w.BulkInsertLink(ctx, slices.Values([]pgkeys.LinkRow{{ID: keyOf(5), Targets: []*app.Key{{Text: "bad"}}}}))
	if err == nil || !strings.Contains(err.Error(), "targets") || !strings.Contains(err.Error(), `"bad" is no key`) {
		t.Error(err)
	}
}
