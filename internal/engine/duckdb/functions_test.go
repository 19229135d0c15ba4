package duckdb

import (
	"context"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/ir"
)

// literalsOf are values that are not NULL, by the type of a function's parameter: usual ones and those at the edges.
var literalsOf = map[string][]string{
	"BOOLEAN": {"true", "false"},
	"TINYINT": {"1::TINYINT", "0::TINYINT", "-7::TINYINT"}, "SMALLINT": {"1::SMALLINT", "0::SMALLINT"},
	"INTEGER":  {"1", "0", "-3", "40"},
	"BIGINT":   {"1::BIGINT", "0::BIGINT", "-5::BIGINT", "3::BIGINT"},
	"HUGEINT":  {"1::HUGEINT", "0::HUGEINT"},
	"UTINYINT": {"1::UTINYINT", "0::UTINYINT"}, "USMALLINT": {"1::USMALLINT", "0::USMALLINT"},
	"UINTEGER": {"1::UINTEGER", "0::UINTEGER"}, "UBIGINT": {"1::UBIGINT", "0::UBIGINT"},
	"UHUGEINT": {"1::UHUGEINT", "0::UHUGEINT"},
	"BIGNUM":   {"'1'::BIGNUM", "'0'::BIGNUM", "'-99999999999999999999999999999999999999999999'::BIGNUM"},
	"FLOAT":    {"1.5::FLOAT", "0::FLOAT", "'nan'::FLOAT", "'inf'::FLOAT", "'-inf'::FLOAT", "'3.4e38'::FLOAT"},
	"DOUBLE": {"1.5::DOUBLE", "0::DOUBLE", "-2::DOUBLE", "'nan'::DOUBLE", "'inf'::DOUBLE", "'-inf'::DOUBLE", "1e308",
		"1e-320", "'-0.0'::DOUBLE"},
	"DECIMAL": {"1.5::DECIMAL(10,2)", "0::DECIMAL(10,2)", "-7.25::DECIMAL(18,4)",
		"'99999999999999999999999999999999999999'::DECIMAL(38,0)"},
	"VARCHAR": {"'a'", "''", "'abc,def'", "'2020'", "'%Y-%m'", "'day'", "'(b)|(c)'", "'ü'", "'{}'", "'1'", "'infinity'",
		"'\\'", "'%'", "' '", "'UTC'", "'5 days'", "'2020-01-31'", "'null'", "'$.a'", "'é'"},
	"BLOB": {`'\xFF'::BLOB`, "''::BLOB", "'abc'::BLOB"}, "BIT": {"'101'::BIT", "'0'::BIT"},
	"UUID":         {"'9b2f1c5e-0000-4000-8000-000000000001'::UUID", "'019b2f1c-5e00-7000-8000-000000000001'::UUID"},
	"DATE":         {"DATE '2020-01-31'", "'infinity'::DATE", "'-infinity'::DATE", "DATE '0001-01-01'"},
	"TIMESTAMP":    {"TIMESTAMP '2020-01-31 01:02:03'", "'infinity'::TIMESTAMP", "'-infinity'::TIMESTAMP"},
	"TIMESTAMP_S":  {"'2020-01-31 01:02:03'::TIMESTAMP_S", "'infinity'::TIMESTAMP_S"},
	"TIMESTAMP_MS": {"'2020-01-31 01:02:03'::TIMESTAMP_MS", "'infinity'::TIMESTAMP_MS"},
	"TIMESTAMP_NS": {"'2020-01-31 01:02:03.123456789'::TIMESTAMP_NS", "'infinity'::TIMESTAMP_NS",
		"'-infinity'::TIMESTAMP_NS"},
	"TIMESTAMP WITH TIME ZONE": {"'2020-01-31 01:02:03+00'::TIMESTAMPTZ", "'infinity'::TIMESTAMPTZ",
		"'-infinity'::TIMESTAMPTZ"},
	"TIME":                {"TIME '10:00:00'", "TIME '00:00:00'", "TIME '24:00:00'"},
	"TIME_NS":             {"'10:00:00.123456789'::TIME_NS"},
	"TIME WITH TIME ZONE": {"'10:00:00+02'::TIMETZ", "'24:00:00-15:59'::TIMETZ"},
	"INTERVAL": {"INTERVAL 1 DAY", "INTERVAL 0 DAY", "INTERVAL 1 MONTH", "INTERVAL (-5) HOUR",
		"INTERVAL 178956970 YEAR"},
	"JSON": {"'{}'::JSON", "'null'::JSON", "'[1,null]'::JSON", "'1'::JSON", `'"s"'::JSON`, `'{"a": null}'::JSON`},
	"ANY":  {"1", "'x'", "[1, NULL]", "MAP {'a': NULL}", "'inf'::DOUBLE", "{'a': NULL}", "''"},
	"T":    {"1", "2"}, "T[]": {"[1, 2]", "[]::INTEGER[]", "[1, NULL]", "[NULL]::INTEGER[]"},
	"ANY[]":       {"[1, 2]", "[]::INTEGER[]", "['a', NULL]"},
	"VARCHAR[]":   {"['a', NULL]", "[]::VARCHAR[]", "['a', 'b']"},
	"BIGINT[]":    {"[1, 2]", "[]::BIGINT[]", "[NULL]::BIGINT[]"},
	"DOUBLE[]":    {"[1.0, 2]::DOUBLE[]", "[]::DOUBLE[]", "['inf', 'nan']::DOUBLE[]"},
	"FLOAT[]":     {"[1.0, 2]::FLOAT[]", "[]::FLOAT[]"},
	"FLOAT[3]":    {"[1, 2, 3]::FLOAT[3]", "[0, 0, 0]::FLOAT[3]"},
	"DOUBLE[3]":   {"[1, 2, 3]::DOUBLE[3]", "[0, 0, 0]::DOUBLE[3]"},
	"FLOAT[ANY]":  {"[1, 2, 3]::FLOAT[3]", "[0, 0, 0]::FLOAT[3]"},
	"DOUBLE[ANY]": {"[1, 2, 3]::DOUBLE[3]", "[0, 0, 0]::DOUBLE[3]"},
	"BOOLEAN[]":   {"[true]", "[]::BOOLEAN[]", "[NULL]::BOOLEAN[]"},
	"T[][]":       {"[[1], []]", "[]::INTEGER[][]", "[NULL]::INTEGER[][]"}, "K[]": {"[1, 2]", "[]::INTEGER[]"},
	"V[]": {"['a', NULL]", "[]::VARCHAR[]"}, "K": {"'a'", "'b'"}, "V": {"1", "2"},
	"MAP(K, V)": {"MAP {'a': 1}", "MAP {}", "MAP {'a': NULL}"}, "STRUCT": {"{'a': 1, 'b': NULL}", "{'a': 'x'}"},
	"VARIANT": {"1::VARIANT", "{'a': NULL}::VARIANT"}, "UNION": {"union_value(n := 1)"},
	"STRUCT(K, V)[]": {"[{'k': 'a', 'v': 1}]"},
	`STRUCT("year" BIGINT, "month" BIGINT, "day" BIGINT)`: {"{'year': 2020, 'month': 1, 'day': 2}"},
}

