package sqlite

import (
	"testing"

	"github.com/sqg-dev/sqg/internal/infer"
)

func TestJoin(t *testing.T) {
	a, b := infer.Why("a"), infer.Why("b")
	some := never(tInt, finite|nonZero, a)
	some.Source, some.Origin = 7, 3
	for _, c := range []struct {
		name string
		x, y value
		want value
	}{
		{"unreached says nothing", value{}, some, some},
		{"unreached says nothing on the right", some, value{}, some},
		{"NULL keeps the type and what is known", some, null(b),
			value{Value: infer.Unsure(b), Types: tInt, Known: finite | nonZero}},
		{"either type, and what is known of both", some, never(tText, finite, b), never(tInt|tText, finite, a)},
	} {
		if got := join(c.x, c.y); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	one, two := never(tInt, constant, nil), never(tInt, constant, nil)
	one.Const, two.Const = 1, 2
	if j := join(one, two); j.Known&constant != 0 {
		t.Error("1 and 2 are no constant")
	}
	if j := join(one, one); j.Known&constant == 0 || j.Const != 1 {
		t.Error("1 and 1 are the constant 1")
	}
}

// TestJoinIsALattice: joining is idempotent, commutative but for reasons, and never loses a possibility.
func TestJoinIsALattice(t *testing.T) {
	values := []value{{}}
	for _, n := range []infer.Nullness{infer.Never, infer.Always, infer.Maybe} {
		for _, k := range []known{0, finite, constant, nonZero | constant} {
			for _, o := range []infer.Origin{0, 1, infer.MaxOrigins} {
				v := value{Value: infer.Value{Null: n, Origin: o}, Known: k, Types: typeSet(k)}
				if k&constant != 0 {
					v.Const = int64(k)
				}
				v.Implies.Add(o)
				values = append(values, v)
			}
		}
	}
	for _, a := range values {
		if j := join(a, a); a.Null != infer.Unreached && !j.Equal(a) {
			t.Errorf("%+v joined with itself is %+v", a, j)
		}
		for _, b := range values {
			x, y := join(a, b), join(b, a)
			if x.Null != y.Null || x.Types != y.Types || x.Known != y.Known || x.Implies != y.Implies {
				t.Errorf("%+v and %+v: %+v, %+v", a, b, x, y)
			}
			if again := join(x, b); x.Null != infer.Unreached && b.Null != infer.Unreached && !again.Equal(x) {
				t.Errorf("%+v and %+v: %+v, then %+v", a, b, x, again)
			}
		}
	}
}

func TestFacts(t *testing.T) {
	x, y := value{Value: infer.Value{Null: infer.Maybe, Origin: 1}},
		value{Value: infer.Value{Null: infer.Maybe, Origin: 90}}
	sum := value{Value: infer.Value{Null: infer.Maybe}, Implies: implied(x, y)}
	var f facts
	if f.see(x).Null != infer.Maybe {
		t.Error("nothing is known of x yet")
	}
	f.assume(sum)
	if f.see(x).Null != infer.Never || f.see(y).Null != infer.Never {
		t.Error("a sum that is not NULL proves its operands")
	}
	if always := f.see(value{Value: infer.Value{Null: infer.Always, Origin: 1}}); always.Null != infer.Always {
		t.Error("a fact does not make a value of NULL")
	}
	var g facts
	g.assume(x)
	if both := f.meet(g); both.see(x).Null != infer.Never || both.see(y).Null != infer.Maybe {
		t.Error("where paths meet, only what both know is known")
	}
	var gone infer.Origins
	gone.Add(1)
	f.forget(gone)
	if f.see(x).Null != infer.Maybe || f.see(y).Null != infer.Never {
		t.Error("only the row that moved is forgotten")
	}
	before := f
	f.assume(unsure(tInt, nil))
	if f != before {
		t.Error("a value without an origin is nothing to remember")
	}
}

func TestRule(t *testing.T) {
	why := infer.Why("when it feels like it")
	may := unsure(tText, infer.Why("a is nullable"))
	may.Origin = 5
	some, null := never(tText, 0, nil), null(infer.Why("no row"))
	is := func([]value) typeSet { return tInt }
	for _, c := range []struct {
		name string
		rule rule
		args []value
		null infer.Nullness
		why  string
	}{
		{"never", rule{Nulls: nullNever}, []value{null}, infer.Never, ""},
		{"if an argument is, none is", rule{Nulls: nullIfArg}, []value{some, some}, infer.Never, ""},
		{"if an argument is, one may be", rule{Nulls: nullIfArg}, []value{some, may}, infer.Maybe, "a is nullable"},
		{"if an argument is, one is, but not strict", rule{Nulls: nullIfArg}, []value{null}, infer.Maybe, "no row"},
		{"strict", rule{Nulls: nullIfArg, Strict: true}, []value{some, null}, infer.Always, "no row"},
		{"maybe", rule{Nulls: nullMaybe, Why: why}, []value{some}, infer.Maybe, "when it feels like it"},
		{"an argument that never comes", rule{Nulls: nullNever}, []value{{}}, infer.Unreached, ""},
	} {
		c.rule.Result = is
		v := c.rule.apply(c.args)
		if v.Null != c.null || c.why != "" && v.Why.String() != c.why {
			t.Errorf("%s: %v %q", c.name, v.Null, v.Why)
		}
	}
	strict, loose := rule{Nulls: nullIfArg, Strict: true, Result: is}, rule{Nulls: nullIfArg, Result: is}
	if v := strict.apply([]value{may}); !v.Implies.Has(5) {
		t.Error("a strict result proves its argument")
	}
	if v := loose.apply([]value{may}); v.Implies.Has(5) {
		t.Error("a result that is not strict proves nothing")
	}
}

func TestAggregate(t *testing.T) {
	nan := infer.Why("infinities")
	same := func(fed typeSet) typeSet { return fed }
	sum := aggregate{NoRows: infer.Why("sum of no rows is NULL"), NaN: nan, Result: same}
	count := aggregate{Counts: true, Result: func(typeSet) typeSet { return tInt }}
	some := never(tInt, finite, nil)
	infinite := never(tInt, 0, nil)
	may := unsure(tInt, infer.Why("a is nullable"))
	may.Known = finite
	for _, c := range []struct {
		name  string
		agg   aggregate
		steps []value
		null  infer.Nullness
		why   string
	}{
		{"no rows", sum, nil, infer.Maybe, "sum of no rows is NULL"},
		{"a value", sum, []value{some}, infer.Never, ""},
		{"a value that may be NULL", sum, []value{may}, infer.Maybe, "a is nullable"},
		{"one value is enough", sum, []value{may, some}, infer.Never, ""},
		{"one value is enough before", sum, []value{some, may}, infer.Never, ""},
		{"infinities", sum, []value{some, infinite}, infer.Maybe, "infinities"},
		{"count of no rows", count, nil, infer.Never, ""},
	} {
		acc := start()
		for _, v := range c.steps {
			acc = c.agg.step(acc, []value{v})
		}
		if v := c.agg.final(acc); v.Null != c.null || c.why != "" && v.Why.String() != c.why {
			t.Errorf("%s: %v %q", c.name, v.Null, v.Why)
		}
	}
	either := join(sum.step(start(), []value{some}), start())
	if v := sum.final(either); v.Null != infer.Maybe {
		t.Error("a path without rows makes NULL possible")
	}
	starred := count.step(start(), nil)
	if starred.Tally&empty != 0 {
		t.Error("count(*) counts the row")
	}
}
