package querytree

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/golden"
	"github.com/sqg-dev/sqg/internal/infer"
)

// functionValues are arguments by type, chosen for what functions treat in their own way. Polymorphic arguments are
// integers in one round and texts in another.
var functionValues = map[string][]string{
	"boolean": {"true", "false"}, `"char"`: {"''", "'a'", "'9'"},
	"name":             {"''", "'a'", "'postgres'", "'UTF8'", "'xyz'"},
	"smallint":         {"0", "1", "-1", "7", "32767", "-32768"},
	"integer":          {"0", "1", "-1", "2", "10", "2147483647", "-2147483648", "100"},
	"bigint":           {"0", "1", "-1", "3", "9223372036854775807", "-9223372036854775808", "70"},
	"real":             {"0", "1.5", "-2", "'NaN'", "'Infinity'", "'-Infinity'", "'1e-37'"},
	"double precision": {"0", "1", "-0.5", "2.5", "'NaN'", "'Infinity'", "'-Infinity'", "'1e-300'", "'1e300'"},
	"numeric":          {"0", "1", "-3.25", "'NaN'", "'Infinity'", "'-Infinity'", "'1e30'", "'0.000000000000000001'", "17"},
	"money":            {"0", "1.5::numeric", "-7"},
	"text": {"''", "'a'", "'abc,def'", "'2020-02-29'", "'YYYY'", "'day'", "'(a)|(b)'", "'{}'", "'null'", "'%'",
		"'hex'", "'UTC'", "'g'", "'NFC'", "'select'", "'pg_class'", "'postgres'", "'5'", "'1 day'"},
	"character": {"''", "'a'", "'ab '"}, "character varying": {"''", "'a'", "'abc'"},
	"bytea": {"''", `'\x00ff'`, `'\x61'`}, "bit": {"B''", "B'101'"}, "bit varying": {"B''", "B'101'"},
	"date": {"'infinity'", "'-infinity'", "'2020-01-31'", "'4713-01-01 BC'", "'5874897-12-31'",
		"'2024-02-29'"},
	"timestamp without time zone": {"'infinity'", "'-infinity'", "'2020-01-31 1:2:3.5'", "'4713-01-01 BC'",
		"'294276-12-31'"},
	"timestamp with time zone": {"'infinity'", "'-infinity'", "'2020-01-31 1:2:3.5+02'", "'4713-01-02 BC'",
		"'294276-12-30'"},
	"time without time zone": {"'00:00'", "'24:00'", "'12:34:56.789'"},
	"time with time zone":    {"'00:00+02'", "'24:00-12'", "'12:34:56.789+00'"},
	"interval":               {"'0'", "'1 day'", "'-1 mon'", "'1:02:03'", "'178000000 years'", "'1 year 2 mons -3 days'"},
	"uuid": {"'00000000-0000-0000-0000-000000000000'", "'019b2f1c-5e00-7000-8000-000000000001'",
		"'9b2f1c5e-0000-4000-8000-000000000001'"},
	"json":     {"'{}'", "'[]'", "'null'", `'{"a":null,"b":[1,null]}'`, "'1'", `'"x"'`, "''"},
	"jsonb":    {"'{}'", "'[]'", "'null'", `'{"a":null,"b":[1,null]}'`, "'1'", `'"x"'`, `'[{"a":1},null]'`},
	"jsonpath": {"'$'", "'$.a'", "'$[*]'", "'lax $.b[5]'", "'strict $.zz'"}, "xml": {"''", "'<a/>'", "'text'"},
	"inet": {"'10.0.0.1/8'", "'::1'", "'0.0.0.0/0'", "'255.255.255.255'"}, "cidr": {"'10.0.0.0/8'", "'::/0'"},
	"macaddr": {"'08:00:2b:01:02:03'", "'00:00:00:00:00:00'"}, "macaddr8": {"'08:00:2b:ff:fe:01:02:03'"},
	"point":   {"'(0,0)'", "'(1,2)'", "'(NaN,1)'", "'(Infinity,0)'"},
	"box":     {"'(0,0),(1,1)'", "'(0,0),(0,0)'", "'(NaN,0),(1,1)'", "'(5,5),(9,9)'"},
	"lseg":    {"'(0,0),(1,1)'", "'(0,0),(0,0)'", "'(0,1),(1,0)'", "'(3,3),(NaN,1)'"},
	"circle":  {"'<(0,0),1>'", "'<(5,5),0>'", "'<(NaN,0),1>'"},
	"polygon": {"'((0,0),(1,1))'", "'((0,0),(0,1),(1,0))'", "'((5,5))'"},
	"path":    {"'((0,0),(1,1))'", "'[(0,0),(1,1)]'", "'[(2,2)]'"}, "line": {"'{1,2,3}'", "'{1,0,0}'", "'{0,1,-1}'"},
	"oid": {"0", "23", "1259", "4294967295"}, "xid": {"'1'", "'0'"}, "xid8": {"'1'", "'0'", "'18446744073709551615'"},
	"cid": {"'1'"}, "tid": {"'(0,1)'", "'(4294967295,65535)'"},
	"pg_lsn":   {"'0/0'", "'16/B374D848'", "'FFFFFFFF/FFFFFFFF'"},
	"regclass": {"'ids'", "'ids_holder'"}, "regconfig": {"'english'", "'simple'"}, "regtype": {"'int4'"},
	"regproc": {"'now'"}, "oidvector": {"''", "'1 2'"},
	"tsvector": {"''", "'a:1 b'", "'a:1A,2B c:3'"}, "tsquery": {"''", "'a & b'", "'!a'", "'a <-> b'"},
	"pg_snapshot": {"'1:5:2,3'", "'1:1:'"}, "txid_snapshot": {"'1:5:2,3'", "'1:1:'"},
	"text[]":    {"'{}'", "'{NULL}'", "'{a,NULL,b}'", "'{{a,b},{c,d}}'", "'[5:6]={a,b}'"},
	"integer[]": {"'{}'", "'{NULL}'", "'{1,NULL,2}'", "'{3,1,2}'"}, "bigint[]": {"'{}'", "'{0,0}'", "'{1,2}'"},
	"double precision[]": {"'{}'", "'{1,2,3}'", "'{0,0,0,0,0,0}'"},
	"real[]":             {"'{}'", "'{0.1,0.2,0.4,1.0}'", "'{NULL}'"}, `"char"[]`: {"'{}'", "'{a,b}'"},
	"numeric[]": {"'{}'", "'{1,2}'"}, "tstzrange[]": {"'{}'"}, "smallint[]": {"'{}'", "'{1}'"},
	"int4range": {"'empty'", "'[1,2)'", "'(,)'", "'[5,9)'"}, "numrange": {"'empty'", "'[1,2)'", "'(,3]'"},
	"tsrange": {"'empty'", "'[2020-01-01,infinity)'"}, "tstzrange": {"'empty'", "'(,infinity)'"},
	"daterange": {"'empty'", "'[2020-01-01,2020-02-01)'", "'(,)'"}, "int8range": {"'empty'", "'[1,2)'", "'(,)'"},
	"int4range[]": {"'{}'", `'{"[1,2)","empty"}'`}, "numrange[]": {"'{}'", `'{"[1,2)","empty"}'`},
	"daterange[]": {"'{}'", `'{empty}'`}, "int8range[]": {"'{}'", `'{"[1,2)"}'`},
	"tsrange[]":      {"'{}'", "'{empty}'"},
	"int4multirange": {"'{}'", "'{[1,2),[5,9)}'", "'{(,)}'"},
	"record":         {"row(1,'a'::text)", "row(2,NULL::text)", "row(NULL::int,NULL::text)"}, "void": nil,
	`"any"`: {"1::int", "'x'::text", "'{}'::int[]", "NULL::int", "row(1,NULL)"}, "regnamespace": {"'public'"},
	"aclitem": {"'=r/postgres'"}, "aclitem[]": {"'{}'", "'{=r/postgres}'"}, "refcursor": {"'x'"},
	"regrole": {"'postgres'"},
}