// macros and lambda functions cannot be called from their parameters' types alone; the truth table has them.
var notFuzzed = map[string]bool{"list_filter": true, "list_transform": true, "list_apply": true, "nextval": true,
	"error": true, "map": true,
	"struct_pack": true, "enum_range": true}

// ends are the least and greatest integers and moments.
var ends = map[string][]string{
	"TINYINT": {"'-128'::TINYINT", "127::TINYINT"}, "SMALLINT": {"'-32768'::SMALLINT", "32767::SMALLINT"},
	"INTEGER":  {"2147483647", "'-2147483648'::INTEGER"},
	"BIGINT":   {"9223372036854775807", "'-9223372036854775808'::BIGINT"},
	"HUGEINT":  {"170141183460469231731687303715884105727", "'-170141183460469231731687303715884105728'::HUGEINT"},
	"UTINYINT": {"255::UTINYINT"}, "USMALLINT": {"65535::USMALLINT"}, "UINTEGER": {"4294967295::UINTEGER"},
	"UBIGINT":                  {"18446744073709551615::UBIGINT"},
	"UHUGEINT":                 {"'340282366920938463463374607431768211455'::UHUGEINT"},
	"DATE":                     {"DATE '5881580-07-10'", "DATE '5877642-06-25 (BC)'"},
	"TIMESTAMP":                {"TIMESTAMP '294247-01-10 04:00:54.775806'", "TIMESTAMP '290309-12-22 (BC) 00:00:00'"},
	"TIMESTAMP WITH TIME ZONE": {"'294247-01-10 04:00:54.775806+00'::TIMESTAMPTZ"},
}

// lengths are functions that make as much as an argument says: they are not called with the ends.
var lengths = map[string]bool{"range": true, "generate_series": true, "repeat": true, "lpad": true, "rpad": true,
	"bar": true, "list_resize": true, "array_resize": true,
	"equi_width_bins": true, "generate_subscripts": true, "repeat_row": true, "bitstring": true}

