package suite

import (
	"fmt"
	"reflect"
	"testing"

	"sqg.example/suite/gen/pg/gathered"
)

// fieldsOf are a struct's fields as text, in which NaN is NaN. What is proven of NULL may be more of an object.
func fieldsOf(row any) (out []string) {
	v := reflect.ValueOf(row)
	for i := range v.NumField() {
		value := v.Field(i)
		if value.Kind() == reflect.Pointer && !value.IsNil() {
			value = value.Elem()
		}
		out = append(out, fmt.Sprintf("%s %+v", v.Type().Field(i).Name, value.Interface()))
	}
	return out
}

// TestGathered: an object of a row that is gathered in a value has what the row of the table has.
func TestGathered(t *testing.T) {
	ctx := t.Context()
	q := openPgx("pg")(t, "gathered", "postgres", nil, true).(*gathered.Gathered)
	rows, err := q.Things(ctx)
	if err != nil {
		t.Fatal(err)
	}
	things := map[int64]gathered.ThingRow{}
	for _, r := range rows {
		things[r.ID] = r
	}
	makers, err := q.Everything(ctx)
	if err != nil || len(makers) != 3 || len(makers[0].Things) != 2 || makers[1].Things == nil ||
		len(makers[1].Things) != 0 || len(makers[2].Things) != 1 {
		t.Fatalf("%+v %v", makers, err)
	}
	for _, maker := range makers {
		for _, thing := range maker.Things {
			if got, want := fieldsOf(thing), fieldsOf(things[thing.ID]); !reflect.DeepEqual(got, want) {
				t.Errorf("%q\nnot %q", got, want)
			}
		}
	}
	catalogue, err := q.Catalogue(ctx)
	if err != nil {
		t.Fatal(err)
	}
	first, large := catalogue[0].Things[0], catalogue[0].Things[1]
	if first.Tags != nil || first.Mood != gathered.MoodOk || first.Note != nil || large.Tags[0].Tag != "a,b" ||
		large.Tags[1].At != 2 || !reflect.DeepEqual(large.Ids, []int64{2, 9007199254740993}) {
		t.Errorf("%+v", catalogue[0])
	}
	missing, err := q.Missing(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if bo := missing[1]; len(bo.Things) != 1 || bo.Things[0] != nil || bo.Large != nil || len(bo.Others) != 1 ||
		missing[2].Others != nil || missing[2].Large[0].ID != 3 {
		t.Errorf("%+v", missing)
	}
	each, err := q.OneEach(ctx)
	if err != nil || each[0].Thing.Mood != gathered.MoodSoSo || each[1].Thing != nil || each[1].Sure.ID != nil ||
		*each[2].Sure.ID != 3 {
		t.Errorf("%+v %v", each, err)
	}
	lists, err := q.Lists(ctx)
	if err != nil {
		t.Fatal(err)
	}
	ada, bo := lists[0].Made, lists[1].Made
	if !reflect.DeepEqual(ada.Moods, []gathered.Mood{gathered.MoodOk, gathered.MoodSoSo}) ||
		!reflect.DeepEqual(ada.Ids, []int64{2, 9007199254740993}) || !reflect.DeepEqual(ada.Codes, []string{"b   ", "ab  "}) ||
		ada.Spots[0] != nil || *ada.Spots[1] != "(1,2)" || ada.Things[1].Mood != gathered.MoodSoSo ||
		len(bo.Moods) != 0 || bo.Codes != nil || len(bo.Things) != 0 {
		t.Errorf("%+v", lists)
	}
	surveys, err := q.Surveys(ctx)
	if err != nil {
		t.Fatal(err)
	}
	moods, none := surveys[0].Surveys[0].Moods, surveys[0].Surveys[1]
	if len(moods) != 3 || *moods[0] != gathered.MoodOk || *moods[1] != gathered.MoodSoSo || moods[2] != nil ||
		len(none.Moods) != 0 || none.Later != nil || *surveys[0].Later[0].Later[0] != gathered.MoodSad {
		t.Errorf("%+v", surveys)
	}
	added, err := q.AddMaker(ctx, 4, "Dee")
	if err != nil || added.Made.Name != "Dee" {
		t.Errorf("%+v %v", added, err)
	}
}