// polymorphic are the types that stand for polymorphic ones, in two rounds.
var polymorphic = map[string][2]string{
	"anyelement": {"integer", "text"}, "anynonarray": {"integer", "text"}, "anyarray": {"integer[]", "text[]"},
	"anyrange": {"int4range", "int4range"}, "anymultirange": {"int4multirange", "int4multirange"},
	"anycompatible": {"integer", "text"}, "anycompatiblearray": {"integer[]", "text[]"},
	"anycompatiblenonarray": {"integer", "text"}, "anycompatiblerange": {"int4range", "int4range"},
	"anyenum": {"mood", "mood"},
}

const functionSchema = `
CREATE SEQUENCE ids; SELECT nextval('ids');
CREATE SEQUENCE ids_holder; SELECT nextval('ids_holder');
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
-- Calls that fail do not count; one that gives NULL is told.
CREATE FUNCTION pg_temp.probe(calls text[], OUT ran int, OUT nulls text) LANGUAGE plpgsql AS $$
DECLARE call text; n int;
BEGIN
  ran := 0;
  FOREACH call IN ARRAY calls LOOP
    BEGIN
      EXECUTE 'SELECT pg_catalog.num_nulls(' || call || ')' INTO n;
      ran := ran + 1;
      IF n > 0 THEN nulls := call; END IF;
    EXCEPTION WHEN OTHERS THEN NULL;
    END;
  END LOOP;
END $$;
SET extra_float_digits = 1; SET statement_timeout = '4s'; SET xmloption = content; SET client_min_messages = error;
`

