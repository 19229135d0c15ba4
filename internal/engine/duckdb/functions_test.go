package duckdb

import (
	"context"
	"sort"
	"strings"
	"testing"
)

// literalsOf are values that are not NULL, by the type of a function's parameter: usual ones and those at the edges.
var literalsOf = map[string][]string{
	"BOOLEAN": {"true", "false"}, "TINYINT": {"1::TINYINT", "0::TINYINT", "-7::TINYINT"}, "SMALLINT": {"1::SMALLINT", "0::SMALLINT"},
	"INTEGER": {"1", "0", "-3", "40"}, "BIGINT": {"1::BIGINT", "0::BIGINT", "-5::BIGINT", "3::BIGINT"}, "HUGEINT": {"1::HUGEINT", "0::HUGEINT"},
	"UTINYINT": {"1::UTINYINT", "0::UTINYINT"}, "USMALLINT": {"1::USMALLINT", "0::USMALLINT"}, "UINTEGER": {"1::UINTEGER", "0::UINTEGER"},
	"UBIGINT": {"1::UBIGINT", "0::UBIGINT"}, "UHUGEINT": {"1::UHUGEINT", "0::UHUGEINT"},
	"FLOAT": {"1.5::FLOAT", "0::FLOAT", "'nan'::FLOAT", "'inf'::FLOAT"}, "DOUBLE": {"1.5::DOUBLE", "0::DOUBLE", "-2::DOUBLE", "'nan'::DOUBLE", "'inf'::DOUBLE", "'-inf'::DOUBLE"},
	"DECIMAL": {"1.5::DECIMAL(10,2)", "0::DECIMAL(10,2)", "-7.25::DECIMAL(18,4)"},
	"VARCHAR": {"'a'", "''", "'abc,def'", "'2020'", "'%Y-%m'", "'day'", "'(b)|(c)'", "'ü'", "'{}'", "'1'"},
	"BLOB":    {`'\xFF'::BLOB`, "''::BLOB"}, "BIT": {"'101'::BIT", "'0'::BIT"}, "UUID": {"'9b2f1c5e-0000-4000-8000-000000000001'::UUID"},
	"DATE":      {"DATE '2020-01-31'", "'infinity'::DATE", "'-infinity'::DATE"},
	"TIMESTAMP": {"TIMESTAMP '2020-01-31 01:02:03'", "'infinity'::TIMESTAMP", "'-infinity'::TIMESTAMP"}, "TIMESTAMP_NS": {"'2020-01-31 01:02:03.123456789'::TIMESTAMP_NS"},
	"TIMESTAMP WITH TIME ZONE": {"'2020-01-31 01:02:03+00'::TIMESTAMPTZ", "'infinity'::TIMESTAMPTZ"}, "TIME": {"TIME '10:00:00'", "TIME '00:00:00'"},
	"TIME WITH TIME ZONE": {"'10:00:00+02'::TIMETZ"}, "INTERVAL": {"INTERVAL 1 DAY", "INTERVAL 0 DAY", "INTERVAL 1 MONTH"}, "JSON": {"'{}'::JSON", "'null'::JSON", "'[1,null]'::JSON"},
	"ANY": {"1", "'x'", "[1, NULL]", "MAP {'a': NULL}"}, "T": {"1", "2"}, "T[]": {"[1, 2]", "[]::INTEGER[]", "[1, NULL]"}, "ANY[]": {"[1, 2]", "[]::INTEGER[]"}, "VARCHAR[]": {"['a', NULL]", "[]::VARCHAR[]"},
	"BIGINT[]": {"[1, 2]", "[]::BIGINT[]"}, "MAP(K, V)": {"MAP {'a': 1}", "MAP {}"},
}

// macros and lambda functions cannot be called from their parameters' types alone; the truth table has them.
var notFuzzed = map[string]bool{"list_filter": true, "list_transform": true, "list_apply": true, "nextval": true, "error": true, "map": true,
	"struct_pack": true, "enum_range": true}

// TestFunctions calls every function that is said to be NULL only for arguments that are with arguments that are not.
func TestFunctions(t *testing.T) {
	s := openTruth(t)
	overloads := map[string][]row{}
	if err := s.each(context.Background(), "SELECT function_name, parameter_types, function_type, varargs FROM duckdb_functions() WHERE function_type IN ('scalar', 'macro')", func(r row) {
		overloads[r.text(0)] = append(overloads[r.text(0)], r)
	}); err != nil {
		t.Fatal(err)
	}
	calls, tested := 0, 0
	var names []string
	for name := range functions {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if functions[name]&(never|always) == 0 || notFuzzed[name] {
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
			lists := combinations(types, 60)
			if more := o.text(3); more != "" {
				lists = append(lists, combinations(append(types, more), 60)...)
				lists = append(lists, combinations(append(types, more, more), 60)...)
			}
			for _, args := range lists {
				null, ok := s.isNull(quoted(name) + "(" + strings.Join(args, ", ") + ")")
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
func combinations(types []string, most int) [][]string {
	lists := [][]string{nil}
	for _, typ := range types {
		if i := strings.IndexByte(typ, '('); i > 0 && !strings.HasPrefix(typ, "MAP") {
			typ = typ[:i]
		}
		values := literalsOf[typ]
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
	err := s.each(context.Background(), "SELECT "+call+" IS NULL FROM (SELECT 1 AS x)", func(r row) { null, ok = r.truth(0), true })
	return null, ok && err == nil
}

// TestStrict calls every function that is said to be NULL for NULL with one NULL among its arguments: a condition that
// holds is taken for a proof that they are not.
func TestStrict(t *testing.T) {
	s := openTruth(t)
	calls := 0
	overloads := []row{}
	if err := s.each(context.Background(), "SELECT function_name, parameter_types FROM duckdb_functions() WHERE function_type = 'scalar'", func(r row) { overloads = append(overloads, r) }); err != nil {
		t.Fatal(err)
	}
	for _, o := range overloads {
		name := o.text(0)
		types := o.texts(1)
		if functions[name]&strict == 0 || name == "||" && strings.HasSuffix(strings.Join(types, ""), "]") {
			continue
		}
		for _, args := range combinations(types, 20) {
			for i := range args {
				with := append([]string{}, args...)
				with[i] = "(CASE WHEN x = 1 THEN NULL ELSE " + args[i] + " END)" // of the argument's type, and no constant
				null, ok := s.isNull(quoted(name) + "(" + strings.Join(with, ", ") + ")")
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
