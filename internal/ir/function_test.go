package ir

import (
	"reflect"
	"testing"
)

// TestParseFunction: what declarations of functions say, and those that say nothing.
func TestParseFunction(t *testing.T) {
	for _, c := range []struct {
		declaration string
		want        Function
		text        string
	}{
		{"REAL NOT NULL (REAL, REAL)", Function{Args: []string{"REAL", "REAL"}, Result: "REAL", NotNull: true},
			"f(REAL, REAL)"},
		{" double  precision ( text , integer... ) strict  Deterministic ",
			Function{Args: []string{"text", "integer"}, Variadic: true, Result: "double precision", Strict: true,
				Deterministic: true}, "f(text, integer...)"},
		{"TEXT()", Function{Result: "TEXT"}, "f()"},
		{"REAL (REAL) AGGREGATE", Function{Args: []string{"REAL"}, Result: "REAL", Aggregate: true}, "f(REAL)"},
		{"REAL (REAL) WINDOW", Function{Args: []string{"REAL"}, Result: "REAL", Aggregate: true, Window: true},
			"f(REAL)"},
	} {
		c.want.Name = "f"
		got, err := ParseFunction("f", c.declaration)
		if err != nil || !reflect.DeepEqual(got, c.want) || got.String() != c.text {
			t.Errorf("%s: %+v, %v", c.declaration, got, err)
		}
	}
	for _, declaration := range []string{"", "REAL", "(REAL)", "REAL NOT NULL", "REAL (REAL", "REAL (REAL,)",
		"REAL (...)", "REAL (REAL..., REAL)", "REAL (REAL) QUICK",
		"REAL NOT NULL (REAL) STRICT", "REAL (REAL) AGGREGATE STRICT", "REAL (NUMERIC(10,2))"} {
		if got, err := ParseFunction("f", declaration); err == nil {
			t.Errorf("%s is %+v", declaration, got)
		}
	}
}