// ownCalls are calls of functions for which arguments by type do not do.
var ownCalls = map[string][]string{
	"repeat(text, integer)": {"repeat('ab', 0)", "repeat('ab', -1)", "repeat('', 7)",
		"repeat('ab', 3)"},
	"decode(text, text)": {"decode('', 'hex')", "decode('00ff', 'hex')", "decode('YQ==', 'base64')",
		"decode('', 'base64')", `decode('a\\000', 'escape')`},
	"current_setting(text)": {"current_setting('work_mem')", "current_setting('search_path')",
		"current_setting('timezone_abbreviations')"},
	"json_build_object(\"any\")": {"json_build_object('a', 1)", "json_build_object('a', NULL)",
		"json_build_object(1, 'x'::text, 'b', NULL::int)"},
	"jsonb_build_object(\"any\")": {"jsonb_build_object('a', 1)", "jsonb_build_object('a', NULL)",
		"jsonb_build_object(1, 'x'::text, 'b', NULL::int)"},
	"extract(text, time without time zone)":                                                 timeParts("extract", "time"),
	"extract(text, time with time zone)":                                                    timeParts("extract", "timetz"),
	"date_part(text, time without time zone)":                                               timeParts("date_part", "time"),
	"date_part(text, time with time zone)":                                                  timeParts("date_part", "timetz"),
	"make_timestamptz(integer, integer, integer, integer, integer, double precision, text)": {"make_timestamptz(2020, 1, 2, 3, 4, 5.5, 'UTC')", "make_timestamptz(-4, 1, 2, 24, 0, 0, 'Europe/Vienna')"},
}

func timeParts(name, typ string) (list []string) {
	for _, part := range []string{"hour", "minute", "second", "millisecond", "microsecond", "epoch"} {
		list = append(list, fmt.Sprintf(`pg_catalog."%s"('%s', '24:00'::%s)`, name, part, typ),
			fmt.Sprintf(`pg_catalog."%s"('%s', '00:00:01.5'::%s)`, name, part, typ))
	}
	return list
}

// candidate is a function that may get a mark.
type candidate struct {
	oid       string
	mark      byte
	signature string
	variadic  bool // its last argument spreads an array
}

func readCandidates(t *testing.T) (list []candidate) {
	t.Helper()
	text, err := os.ReadFile("testdata/candidates.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		oid, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		mark, signature, ok := strings.Cut(rest, " ")
		if ok && oid != "#" {
			list = append(list, candidate{oid: oid, mark: mark[0], signature: signature})
		}
	}
	return list
}

// calls are texts that call a function with many combinations of arguments.
func (c candidate) calls(rng *rand.Rand) (list []string) {
	if own := ownCalls[c.signature]; own != nil {
		return own
	}
	name, rest, _ := strings.Cut(c.signature, "(")
	var types []string
	if rest = strings.TrimSuffix(rest, ")"); rest != "" {
		types = strings.Split(rest, ", ")
	}
	for round := range 2 {
		values := make([][]string, len(types))
		total, poly := 1, false
		for i, typ := range types {
			if both, ok := polymorphic[typ]; ok {
				typ, poly = both[round], true
			}
			for _, v := range functionValues[typ] {
				if typ != `"any"` && typ != "record" {
					v = "(" + v + ")::" + typ
				}
				if c.mark == 'n' && strings.HasPrefix(v, "NULL") {
					continue
				}
				if i == len(types)-1 && c.variadic {
					v = "VARIADIC " + v
				}
				values[i] = append(values[i], v)
			}
			if typ == "mood" {
				values[i] = []string{"'sad'::mood", "'happy'::mood"}
			}
			total *= len(values[i])
		}
		if round == 1 && !poly {
			break
		}
		every := total <= 150
		for n := range min(total, 150) {
			args := make([]string, len(types))
			for i := range args {
				k := n % len(values[i])
				if !every {
					k = rng.Intn(len(values[i]))
				}
				args[i] = values[i][k]
				n /= len(values[i])
			}
			list = append(list, fmt.Sprintf(`pg_catalog."%s"(%s)`, name, strings.Join(args, ", ")))
		}
	}
	return list
}

