-- Names that no language likes. Each query must have a usable method and a row type with one field per column.

-- MIGRATE 1
CREATE TABLE "order" (
  "id"        INTEGER PRIMARY KEY,
  "2nd"       VARCHAR NOT NULL DEFAULT 'second',
  "user id"   INTEGER NOT NULL DEFAULT 7,
  "class"     VARCHAR NOT NULL DEFAULT 'first',
  "select"    INTEGER NOT NULL DEFAULT 1,
  "it's"      VARCHAR NOT NULL DEFAULT 'quote',
  "say ""x""" VARCHAR NOT NULL DEFAULT 'double',
  "größe"     INTEGER NOT NULL DEFAULT 42,
  "名前"       VARCHAR NOT NULL DEFAULT 'namae',
  "a-b"       INTEGER NOT NULL DEFAULT 3,
  "a.b"       INTEGER NOT NULL DEFAULT 4,
  "$"         INTEGER NOT NULL DEFAULT 5,
  "__proto__" VARCHAR NOT NULL DEFAULT 'proto',
  "constructor" VARCHAR NOT NULL DEFAULT 'ctor',
  "camelCase" INTEGER NOT NULL DEFAULT 6,
  "HTTPCode"  INTEGER NOT NULL DEFAULT 200
);
CREATE TABLE left_side (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL);
CREATE TABLE right_side (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL);

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

-- QUERY unnamed_value :one :pluck
SELECT count(*) FROM left_side;

-- QUERY empty_names :one
SELECT 2 AS " ", 3 AS "!", 4 AS "_", 5 AS "__";

-- Names that generated code may want for itself, as parameters.
-- QUERY hostile_params :one
SELECT CAST(${self} AS VARCHAR) || CAST(${sql} AS VARCHAR) || CAST(${stmt} AS VARCHAR) || CAST(${e} AS VARCHAR)
  || CAST(${class} AS VARCHAR) || CAST(${db} AS VARCHAR) || CAST(${conn} AS VARCHAR) || CAST(${connection} AS VARCHAR)
  || CAST(${rows} AS VARCHAR) || CAST(${row} AS VARCHAR) || CAST(${args} AS VARCHAR) || CAST(${arguments} AS VARCHAR)
  || CAST(${this} AS VARCHAR) || CAST(${result} AS VARCHAR) || CAST(${rs} AS VARCHAR) || CAST(${ps} AS VARCHAR)
  || CAST(${cursor} AS VARCHAR) || CAST(${params} AS VARCHAR) || CAST(${value} AS VARCHAR) || CAST(${values} AS VARCHAR)
  || CAST(${list} AS VARCHAR) || CAST(${str} AS VARCHAR) || CAST(${int} AS VARCHAR) || CAST(${None} AS VARCHAR)
  || CAST(${null} AS VARCHAR) || CAST(${undefined} AS VARCHAR) || CAST(${String} AS VARCHAR) || CAST(${Object} AS VARCHAR)
  || CAST(${i} AS VARCHAR) || CAST(${it} AS VARCHAR) || CAST(${err} AS VARCHAR) || CAST(${ctx} AS VARCHAR) AS joined;

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
SELECT CAST(${abstract} AS INTEGER) + CAST(${and} AS INTEGER) + CAST(${await} AS INTEGER) + CAST(${break} AS INTEGER)
  + CAST(${case} AS INTEGER) + CAST(${def} AS INTEGER) + CAST(${default} AS INTEGER) + CAST(${delete} AS INTEGER)
  + CAST(${fn} AS INTEGER) + CAST(${for} AS INTEGER) + CAST(${from} AS INTEGER) + CAST(${func} AS INTEGER)
  + CAST(${function} AS INTEGER) + CAST(${global} AS INTEGER) + CAST(${if} AS INTEGER) + CAST(${import} AS INTEGER)
  + CAST(${in} AS INTEGER) + CAST(${interface} AS INTEGER) + CAST(${is} AS INTEGER) + CAST(${lambda} AS INTEGER)
  + CAST(${let} AS INTEGER) + CAST(${match} AS INTEGER) + CAST(${new} AS INTEGER) + CAST(${not} AS INTEGER)
  + CAST(${package} AS INTEGER) + CAST(${return} AS INTEGER) + CAST(${super} AS INTEGER) + CAST(${switch} AS INTEGER)
  + CAST(${type} AS INTEGER) + CAST(${typeof} AS INTEGER) + CAST(${var} AS INTEGER) + CAST(${void} AS INTEGER)
  + CAST(${while} AS INTEGER) + CAST(${with} AS INTEGER) + CAST(${yield} AS INTEGER);

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
