-- Operators, casts and syntax that a driver's placeholders or a naive rewriting trip over.

-- MIGRATE 1
CREATE TYPE status AS ENUM ('open', 'closed');
CREATE TABLE doc (
  id     integer PRIMARY KEY,
  body   jsonb NOT NULL,
  name   text NOT NULL,
  tags   text[] NOT NULL,
  period int4range NOT NULL,
  status status NOT NULL,
  ip     inet NOT NULL,
  at     timestamptz NOT NULL,
  span   interval NOT NULL
);

-- TESTDATA
INSERT INTO doc (id, body, name, tags, period, status, ip, at, span) VALUES
  (1, '{"a": 1, "b": {"c": [10, 20]}}', '100% sure?', '{x,y,z}', '[1,10)', 'open', '10.0.0.1', '2024-01-01 00:00:00+00', '1 day'),
  (2, '{"b": null, "?": true}', 'what?', '{y}', '[10,20)', 'closed', '192.168.1.1', '2024-06-01 12:00:00+00', '1 mon'),
  (3, '["a", "?"]', 'Ärger', '{}', 'empty', 'open', '2001:db8::1', '2025-01-01 00:00:00+00', '-1 day');

-- Does the document have the key? The operator is a question mark, and so is what drivers take for a placeholder.
-- QUERY has_key :pluck
@set key = 'a'
SELECT id FROM doc WHERE body ? ${key} ORDER BY id;

-- QUERY has_question_mark :pluck
SELECT id FROM doc WHERE body ? '?' ORDER BY id;

-- QUERY has_any_key :pluck
@set keys = array['a', '?']
SELECT id FROM doc WHERE body ?| ${keys} ORDER BY id;

-- QUERY has_all_keys :pluck
@set keys = array['a', 'b']
SELECT id FROM doc WHERE body ?& ${keys} ORDER BY id;

-- Right at the parameter, twice, and with a cast behind it.
-- QUERY has_keys_tight :pluck
SELECT id FROM doc WHERE body?${a} AND body?${b}::text ORDER BY id;

-- QUERY contains :pluck
@set part = '{"a": 1}'
SELECT id FROM doc WHERE body @> ${part} ORDER BY id;

-- QUERY contained_in :pluck
SELECT id FROM doc WHERE body <@ ${whole}::jsonb ORDER BY id;

-- QUERY path_exists :pluck
SELECT id FROM doc WHERE body @? '$.b.c[*] ? (@ > 15)' ORDER BY id;

-- QUERY path_matches :pluck
@set path = '$.a == 1'
SELECT id FROM doc WHERE body @@ ${path}::jsonpath ORDER BY id;

-- QUERY at_key
@set key = 'b'
SELECT id, body -> ${key} AS value, body ->> ${key} AS text, body -> 0 AS first FROM doc ORDER BY id;

-- The parameter is a text or a number: the cast says which of two operators is meant.
-- QUERY at_place :pluck
@set place = 1
SELECT body -> ${place}::integer FROM doc WHERE id = 3;

-- QUERY at_path :pluck
@set path = array['b', 'c', '1']
SELECT body #>> ${path} FROM doc ORDER BY id;

-- QUERY without_key :pluck
SELECT (body - ${key}::text)::text FROM doc WHERE jsonb_typeof(body) = 'object' ORDER BY id;

-- QUERY merged :one :pluck
@set more = '{"z": 26}'
SELECT body || ${more} FROM doc WHERE id = 2;

-- Per cent signs are text, the modulo operator, and LIKE's wildcard.
-- QUERY like_literal :pluck
SELECT id FROM doc WHERE name LIKE '100%%' ESCAPE '' OR name LIKE '%?' ORDER BY id;

-- QUERY like_parameter :pluck
@set pattern = '%?'
SELECT id FROM doc WHERE name LIKE ${pattern} ORDER BY id;

-- QUERY ilike_part :pluck
@set part = 'ÄRG'
SELECT id FROM doc WHERE name ILIKE '%' || ${part} || '%' ORDER BY id;

-- QUERY percent :one
@set by = 3
SELECT 7 % ${by} AS rest, '%s' AS format, '100%' AS hundred, 10%4 AS tight, format('%s is %I', ${what}::text, 'a b') AS text;

-- Regular expressions, their own question marks included.
-- QUERY matches :pluck
@set pattern = '^w.*\?$'
SELECT id FROM doc WHERE name ~ ${pattern} OR name ~* '^(?:100)?%?x' ORDER BY id;

-- QUERY not_matches :pluck
SELECT id FROM doc WHERE name !~ 'a(?=t)' AND name !~* ${pattern} ORDER BY id;

-- QUERY similar :pluck
SELECT id FROM doc WHERE name SIMILAR TO '(what|that)\?' ORDER BY id;

-- QUERY replaced :one :pluck
SELECT regexp_replace(${text}, '(\d+)\s?', '<\1>', 'g');

-- A list of any length.
-- QUERY any_of :pluck
@set ids = array[1, 3]
SELECT id FROM doc WHERE id = ANY(${ids}) ORDER BY id;

-- QUERY any_status :pluck
@set statuses = array['open']::status[]
SELECT id FROM doc WHERE status = ANY(${statuses}) ORDER BY id;

-- QUERY none_of :pluck
@set names = array['what?']
SELECT id FROM doc WHERE name <> ALL (${names}) ORDER BY id;

-- Several lists of one length are rows.
-- QUERY zipped
@set ids = array['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']::uuid[]
@set names = array['one']
SELECT t.id, t.name FROM unnest(${ids}::uuid[], ${names}::text[]) AS t (id, name) ORDER BY t.name;