// TestFunctions makes the list of functions for the server's version, by calling every candidate with many arguments:
// one that gives NULL is a mistake among the candidates, one that no call succeeds of is left out. It fails where the
// list is another.
func TestFunctions(t *testing.T) {
	db := newDatabase(t, functionSchema)
	if _, known := builtinLists[db.version]; !known {
		t.Skipf("no list is kept for version %d", db.version)
	}
	marks := map[string]byte{}
	called, ran := 0, 0
	there := map[string]bool{} // by oid and signature, whether it is variadic over arrays
	rows, err := db.rows("SELECT oid, format('%s(%s)', proname, oidvectortypes(proargtypes)), provariadic <> 0 AND provariadic <> '\"any\"'::regtype FROM pg_proc WHERE oid < 10000")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		there[string(r[0])+string(r[1])] = string(r[2]) == "t"
	}
	for _, c := range readCandidates(t) {
		var known bool
		if c.variadic, known = there[c.oid+c.signature]; !known {
			continue // not in this version
		}
		calls := c.calls(rand.New(rand.NewSource(1)))
		called += len(calls)
		n, null := db.probe(calls)
		ran += n
		switch {
		case null != "":
			t.Errorf("%s gives NULL", null)
		case n > 0:
			marks[c.oid] = c.mark
		default:
			t.Logf("no call of %s succeeds", c.signature)
		}
	}
	t.Logf("%d functions, %d calls, %d of them ran", len(marks), called, ran)
	golden.Check(t, listName(db.version), db.functionList(marks))
}

// probe runs the calls: all at once, and one by one where one of them fails.
func (db *database) probe(calls []string) (ran int, null string) {
	if len(calls) == 0 {
		return 0, ""
	}
	r := db.conn.ExecParams(context.Background(), "SELECT num_nulls("+strings.Join(calls, ")+num_nulls(")+")", nil, nil,
		nil, nil).Read()
	if r.Err == nil && string(r.Rows[0][0]) == "0" {
		return len(calls), ""
	}
	r = db.conn.ExecParams(context.Background(), "SELECT ran, nulls FROM pg_temp.probe($1)",
		[][]byte{[]byte(arrayText(calls))}, nil, nil, nil).Read()
	if r.Err != nil {
		return 0, ""
	}
	fmt.Sscan(string(r.Rows[0][0]), &ran)
	return ran, string(r.Rows[0][1])
}

func arrayText(list []string) string {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	var parts []string
	for _, s := range list {
		parts = append(parts, `"`+quote.Replace(s)+`"`)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// functionList is the text of a list: every function that a statement may call, with its marks. PostgreSQL's own
// functions in SQL are analysed like anybody's.
func (db *database) functionList(marks map[string]byte) string {
	db.t.Helper()
	rows, err := db.rows(`SELECT oid, proname, format('%s(%s)', proname, oidvectortypes(proargtypes)), proisstrict, prosqlbody::text, pronargs, provolatile FROM pg_proc
		WHERE oid < 10000 AND prokind <> 'p' AND NOT prorettype = ANY ('{internal,trigger,event_trigger,cstring,language_handler,fdw_handler,index_am_handler,tsm_handler,table_am_handler}'::regtype[])
		AND NOT proargtypes::oid[] && '{internal,cstring}'::regtype[]::oid[] ORDER BY oid`)
	if err != nil {
		db.t.Fatal(err)
	}
	own := *db.catalog
	own.builtin = map[uint32]function{}
	for _, r := range rows {
		f := function{name: string(r[1]), strict: string(r[3]) == "t"}
		switch marks[string(r[0])] {
		case 'n':
			f.never = withArgs
		case 'a':
			f.never = always
		}
		own.builtin[row(r).oid(0)] = f
	}
	var b strings.Builder
	fmt.Fprintf(&b,
		"# Functions of PostgreSQL %d: oid, marks, signature; functions.go says what they mean. TestFunctions writes this file.\n", db.version)
	for _, r := range rows {
		list := ""
		if string(r[3]) == "t" {
			list += "s"
		}
		if string(r[6]) == "v" {
			list += "v"
		}
		if m := marks[string(r[0])]; m != 0 {
			list += string(m)
		} else if r[4] != nil && own.neverNull(string(r[4])) {
			list += "n"
		}
		if list == "" {
			list = "-"
		}
		fmt.Fprintf(&b, "%s %s %s\n", r[0], list, r[2])
	}
	return b.String()
}

// neverNull reports whether the body of a function in SQL proves that it is never NULL where no argument is.
func (c *Catalog) neverNull(body string) bool {
	q := c.stored(body)
	if q == nil {
		return false
	}
	a := newAnalysis(c)
	s := a.open(q, nil, func(int) infer.Value { return given(whyParam) })
	list := s.results()
	return len(list) == 1 && list[0].Null == infer.Never && s.hasRow()
}
