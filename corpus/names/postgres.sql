-- Names that no language likes. Each query must have a usable method and a row type with one field per column.

-- MIGRATE 1
CREATE TABLE "order" (
  "id"        integer PRIMARY KEY,
  "2nd"       text NOT NULL DEFAULT 'second',
  "user id"   integer NOT NULL DEFAULT 7,
  "class"     text NOT NULL DEFAULT 'first',
  "select"    integer NOT NULL DEFAULT 1,
  "it's"      text NOT NULL DEFAULT 'quote',
  "say ""x""" text NOT NULL DEFAULT 'double',
  "größe"     integer NOT NULL DEFAULT 42,
  "名前"       text NOT NULL DEFAULT 'namae',
  "a-b"       integer NOT NULL DEFAULT 3,
  "a.b"       integer NOT NULL DEFAULT 4,
  "$"         integer NOT NULL DEFAULT 5,
  "__proto__" text NOT NULL DEFAULT 'proto',
  "constructor" text NOT NULL DEFAULT 'ctor',
  "camelCase" integer NOT NULL DEFAULT 6,
  "HTTPCode"  integer NOT NULL DEFAULT 200
);
CREATE TYPE "my type" AS ENUM ('a-b', 'a_b', 'a b', 'A_B', '', '1', 'None', 'value', 'values', 'name', 'mro');
CREATE TYPE "class" AS ENUM ('a b', 'ab', 'AB');
CREATE TYPE "select" AS ("a-b" integer, "class" text, "a_b" bigint);
CREATE TABLE left_side (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE right_side (id integer PRIMARY KEY, name text NOT NULL);

-- TESTDATA
INSERT INTO "order" ("id") VALUES (1);
INSERT INTO left_side VALUES (1, 'left');
INSERT INTO right_side VALUES (1, 'right');

-- QUERY hostile_columns :one
SELECT * FROM "order" WHERE "id" = 1;

-- Duplicate column names: both values must be reachable.
-- QUERY duplicates :one
SELECT l.id, l.name, r.id, r.name FROM left_side AS l JOIN right_side AS r ON r.id = l.id;

-- Three that collide only after case conversion, and one that looks like the number another would get.
-- QUERY near_duplicates :one
SELECT 1 AS user_id, 2 AS "userId", 3 AS "user id", 4 AS user_id_2, 5 AS "USER_ID";

-- QUERY unnamed :one
SELECT count(*), count(*) + 1, max(id), 'text', 1.5, NULL IS NULL, (SELECT 2) FROM left_side;

-- The server names some expressions by what they are, and the rest ?column?.
-- QUERY named_by_server :one
SELECT 1 + 1, '7'::integer, coalesce(1, 2), CASE WHEN true THEN 3 END, EXISTS (SELECT 1), ARRAY[4], ROW(5, 6) IS NULL,
  (SELECT 8 AS eight), 'a' AS "?column?", now() > '2000-01-01', $$b$$, 9 AS column_2;

-- Types and labels of the schema's own that clash with a language's, or with one another.
-- QUERY typed :one
SELECT 'a-b'::"my type" AS "my type", 'a b'::"class" AS "class", ROW(1, 'x', 2)::"select" AS "select", ARRAY['a_b'::"my type"] AS "List";

-- QUERY typed_param :one :pluck
SELECT ${value}::"class" = 'ab';

-- QUERY unnamed_value :one :pluck
SELECT count(*) FROM left_side;

-- QUERY empty_names :one
SELECT 2 AS " ", 3 AS "!", 4 AS "_", 5 AS "__";

-- Names that generated code may want for itself, as parameters.
-- QUERY hostile_params :one
SELECT CAST(${self} AS text) || CAST(${sql} AS text) || CAST(${stmt} AS text) || CAST(${e} AS text)
  || CAST(${class} AS text) || CAST(${db} AS text) || CAST(${conn} AS text) || CAST(${connection} AS text)
  || CAST(${rows} AS text) || CAST(${row} AS text) || CAST(${args} AS text) || CAST(${arguments} AS text)
  || CAST(${this} AS text) || CAST(${result} AS text) || CAST(${rs} AS text) || CAST(${ps} AS text)
  || CAST(${cursor} AS text) || CAST(${params} AS text) || CAST(${value} AS text) || CAST(${values} AS text)
  || CAST(${list} AS text) || CAST(${str} AS text) || CAST(${int} AS text) || CAST(${None} AS text)
  || CAST(${null} AS text) || CAST(${undefined} AS text) || CAST(${String} AS text) || CAST(${Object} AS text)
  || CAST(${i} AS text) || CAST(${it} AS text) || CAST(${err} AS text) || CAST(${ctx} AS text) AS joined;

-- Reserved words of the languages, as columns.
-- QUERY reserved_columns :one
SELECT 1 AS abstract, 2 AS "and", 3 AS assert, 4 AS async, 5 AS await, 6 AS boolean, 7 AS break, 8 AS "case",
  9 AS catch, 10 AS char, 11 AS const, 12 AS continue, 13 AS debugger, 14 AS def, 15 AS "default", 16 AS del,
  17 AS "delete", 18 AS do, 19 AS double, 20 AS elif, 21 AS "else", 22 AS enum, 23 AS "except", 24 AS export,
  25 AS extends, 26 AS "false", 27 AS "False", 28 AS final, 29 AS finally, 30 AS float, 31 AS fn, 32 AS "for",
  33 AS "from", 34 AS func, 35 AS function, 36 AS "global", 37 AS go, 38 AS goto, 39 AS "if", 40 AS impl,
  41 AS implements, 42 AS import, 43 AS "in", 44 AS instanceof, 45 AS interface, 46 AS "is", 47 AS lambda, 48 AS let,
  49 AS map, 50 AS match, 51 AS move, 52 AS mut, 53 AS native, 54 AS "new", 55 AS "None", 56 AS nonlocal, 57 AS "not",
  58 AS "or", 59 AS package, 60 AS pass, 61 AS private, 62 AS protected, 63 AS public, 64 AS pub, 65 AS "raise",
  66 AS range, 67 AS record, 68 AS ref, 69 AS "return", 70 AS self, 71 AS short, 72 AS static, 73 AS strictfp,
  74 AS struct, 75 AS super, 76 AS switch, 77 AS synchronized, 78 AS this, 79 AS throw, 80 AS throws, 81 AS trait,
  82 AS transient, 83 AS "true", 84 AS try, 85 AS type, 86 AS typeof, 87 AS unsafe, 88 AS use, 89 AS var, 90 AS void,
  91 AS volatile, 92 AS "where", 93 AS while, 94 AS "with", 95 AS yield, 96 AS hash_code, 97 AS to_string,
  98 AS get_class, 99 AS "equals", 100 AS notify, 101 AS wait, 102 AS clone, 103 AS finalize, 104 AS prototype,
  105 AS "print", 106 AS "id", 107 AS "len", 108 AS "count", 109 AS "index", 110 AS "bool", 111 AS "int", 112 AS "str",
  113 AS "bytes", 114 AS "date", 115 AS "list", 116 AS "property", 117 AS "dataclass", 118 AS "underscore_", 119 AS "_lead";

-- Reserved words of the languages, as parameters.
-- QUERY reserved_params :one :pluck
SELECT CAST(${abstract} AS integer) + CAST(${and} AS integer) + CAST(${await} AS integer) + CAST(${break} AS integer)
  + CAST(${case} AS integer) + CAST(${def} AS integer) + CAST(${default} AS integer) + CAST(${delete} AS integer)
  + CAST(${fn} AS integer) + CAST(${for} AS integer) + CAST(${from} AS integer) + CAST(${func} AS integer)
  + CAST(${function} AS integer) + CAST(${global} AS integer) + CAST(${if} AS integer) + CAST(${import} AS integer)
  + CAST(${in} AS integer) + CAST(${interface} AS integer) + CAST(${is} AS integer) + CAST(${lambda} AS integer)
  + CAST(${let} AS integer) + CAST(${match} AS integer) + CAST(${new} AS integer) + CAST(${not} AS integer)
  + CAST(${package} AS integer) + CAST(${return} AS integer) + CAST(${super} AS integer) + CAST(${switch} AS integer)
  + CAST(${type} AS integer) + CAST(${typeof} AS integer) + CAST(${var} AS integer) + CAST(${void} AS integer)
  + CAST(${while} AS integer) + CAST(${with} AS integer) + CAST(${yield} AS integer);

-- Statements named as something that a class has already.
-- QUERY class :one :pluck
SELECT 1;

-- QUERY delete :one :pluck
SELECT 2;

-- QUERY constructor :one :pluck
SELECT 3;

-- QUERY to_string :one :pluck
SELECT 4;

-- QUERY hash_code :one :pluck
SELECT 5;

-- QUERY import :one :pluck
SELECT 6;

-- QUERY init :one :pluck
SELECT 7;

-- QUERY close :one :pluck
SELECT 8;

-- QUERY db :one :pluck
SELECT 9;

-- QUERY prepare :one :pluck
SELECT 10;

-- QUERY notify :one :pluck
SELECT 11;

-- QUERY lambda :one :pluck
SELECT 12;

-- A name that starts with a digit, one with blanks and quotes, one that is not ASCII.
-- QUERY 2nd_try :one :pluck
SELECT 20;

-- QUERY "it's a ""list"", `really`" :one :pluck
SELECT 21;

-- QUERY größe :one :pluck
SELECT 22;

-- QUERY camelCaseName :one
SELECT 13 AS "someValue";

-- QUERY HTTPServerList
SELECT 14 AS value;

-- Row types named as something that the languages have already.
-- QUERY list :one
SELECT 15 AS value, 'x' AS other;

-- QUERY object :one
SELECT 16 AS value, 'x' AS other;

-- QUERY row :one
SELECT 17 AS value, 'x' AS other;

-- QUERY string :one :result=String
SELECT 18 AS value, 'y' AS other;

-- EXEC type
@set self = 'left'
UPDATE left_side SET name = ${self} WHERE id = 1;