// argumentsOf are argument lists for a function, most of them at most.
func argumentsOf(name string, types []string, most int) [][]string {
	return combinations(types, most, func(typ string) []string {
		if lengths[name] {
			return literalsOf[typ]
		}
		return append(slices.Clone(literalsOf[typ]), ends[typ]...)
	})
}

// TestFunctions calls every function that is said to be NULL only for arguments that are with arguments that are not.
func TestFunctions(t *testing.T) {
	s := openTruth(t)
	overloads := map[string][]row{}
	if err := s.each(context.Background(),
		"SELECT function_name, parameter_types, function_type, varargs FROM duckdb_functions() WHERE function_type IN ('scalar', 'macro')", func(r row) {
			overloads[r.text(0)] = append(overloads[r.text(0)], r)
		}); err != nil {
		t.Fatal(err)
	}
	calls, tested := 0, 0
	var names []string
	for name := range functions {
		names = append(names, name)
	}
	for name := range datePart {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if functions[name]&(never|always) == 0 && !datePart[name] || notFuzzed[name] {
			continue
		}
		before := calls
		for _, o := range overloads[name] {
			if o.text(2) != "scalar" {
				continue
			}
			types := o.texts(1)
			if name == "/" && len(types) > 0 && types[0] == "INTERVAL" {
				continue // known to be NULL for 0
			}
			lists := argumentsOf(name, types, 60)
			if more := o.text(3); more != "" {
				lists = append(lists, argumentsOf(name, append(types, more), 60)...)
				lists = append(lists, argumentsOf(name, append(types, more, more), 60)...)
			}
			for _, args := range lists {
				infinite := func(a string) bool { return strings.Contains(a, "infinity'::") }
				if (datePart[name] || name == "time_bucket" && len(args) > 2) && slices.ContainsFunc(args, infinite) {
					continue
				}
				null, ok := s.isNull(ir.Quote(name) + "(" + strings.Join(args, ", ") + ")")
				if null {
					t.Errorf("%s(%s) is NULL", name, strings.Join(args, ", "))
				}
				if ok {
					calls++
				}
			}
		}
		if calls > before {
			tested++
		} else {
			t.Errorf("%s was never called: it cannot be on the list", name)
		}
	}
	t.Logf("%d functions, %d calls", tested, calls)
	if tested < 100 {
		t.Errorf("only %d functions were called", tested)
	}
}

// combinations are argument lists of these types, most of them at most.
func combinations(types []string, most int, of func(typ string) []string) [][]string {
	lists := [][]string{nil}
	for _, typ := range types {
		if i := strings.IndexByte(typ, '('); i > 0 && !strings.HasPrefix(typ, "MAP") {
			typ = typ[:i]
		}
		values := of(typ)
		var next [][]string
		for i, l := range lists {
			for k := range values {
				v := values[(k+i)%len(values)]
				next = append(next, append(append([]string{}, l...), v))
			}
		}
		if len(next) > most {
			step := len(next) / most
			var some [][]string
			for i := 0; i < len(next); i += step {
				some = append(some, next[i])
			}
			next = some
		}
		lists = next
	}
	return lists
}

// isNull runs a call; ok is whether it gave a value at all.
func (s *session) isNull(call string) (null, ok bool) {
	short, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := s.each(short, "SELECT "+call+" IS NULL FROM (SELECT 1 AS x)", func(r row) { null, ok = r.truth(0), true })
	return null, ok && err == nil
}

// TestStrict calls every function that is said to be NULL for NULL with one NULL among its arguments: a condition that
// holds is taken for a proof that they are not.
func TestStrict(t *testing.T) {
	s := openTruth(t)
	calls := 0
	overloads := []row{}
	if err := s.each(context.Background(),
		"SELECT function_name, parameter_types FROM duckdb_functions() WHERE function_type = 'scalar'",
		func(r row) { overloads = append(overloads, r) }); err != nil {
		t.Fatal(err)
	}
	for _, o := range overloads {
		name := o.text(0)
		types := o.texts(1)
		if !isStrict(name, len(types)) || name == "||" && strings.HasSuffix(strings.Join(types, ""), "]") {
			continue
		}
		for _, args := range argumentsOf(name, types, 20) {
			for i := range args {
				with := append([]string{}, args...)
				with[i] = "(CASE WHEN x = 1 THEN NULL ELSE " + args[i] + " END)" // of the argument's type, and no constant
				null, ok := s.isNull(ir.Quote(name) + "(" + strings.Join(with, ", ") + ")")
				if ok && !null {
					t.Errorf("%s(%s) is not NULL where argument %d is", name, strings.Join(args, ", "), i+1)
				}
				if ok {
					calls++
				}
			}
		}
	}
	if t.Logf("%d calls", calls); calls < 1000 {
		t.Errorf("only %d calls", calls)
	}
}