-- EXEC insert_lists
INSERT INTO doc (id, name, tags, body, period, status, ip, at, span)
SELECT t.id, t.name, '{}', '{}', 'empty', t.status, '::1', now(), '0'
FROM unnest(${ids}::integer[], ${names}::text[], ${statuses}::status[]) AS t (id, name, status);

-- Elements, slices and lengths.
-- QUERY element :one :pluck
@set a = array['p', 'q']
@set i = 2
SELECT (${a}::text[])[${i}];

-- The same with the brackets at the parameter: there only the annotation can say the type.
/* QUERY element_tight :pluck
  params: {tags: 'text[]'}
*/
@set tags = array['p', 'q']
SELECT id FROM doc WHERE ${tags}[1] = ANY(tags) OR tags && ${tags} ORDER BY id;

-- QUERY slice :one :pluck
@set from = 2
SELECT tags[${from}:${to}] FROM doc WHERE id = 1;

-- QUERY overlaps :pluck
@set tags = array['x', 'q']
SELECT id FROM doc WHERE tags && ${tags} ORDER BY id;

-- QUERY has_tag :pluck
@set tag = 'y'
SELECT id FROM doc WHERE ${tag} = ANY(tags) ORDER BY id;

-- QUERY appended :one :pluck
SELECT tags || ${tag}::text FROM doc WHERE id = 2;

-- QUERY in_range :pluck
@set value = 10
SELECT id FROM doc WHERE period @> ${value}::integer ORDER BY id;

-- QUERY range_overlaps :pluck
@set period = int4range(5, 15)
SELECT id FROM doc WHERE period && ${period} ORDER BY id;

-- QUERY range_beside :pluck
SELECT id FROM doc WHERE period -|- int4range(${low}, ${high}) ORDER BY id;

-- QUERY in_network :pluck
@set network = inet '10.0.0.0/8'
SELECT id FROM doc WHERE ip << ${network} ORDER BY id;

-- QUERY later :pluck
@set at = timestamptz '2024-02-01 00:00:00+00'
SELECT id FROM doc WHERE at >= ${at} AND at < ${at} + interval '1 year' ORDER BY id;

-- QUERY at_zone :one :pluck
@set zone = 'Europe/Zurich'
SELECT (timestamptz '2024-07-01 12:00:00+00' AT TIME ZONE ${zone})::text;

-- QUERY plus_span :one :pluck
@set span = interval '1 mon'
SELECT timestamp '2024-01-31 00:00:00' + ${span};

-- Casts in every spelling, behind a parameter and around one.
-- QUERY casts :one
SELECT ${a}::text AS a, ${b} :: integer AS b, CAST(${c} AS numeric(6, 2)) AS c, ${d}::varchar(3) AS d, (${e})::"char" AS e,
  ${f}::timestamp with time zone AS f, ${g}::text::integer AS g, ${h}::status AS h, ${i}::date AS i, ${j}::double precision AS j,
  ${k}::public.status[] AS k, -${l}::integer AS l, ${m}::numeric::text AS m;

-- Paging in the words of the standard.
-- QUERY fetch_first :pluck
@set n = 2
SELECT id FROM doc ORDER BY id FETCH FIRST ${n} ROWS ONLY;

-- QUERY fetch_more :pluck
@set skip = 1
SELECT id FROM doc ORDER BY id OFFSET ${skip} ROWS FETCH NEXT (${n} + 1) ROWS ONLY;

-- QUERY fetch_ties :pluck
SELECT id FROM doc ORDER BY status FETCH FIRST ${n} ROWS WITH TIES;

-- QUERY collated :pluck
SELECT name FROM doc WHERE name > ${after} COLLATE "C" ORDER BY name COLLATE "C";

-- Arguments by name.
-- QUERY named_arguments :one :pluck
@set days = 5
SELECT make_interval(days => ${days}, hours => 2, mins=>${mins}::integer);

/* QUERY variadic :one :pluck
  params: {parts: "text[] not null null elements"}
*/
@set parts = array['a', 'b']
SELECT concat_ws('-', VARIADIC ${parts}::text[]);

-- Strings in every way, with what looks like a parameter in them.
-- QUERY strings :one
SELECT $$it's ? ${a} $1$$ AS dollars, $f$ $$ ? $f$ AS tagged, E'\'?\' ${b}\\' AS escaped, 'a\' AS plain, U&'\0041?' AS unicode,
  ${c}::text AS c;

-- QUERY is_distinct :pluck
@set name = null
SELECT id FROM doc WHERE name IS DISTINCT FROM ${name} ORDER BY id;

-- QUERY overlap_times :one :pluck
SELECT (${from}::date, ${to}::date) OVERLAPS (date '2024-01-10', date '2024-01-20');

-- QUERY geometry :one
SELECT (point(0, 0) <-> point(${x}, ${y}))::integer AS distance, lseg '[(0,0),(2,2)]' ?# box '((1,1),(3,3))' AS crosses,
  point '(0,0)' ?| point '(0,5)' AS vertical, point '(0,0)' ?- point '(5,0)' AS horizontal;

-- QUERY full_text :pluck
@set query = 'sure'
SELECT id FROM doc WHERE to_tsvector('simple', name) @@ plainto_tsquery('simple', ${query}) ORDER BY id;

-- QUERY extracted :one
SELECT extract(year FROM ${at}::timestamptz) AS year, position('b' IN ${text}) AS place, substring(${text} FROM 2 FOR ${n}) AS part,
  trim(BOTH ${sign} FROM 'xxaxx') AS trimmed, overlay('abcdef' PLACING ${with} FROM 2) AS overlaid;
