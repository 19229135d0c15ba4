package infer

import "testing"

const (
	number Types = 1 << iota
	text
)

func TestJoin(t *testing.T) {
	a, b := Why("a"), Why("b")
	some := Value{Null: Never, Types: number, Known: Finite | NonZero, Source: 7, Origin: 3, Why: a}
	for _, c := range []struct {
		name string
		x, y Value
		want Value
	}{
		{"unreached says nothing", Value{}, some, some},
		{"unreached says nothing on the right", some, Value{}, some},
		{"NULL keeps the type and what is known", some, Null(b), Value{Null: Maybe, Types: number, Known: Finite | NonZero, Why: b}},
		{"unlike sources are none", some, Value{Null: Never, Types: text, Source: 8, Why: b}, Value{Null: Never, Types: number | text, Why: a}},
		{"the same source stays", some, Value{Null: Maybe, Types: number, Source: 7, Origin: 3, Why: b}, Value{Null: Maybe, Types: number, Source: 7, Origin: 3, Why: b}},
	} {
		if got := Join(c.x, c.y); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	weak := Null(&Reason{Text: "NULL at first", Weak: true})
	for _, j := range []Value{Join(weak, Null(b)), Join(Null(b), weak)} {
		if j.Why != b {
			t.Errorf("a weak reason hides another: %q", j.Why)
		}
	}
	one, two := Value{Null: Never, Known: Const, Const: 1}, Value{Null: Never, Known: Const, Const: 2}
	if j := Join(one, two); j.Known&Const != 0 {
		t.Error("1 and 2 are no constant")
	}
	if j := Join(one, one); j.Known&Const == 0 || j.Const != 1 {
		t.Error("1 and 1 are the constant 1")
	}
}

// TestJoinIsALattice: joining is idempotent, commutative but for reasons, and never loses a possibility.
func TestJoinIsALattice(t *testing.T) {
	values := []Value{{}}
	for _, n := range []Nullness{Never, Always, Maybe} {
		for _, k := range []Known{0, Finite, Const, NonZero | Const} {
			for _, o := range []Origin{0, 1, MaxOrigins} {
				v := Value{Null: n, Known: k, Origin: o, Types: Types(k)}
				if k&Const != 0 {
					v.Const = int64(k)
				}
				v.Implies.Add(o)
				values = append(values, v)
			}
		}
	}
	for _, a := range values {
		if j := Join(a, a); a.Null != Unreached && !j.Equal(a) {
			t.Errorf("%+v joined with itself is %+v", a, j)
		}
		for _, b := range values {
			x, y := Join(a, b), Join(b, a)
			if x.Null != y.Null || x.Types != y.Types || x.Known != y.Known || x.Implies != y.Implies {
				t.Errorf("%+v and %+v: %+v, %+v", a, b, x, y)
			}
			if again := Join(x, b); x.Null != Unreached && b.Null != Unreached && !again.Equal(x) {
				t.Errorf("%+v and %+v: %+v, then %+v", a, b, x, again)
			}
		}
	}
}

func TestFacts(t *testing.T) {
	x, y := Value{Null: Maybe, Origin: 1}, Value{Null: Maybe, Origin: 90}
	sum := Value{Null: Maybe, Implies: Implied(x, y)}
	var f Facts
	if f.See(x).Null != Maybe {
		t.Error("nothing is known of x yet")
	}
	f.Assume(sum)
	if f.See(x).Null != Never || f.See(y).Null != Never {
		t.Error("a sum that is not NULL proves its operands")
	}
	if always := f.See(Value{Null: Always, Origin: 1}); always.Null != Always {
		t.Error("a fact does not make a value of NULL")
	}
	var g Facts
	g.Assume(x)
	if both := f.Meet(g); both.See(x).Null != Never || both.See(y).Null != Maybe {
		t.Error("where paths meet, only what both know is known")
	}
	var gone Origins
	gone.Add(1)
	f.Forget(gone)
	if f.See(x).Null != Maybe || f.See(y).Null != Never {
		t.Error("only the row that moved is forgotten")
	}
	before := f
	f.Assume(Value{Null: Maybe})
	if f != before {
		t.Error("a value without an origin is nothing to remember")
	}
}

func TestRule(t *testing.T) {
	why := Why("when it feels like it")
	may := Unsure(text, Why("a is nullable"))
	may.Origin = 5
	value, null := Value{Null: Never, Types: text}, Null(Why("no row"))
	is := func([]Value) Types { return number }
	for _, c := range []struct {
		name string
		rule Rule
		args []Value
		null Nullness
		why  string
	}{
		{"never", Rule{Nulls: NullNever}, []Value{null}, Never, ""},
		{"if an argument is, none is", Rule{Nulls: NullIfArg}, []Value{value, value}, Never, ""},
		{"if an argument is, one may be", Rule{Nulls: NullIfArg}, []Value{value, may}, Maybe, "a is nullable"},
		{"if an argument is, one is, but not strict", Rule{Nulls: NullIfArg}, []Value{null}, Maybe, "no row"},
		{"strict", Rule{Nulls: NullIfArg, Strict: true}, []Value{value, null}, Always, "no row"},
		{"maybe", Rule{Nulls: NullMaybe, Why: why}, []Value{value}, Maybe, "when it feels like it"},
		{"an argument that never comes", Rule{Nulls: NullNever}, []Value{{}}, Unreached, ""},
	} {
		c.rule.Result = is
		v := c.rule.Apply(c.args)
		if v.Null != c.null || c.why != "" && v.Why.String() != c.why {
			t.Errorf("%s: %v %q", c.name, v.Null, v.Why)
		}
	}
	strict, loose := Rule{Nulls: NullIfArg, Strict: true, Result: is}, Rule{Nulls: NullIfArg, Result: is}
	if v := strict.Apply([]Value{may}); !v.Implies.Has(5) {
		t.Error("a strict result proves its argument")
	}
	if v := loose.Apply([]Value{may}); v.Implies.Has(5) {
		t.Error("a result that is not strict proves nothing")
	}
}

func TestAggregate(t *testing.T) {
	nan := Why("infinities")
	same := func(fed Types) Types { return fed }
	sum := Aggregate{NoRows: Why("sum of no rows is NULL"), NaN: nan, Result: same}
	count := Aggregate{Counts: true, Result: func(Types) Types { return number }}
	value := Value{Null: Never, Types: number, Known: Finite}
	infinite := Value{Null: Never, Types: number}
	may := Value{Null: Maybe, Types: number, Known: Finite, Why: Why("a is nullable")}
	for _, c := range []struct {
		name  string
		agg   Aggregate
		steps []Value
		null  Nullness
		why   string
	}{
		{"no rows", sum, nil, Maybe, "sum of no rows is NULL"},
		{"a value", sum, []Value{value}, Never, ""},
		{"a value that may be NULL", sum, []Value{may}, Maybe, "a is nullable"},
		{"one value is enough", sum, []Value{may, value}, Never, ""},
		{"one value is enough before", sum, []Value{value, may}, Never, ""},
		{"infinities", sum, []Value{value, infinite}, Maybe, "infinities"},
		{"count of no rows", count, nil, Never, ""},
	} {
		acc := Start(nil)
		for _, v := range c.steps {
			acc = c.agg.Step(acc, []Value{v})
		}
		if v := c.agg.Final(acc); v.Null != c.null || c.why != "" && v.Why.String() != c.why {
			t.Errorf("%s: %v %q", c.name, v.Null, v.Why)
		}
	}
	either := Join(sum.Step(Start(nil), []Value{value}), Start(nil))
	if v := sum.Final(either); v.Null != Maybe {
		t.Error("a path without rows makes NULL possible")
	}
	starred := count.Step(Start(nil), nil)
	if starred.Tally&Empty != 0 {
		t.Error("count(*) counts the row")
	}
}

func TestOrigins(t *testing.T) {
	var a, b Origins
	for _, o := range []Origin{0, 1, 64, 65, MaxOrigins} {
		a.Add(o)
	}
	b.Add(64)
	if a.Has(0) || !a.Has(1) || !a.Has(65) || a.Has(2) || !a.Has(MaxOrigins) || a.And(b) != b || a.Or(b) != a || a.Without(b).Has(64) {
		t.Errorf("%v", a)
	}
}
