package infer

import "testing"

func TestJoin(t *testing.T) {
	a, b := Why("a"), Why("b")
	some := Value{Null: Never, Source: 7, Origin: 3, Why: a}
	weak := Null(&Reason{Text: "NULL at first", Weak: true})
	for _, c := range []struct {
		name string
		x, y Value
		want Value
	}{
		{"unreached says nothing", Value{}, some, some},
		{"unreached says nothing on the right", some, Value{}, some},
		{"a NULL has the last word", some, Null(b), Value{Null: Maybe, Why: b}},
		{"a NULL has it on the left, too", Null(b), some, Value{Null: Maybe, Why: b}},
		{"a weak reason says less than another", weak, Null(b), Null(b)},
		{"a weak reason says less on the right", Null(b), weak, Null(b)},
		{"the same source stays", some, some, some},
		{"elements of either", Value{Null: Never, Elems: Never}, Value{Null: Never, Elems: Always},
			Value{Null: Never, Elems: Maybe}},
	} {
		if got := Join(c.x, c.y); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestOrigins(t *testing.T) {
	var a, b Origins
	for _, o := range []Origin{0, 1, 64, 65, MaxOrigins} {
		a.Add(o)
	}
	b.Add(64)
	if a.Has(0) || !a.Has(1) || !a.Has(65) || a.Has(2) || !a.Has(MaxOrigins) || a.And(b) != b || a.Or(b) != a ||
		a.Without(b).Has(64) {
		t.Errorf("%v", a)
	}
}
