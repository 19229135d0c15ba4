package postgres

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sqg-dev/sqg/internal/engine"
	"github.com/sqg-dev/sqg/internal/ir"
)

const kindsOfTypes = `
CREATE SCHEMA app;
CREATE SCHEMA "Odd Name";
CREATE TYPE mood AS ENUM ('sad', 'it''s ok', 'happy');
CREATE TYPE app.status AS ENUM ('on', 'off');
CREATE TYPE "Odd Name"."T y""pe" AS ENUM ('a');
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE DOMAIN amount AS numeric(12,4) NOT NULL;
CREATE DOMAIN moods AS mood[];
CREATE DOMAIN small_moods AS moods NOT NULL CHECK (cardinality(VALUE) < 4);
CREATE DOMAIN doc AS jsonb;
CREATE TYPE inner_t AS (a int, "B b" mood[], c amount);
CREATE TYPE outer_t AS (x inner_t, xs inner_t[], at timestamptz(3));
CREATE TYPE floats AS RANGE (subtype = float8);
CREATE TABLE plain (id int NOT NULL, m mood);
CREATE EXTENSION citext;
CREATE EXTENSION hstore;
`

// TestTypes: what each type's name means.
func TestTypes(t *testing.T) {
	s := open(t, kindsOfTypes)
	for _, c := range []struct{ name, want string }{
		{"bool", "bool boolean 16"},
		{"int2", "int16 smallint 21"},
		{"int", "int32 integer 23"},
		{"BigInt", "int64 bigint 20"},
		{"serial", "!"},
		{"oid", "oid oid 26"},
		{"real", "float32 real 700"},
		{"float(53)", "float64 double precision 701"},
		{"decimal", "decimal numeric 1700"},
		{"numeric(10)", "decimal numeric(10,0) ref=numeric 1700 (10,0)"},
		{"numeric(10,2)", "decimal numeric(10,2) ref=numeric 1700 (10,2)"},
		{"numeric(3,-5)", "decimal numeric(3,-5) ref=numeric 1700 (3,-5)"},
		{"numeric(2,1000)", "decimal numeric(2,1000) ref=numeric 1700 (2,1000)"},
		{"money", "money money 790"},
		{"text", "text text 25"},
		{"varchar", "text character varying 1043"},
		{"varchar(20)", "text character varying(20) ref=character varying 1043"},
		{"char", "text character(1) ref=bpchar 1042"},
		{"character(3)", "text character(3) ref=bpchar 1042"},
		{"bpchar", "text bpchar 1042"},
		{`"char"`, `text "char" 18`},
		{"name", "text name 19"},
		{"citext", "text citext 0"},
		{"xml", "xml xml 142"},
		{"bytea", "blob bytea 17"},
		{"bit", `bits bit(1) ref="bit" 1560 (1,0)`},
		{"bit(8)", `bits bit(8) ref="bit" 1560 (8,0)`},
		{"bit varying", "bits bit varying 1562"},
		{"varbit(9)", "bits bit varying(9) ref=bit varying 1562 (9,0)"},
		{"date", "date date 1082"},
		{"time", "time time without time zone 1083"},
		{"time(3)", "time time(3) without time zone ref=time without time zone 1083"},
		{"timetz", "timetz time with time zone 1266"},
		{"timestamp", "timestamp timestamp without time zone 1114"},
		{"timestamp(0) with time zone", "timestamptz timestamp(0) with time zone ref=timestamp with time zone 1184"},
		{"interval", "interval interval 1186"},
		{"interval day to second(3)", "interval interval day to second(3) ref=interval 1186"},
		{"uuid", "uuid uuid 2950"},
		{"json", "json json 114"},
		{"jsonb", "json jsonb 3802"},
		{"inet", "inet inet 869"},
		{"cidr", "cidr cidr 650"},
		{"macaddr", "macaddr macaddr 829"},
		{"macaddr8", "macaddr8 macaddr8 774"},
		{"tsvector", "tsvector tsvector 3614"},
		{"int4range", "range int4range 3904 of int32 integer 23"},
		{"tstzmultirange", "multirange tstzmultirange 4534 of timestamptz timestamp with time zone 1184"},
		{"floats", "range floats 0 of float64 double precision 701"},
		{"int[]", "array integer[] 1007 null of int32 integer 23"},
		{"int[3][4]", "array integer[][] ref=integer[] 1007 of array integer[] 1007 null of int32 integer 23"},
		{"numeric(5,1)[]",
			"array numeric(5,1)[] ref=numeric[] 1231 null of decimal numeric(5,1) ref=numeric 1700 (5,1)"},
		{"char(2)[]", "array character(2)[] ref=bpchar[] 1014 null of text character(2) ref=bpchar 1042"},
		{"int4range[]", "array int4range[] 3905 null of range int4range 3904 of int32 integer 23"},
		{"point", "other point 600"},
		{"tsquery", "other tsquery 3615"},
		{"pg_lsn", "other pg_lsn 3220"},
		{"xid", "other xid 28"},
		{"tid", "other tid 27"},
		{"regclass", "other regclass 2205"},
		{"jsonpath", "other jsonpath 4072"},
		{"oidvector", "other oidvector 30"},
		{"hstore", "map hstore 0 null of text text 25"},
		{"box[]", "array box[] 1020 null of other box 603"},
		{"mood", "enum mood 0 public.mood [sad it's ok happy]"},
		{"public.mood", "enum mood 0 public.mood [sad it's ok happy]"},
		{"app.status", "enum app.status 0 app.status [on off]"},
		{`"Odd Name"."T y""pe"`, `enum "Odd Name"."T y""pe" 0 Odd Name.T y"pe [a]`},
		{"mood[]", "array mood[] 0 null of enum mood 0 public.mood [sad it's ok happy]"},
		{"positive", "int32 positive 23 domain public.positive"},
		{"amount", "decimal amount 1700 (12,4) domain public.amount not null"},
		{"doc", "json doc 3802 domain public.doc"},
		{"moods", "array moods 0 null domain public.moods of enum mood 0 public.mood [sad it's ok happy]"},
		{"small_moods",
			"array small_moods 0 null domain public.small_moods not null of enum mood 0 public.mood [sad it's ok happy]"},
		{"amount[]", "array amount[] 0 null of decimal amount 1700 (12,4) domain public.amount not null"},
		{"inner_t",
			`struct inner_t 0 public.inner_t {a? int32 integer 23; B b? array mood[] 0 null of enum mood 0 public.mood [sad it's ok happy]; c? decimal amount 1700 (12,4) domain public.amount not null}`},
		{"plain", "struct plain 0 public.plain {id? int32 integer 23; m? enum mood 0 public.mood [sad it's ok happy]}"},
		{"pg_class", "other pg_class 83"},
		{"information_schema.sql_identifier",
			"text information_schema.sql_identifier 19 domain information_schema.sql_identifier"},
		{"record", "!"},
		{"anyelement", "!"},
		{"nothing", "!"},
		{"int; DROP TABLE plain", "!"},
		{"int + 1", "!"},
		{"int -- x", "int32 integer 23"},
		{"setof int", "!"},
		{"", "!"},
	} {
		typ, ok := s.Type(ctx, c.name)
		got := "!"
		if ok {
			got = describeType(typ)
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	typ, _ := s.Type(ctx, "outer_t")
	again, _ := s.Type(ctx, "outer_t")
	in, _ := s.Type(ctx, "inner_t")
	if typ.Struct != again.Struct || typ.Struct.Fields[0].Type.Struct != in.Struct ||
		typ.Struct.Fields[1].Type.Elem.Struct != in.Struct {
		t.Error("a composite type has several definitions")
	}
	if got := describeType(typ.Struct.Fields[2].Type); got != "timestamptz timestamp(3) with time zone ref=timestamp with time zone 1184" {
		t.Error(got)
	}
}

// describeType writes everything of a type that matters.
func describeType(t ir.Type) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", t.Kind, t.SQL)
	if t.Ref != t.SQL {
		fmt.Fprintf(&b, " ref=%s", t.Ref)
	}
	fmt.Fprintf(&b, " %d", t.OID)
	if t.Precision != 0 || t.Scale != 0 {
		fmt.Fprintf(&b, " (%d,%d)", t.Precision, t.Scale)
	}
	if t.ElemNullable {
		b.WriteString(" null")
	}
	if d := t.Domain; d != nil {
		fmt.Fprintf(&b, " domain %s.%s", d.Schema, d.Name.SQL)
		if d.NotNull {
			b.WriteString(" not null")
		}
	}
	if e := t.Enum; e != nil {
		fmt.Fprintf(&b, " %s.%s %v", e.Schema, e.Name.SQL, e.Labels)
	}
	if st := t.Struct; st != nil {
		var fields []string
		for _, f := range st.Fields {
			null := ""
			if f.Nullable {
				null = "?"
			}
			fields = append(fields, f.Name.SQL+null+" "+describeType(f.Type))
		}
		fmt.Fprintf(&b, " %s.%s {%s}", st.Schema, st.Name.SQL, strings.Join(fields, "; "))
	}
	if t.Elem != nil {
		b.WriteString(" of " + describeType(*t.Elem))
	}
	return b.String()
}

// TestEveryBuiltin: each type that a column can have is known, if only by its text.
func TestEveryBuiltin(t *testing.T) {
	s := open(t, "")
	rs, err := s.conn.Exec(ctx,
		"SELECT oid, typname FROM pg_type WHERE typtype IN ('b', 'r', 'm') AND typnamespace = 'pg_catalog'::regnamespace AND oid < 10000 AND typelem NOT IN (SELECT oid FROM pg_type WHERE typtype = 'c')").ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.loaded(ctx)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[ir.Kind]bool{}
	for _, r := range rs[0].Rows {
		typ, err := c.typeOf(ctx, typeID{oid: number(r[0]), mod: -1})
		if err != nil || typ.Kind == ir.Unknown && !strings.Contains(string(r[1]), "record") &&
			!strings.Contains(string(r[1]), "cstring") {
			t.Errorf("%s: %+v, %v", r[1], typ, err)
		}
		if typ.Kind == ir.Other && ir.Builtin[number(r[0])] != ir.Unknown {
			t.Errorf("%s is in the table, but other", r[1])
		}
		kinds[typ.Kind] = true
	}
	for _, k := range engine.Postgres.Kinds {
		if !kinds[k] && k != ir.Enum && k != ir.Struct {
			t.Errorf("no built-in type is %s", k)
		}
	}
}

// TestNewLabels: an enum's labels are read again after a script.
func TestNewLabels(t *testing.T) {
	s := open(t, kindsOfTypes)
	if _, ok := s.Type(ctx, "mood"); !ok {
		t.Fatal("no mood")
	}
	if err := s.Apply(ctx, "ALTER TYPE mood ADD VALUE 'so so' BEFORE 'happy'"); err != nil {
		t.Fatal(err)
	}
	if typ, _ := s.Type(ctx, "mood"); strings.Join(typ.Enum.Labels, "|") != "sad|it's ok|so so|happy" {
		t.Error(typ.Enum.Labels)
	}
}

// TestSearchPath: what is not on the path is qualified.
func TestSearchPath(t *testing.T) {
	s := open(t, kindsOfTypes+"SET search_path = app, pg_catalog;")
	for name, want := range map[string]string{"status": "status status", "public.mood": "public.mood public.mood",
		"app.status[]": "status[] status[]"} {
		if typ, ok := s.Type(ctx, name); !ok || typ.SQL+" "+typ.Ref != want {
			t.Errorf("%s: %s %s", name, typ.SQL, typ.Ref)
		}
	}
	if typ, ok := s.Type(ctx, "mood"); ok {
		t.Errorf("mood is %s", typ.SQL)
	}
}
