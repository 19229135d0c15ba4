-- What can be NULL and what cannot. Every column named *_v must come out NOT NULL, every column named *_n nullable:
-- the suite checks the claim against TESTDATA, in which each *_n column is NULL in some row. A *_p column is NOT NULL,
-- but more than the analysis can prove today: either claim will do.

-- MIGRATE 1
CREATE DOMAIN short_name AS text NOT NULL CHECK (length(VALUE) < 10);
CREATE TABLE customer (
  id      integer PRIMARY KEY,
  name    text NOT NULL,
  email   text
);
CREATE TABLE purchase (
  id          integer PRIMARY KEY,
  customer_id integer REFERENCES customer (id),
  amount      integer NOT NULL,
  note        text
);
-- A UNIQUE column may hold NULLs, a column of a key may not.
CREATE TABLE ordinary (
  code text UNIQUE,
  size integer NOT NULL DEFAULT 0
);
CREATE TABLE clustered (
  code text PRIMARY KEY,
  size integer
);
CREATE VIEW customer_purchase AS
  SELECT c.id AS customer_id, c.name, p.id AS purchase_id, p.amount
  FROM customer AS c LEFT JOIN purchase AS p ON p.customer_id = c.id;
CREATE TABLE document (
  id     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  body   jsonb NOT NULL,
  tags   text[] NOT NULL DEFAULT '{}',
  valid  tstzrange NOT NULL DEFAULT '(,)',
  due    date NOT NULL DEFAULT 'infinity',
  nick   short_name,
  words  integer GENERATED ALWAYS AS (cardinality(tags)) STORED,
  label  text NOT NULL GENERATED ALWAYS AS ('#' || cardinality(tags)) STORED
);
CREATE FUNCTION label_of(text) RETURNS text LANGUAGE sql STRICT AS $$ SELECT nullif($1, 'Ada') $$;
CREATE FUNCTION always_null(integer) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE MATERIALIZED VIEW purchase_total AS
  SELECT customer_id, sum(amount) AS total FROM purchase GROUP BY customer_id;

-- TESTDATA
INSERT INTO customer (id, name, email) VALUES (1, 'Ada', 'ada@example.org'), (2, 'Bob', NULL), (3, 'Cyd', NULL);
INSERT INTO purchase (id, customer_id, amount, note) VALUES (1, 1, 100, 'first'), (2, 1, 0, NULL), (3, NULL, 70, NULL);
INSERT INTO ordinary (code, size) VALUES ('a', 1), (NULL, 2);
INSERT INTO clustered (code, size) VALUES ('a', 1), ('b', NULL);
INSERT INTO document (body, tags, due, nick) VALUES ('{"a": {"b": 1}, "list": [1, {"x": "y"}]}', '{x,NULL,y}', '2024-02-29', 'doc');
-- A subquery that finds no row gives a NULL that the domain does not see.
INSERT INTO document (body, tags, nick) VALUES ('{"b": 2}', '{}', (SELECT nick FROM document WHERE false));
REFRESH MATERIALIZED VIEW purchase_total;

-- QUERY columns
SELECT id AS id_v, name AS name_v, email AS email_n FROM customer ORDER BY id;

-- QUERY narrowed_by_where
SELECT id AS id_v, email AS email_v FROM customer WHERE email IS NOT NULL ORDER BY id;

-- QUERY narrowed_by_comparison
@set email = 'ada@example.org'
SELECT id AS id_v, email AS email_v FROM customer WHERE email = ${email} ORDER BY id;

-- QUERY left_join
SELECT c.id AS customer_v, p.id AS purchase_n, p.amount AS amount_n, p.customer_id AS customer_n
FROM customer AS c LEFT JOIN purchase AS p ON p.customer_id = c.id ORDER BY c.id, p.id;

-- QUERY right_join
SELECT c.id AS customer_n, c.name AS name_n, p.id AS purchase_v
FROM customer AS c RIGHT JOIN purchase AS p ON p.customer_id = c.id ORDER BY p.id;

-- QUERY full_join
SELECT c.id AS customer_n, p.id AS purchase_n
FROM customer AS c FULL JOIN purchase AS p ON p.customer_id = c.id ORDER BY c.id, p.id;

-- QUERY inner_join
SELECT c.id AS customer_v, p.customer_id AS customer_id_v, p.amount AS amount_v, p.note AS note_n
FROM customer AS c JOIN purchase AS p ON p.customer_id = c.id ORDER BY p.id;

-- QUERY aggregates :one
SELECT count(*) AS count_v, count(note) AS notes_v, sum(amount) AS sum_n, min(amount) AS min_n, avg(amount) AS avg_n,
  coalesce(sum(amount), 0) AS sum_v, string_agg(note, ',') AS all_n, array_agg(amount) AS amounts_n,
  jsonb_agg(amount) AS json_n, bool_and(amount > 0) AS all_positive_n, max(amount) FILTER (WHERE amount > 0) AS max_n
FROM purchase WHERE amount > 1000;

-- QUERY grouped
SELECT customer_id AS customer_n, count(*) AS count_v, sum(amount) AS sum_v, max(note) AS note_n
FROM purchase GROUP BY customer_id ORDER BY customer_id;

-- QUERY expressions
SELECT coalesce(email, 'none') AS email_v, nullif(name, 'Ada') AS name_n,
  name || '!' AS shout_v, email || '!' AS mail_n, length(name) AS length_v, upper(email) AS upper_n,
  CASE WHEN email IS NULL THEN 0 ELSE 1 END AS has_v, CASE WHEN id = 1 THEN name END AS ada_n,
  email IS NULL AS missing_v, CASE WHEN email IS NULL THEN name ELSE email END AS contact_v,
  email IS DISTINCT FROM name AS differs_v, concat(email, name) AS joined_v, greatest(email, name) AS greatest_v,
  greatest(email, NULL) AS greatest_n, (email, name) IS NULL AS row_null_v, format('%s', email) AS formatted_p
FROM customer ORDER BY id;

-- QUERY arithmetic
SELECT amount + 1 AS plus_v, 100 / nullif(amount, 0) AS quotient_n, amount % 7 AS rest_v, abs(amount) AS abs_v,
  amount::numeric / 3 AS third_v, amount::text AS text_v, amount BETWEEN 1 AND 5 AS between_v, amount = NULL AS equal_n
FROM purchase ORDER BY id;

-- QUERY subqueries
SELECT c.name AS name_v,
  (SELECT p.amount FROM purchase AS p WHERE p.customer_id = c.id ORDER BY p.id LIMIT 1) AS amount_n,
  (SELECT count(*) FROM purchase AS p WHERE p.customer_id = c.id) AS count_v,
  EXISTS (SELECT 1 FROM purchase AS p WHERE p.customer_id = c.id) AS has_v,
  ARRAY(SELECT p.amount FROM purchase AS p WHERE p.customer_id = c.id) AS amounts_v,
  c.id IN (SELECT p.customer_id FROM purchase AS p) AS bought_n,
  c.id IN (SELECT p.id FROM purchase AS p) AS numbered_v
FROM customer AS c ORDER BY c.id;

-- QUERY union_of_both
SELECT name AS value_n FROM customer UNION ALL SELECT note FROM purchase ORDER BY 1;

-- QUERY through_view
SELECT customer_id AS customer_v, name AS name_v, purchase_id AS purchase_n, amount AS amount_n
FROM customer_purchase ORDER BY customer_id, purchase_id;

-- QUERY through_cte
WITH best AS (SELECT customer_id, max(amount) AS best FROM purchase GROUP BY customer_id)
SELECT c.name AS name_v, b.best AS best_n FROM customer AS c LEFT JOIN best AS b ON b.customer_id = c.id ORDER BY c.id;

-- QUERY windows
SELECT id AS id_v, row_number() OVER w AS position_v, lag(amount) OVER w AS before_n, first_value(amount) OVER w AS first_p,
  count(*) OVER w AS so_far_v, sum(amount) OVER w AS sum_p, lag(amount, 1, 0) OVER w AS before_p, ntile(2) OVER w AS half_v,
  sum(amount) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING) AS next_n,
  nth_value(amount, 2) OVER w AS second_n
FROM purchase WINDOW w AS (ORDER BY id) ORDER BY id;

-- A UNIQUE column may be NULL.
-- QUERY ordinary_key
SELECT code AS code_n, size AS size_v FROM ordinary ORDER BY size;

-- QUERY clustered_key
SELECT code AS code_v, size AS size_n FROM clustered ORDER BY code;

-- QUERY returned :one
@set name = 'Dan'
INSERT INTO customer (id, name) VALUES ((SELECT max(id) + 1 FROM customer), ${name})
RETURNING id AS id_v, name AS name_v, email AS email_n;

-- A condition on the outer side of a join removes the NULLs that the join made.
-- QUERY join_undone_by_where
SELECT c.id AS customer_v, p.id AS purchase_v, p.amount AS amount_v, p.note AS note_n
FROM customer AS c LEFT JOIN purchase AS p ON p.customer_id = c.id WHERE p.amount >= 0 ORDER BY p.id;

-- A condition of the join itself does not.
-- QUERY join_condition_only
SELECT c.id AS customer_v, c.email AS email_n, p.note AS note_n
FROM customer AS c LEFT JOIN purchase AS p ON p.customer_id = c.id AND c.email IS NOT NULL AND p.note IS NOT NULL
ORDER BY c.id;

-- QUERY join_using
SELECT id AS id_v, c.id AS left_n, p.id AS right_n FROM customer AS c FULL JOIN (SELECT id + 2 AS id FROM purchase) AS p
USING (id) ORDER BY id;

-- QUERY nested_joins
SELECT a.id AS a_v, b.id AS b_n, c.id AS c_n
FROM customer AS a LEFT JOIN (customer AS b JOIN purchase AS c ON c.customer_id = b.id) ON b.id = a.id AND c.amount > 0
ORDER BY a.id;

-- QUERY lateral_join
SELECT c.id AS id_v, l.amount AS amount_n, m.count AS count_v
FROM customer AS c
LEFT JOIN LATERAL (SELECT p.amount FROM purchase AS p WHERE p.customer_id = c.id ORDER BY p.id LIMIT 1) AS l ON true
CROSS JOIN LATERAL (SELECT count(*) AS count FROM purchase AS p WHERE p.customer_id = c.id) AS m
ORDER BY c.id;

-- ROLLUP makes NULLs of its keys; without rows its grand total is a sum of nothing.
-- QUERY rolled_up
SELECT customer_id AS customer_n, note AS note_n, sum(amount) AS sum_p, count(*) AS count_v, grouping(note) AS grouping_v
FROM purchase GROUP BY ROLLUP (customer_id, note) ORDER BY 1, 2, 4;

-- QUERY rolled_up_nothing
SELECT amount AS amount_n, sum(amount) AS sum_n FROM purchase WHERE amount > 1000 GROUP BY ROLLUP (amount);

-- One row has no deviation.
-- QUERY deviation
SELECT customer_id AS customer_n, stddev(amount) AS deviation_n, stddev_pop(amount) AS population_p,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) AS median_p, mode() WITHIN GROUP (ORDER BY note) AS mode_n
FROM purchase GROUP BY customer_id ORDER BY customer_id;

-- QUERY json
SELECT id AS id_v, body -> 'a' AS a_n, body ->> 'a' AS text_n, body #>> '{a,b}' AS path_n, jsonb_typeof(body) AS type_v,
  body ? 'a' AS has_v, body @> '{}' AS contains_v, jsonb_build_object('id', id) || '{}' AS built_v,
  body -> 'list' AS list_n, jsonb_path_query_first(body, '$.a.b') AS first_n, to_jsonb(nick) AS nick_n
FROM document ORDER BY id;

-- QUERY json_elements
SELECT d.id AS id_v, e.value AS json_v, e.value ->> 'x' AS text_n, e.ordinality AS place_v
FROM document AS d CROSS JOIN jsonb_array_elements(d.body -> 'list') WITH ORDINALITY AS e ORDER BY d.id, e.ordinality;

-- An array's elements may be NULL, and an empty array has no length.
-- QUERY arrays
SELECT tags AS tags_v, array_length(tags, 1) AS length_n, cardinality(tags) AS cardinality_v, tags[1] AS first_n,
  array_to_string(tags, ',') AS joined_v, array_position(tags, 'x') AS position_n, 'x' = ANY(tags) AS has_p,
  tags || 'z'::text AS more_v, tags[1:2] AS slice_v
FROM document ORDER BY id;

-- QUERY any_of_nulls
SELECT id AS id_v, 'z' = ANY(tags) AS has_n, id = ANY(ARRAY[1, 2]) AS small_v FROM document ORDER BY id;

-- QUERY unnested
SELECT d.id AS id_v, t.tag AS tag_n, t.place AS place_v
FROM document AS d CROSS JOIN unnest(d.tags) WITH ORDINALITY AS t (tag, place) ORDER BY d.id, t.place;

-- Functions side by side in one select list are padded.
-- QUERY padded
SELECT generate_series(1, 2) AS two_n, generate_series(1, 3) AS three_p;

-- QUERY one_series
SELECT generate_series(1, 3) AS one_p, g AS g_v FROM generate_series(1, 2) AS g;

-- QUERY functions_zipped
SELECT a AS a_n, b AS b_p FROM ROWS FROM (generate_series(1, 2), generate_series(1, 3)) AS z (a, b);

-- Functions that are NULL for values that are not.
-- QUERY strict_but_null
SELECT extract(day FROM due) AS day_n, substring(label FROM '#[1-9]') AS match_n, regexp_match(label, '[1-9]') AS matches_n,
  upper(valid) AS upper_n, lower(valid) AS lower_n, isempty(valid) AS empty_v, make_date(2024, id, 1) AS made_v,
  split_part(label, '#', 1) AS part_v, to_number(label, '#9') AS number_v,
  current_setting('no.such', true) AS setting_n, obj_description(id::oid, 'pg_class') AS comment_n
FROM document WHERE due < 'infinity' OR label = '#0' ORDER BY id;

-- A generated column is as nullable as it says; a domain's own NOT NULL does not count in a table, and an outer join
-- beats it.
-- QUERY generated_and_domains
SELECT d.id AS id_v, d.label AS label_v, d.nick AS nick_n,
  (SELECT x.nick FROM document AS x WHERE x.id = -1) AS none_n
FROM document AS d ORDER BY d.id;

-- QUERY functions_of_ours
SELECT label_of(name) AS label_n, always_null(id) AS null_n FROM customer ORDER BY id;

-- QUERY materialized
SELECT customer_id AS customer_n, total AS total_p FROM purchase_total ORDER BY customer_id;

-- QUERY values_list
SELECT v.a AS a_v, v.b AS b_n FROM (VALUES (1, 'x'), (2, NULL)) AS v (a, b) ORDER BY v.a;

-- QUERY recursive
WITH RECURSIVE walk (id, up) AS (
  SELECT id, NULL::integer FROM customer WHERE id = 1
  UNION ALL
  SELECT c.id, w.id FROM customer AS c JOIN walk AS w ON c.id = w.id + 1
)
SELECT id AS id_v, up AS up_n FROM walk ORDER BY id;

-- QUERY distinct_on
SELECT DISTINCT ON (customer_id) customer_id AS customer_n, amount AS amount_v, note AS note_n
FROM purchase ORDER BY customer_id, id DESC;

-- QUERY intersected
SELECT email AS email_n FROM customer INTERSECT ALL SELECT note FROM purchase;

-- QUERY excepted
SELECT id AS id_v FROM customer EXCEPT SELECT customer_id FROM purchase ORDER BY 1;

-- A parameter that is declared null may be.
-- QUERY nullable_parameter
@set tag = null
@set other = 'x'
SELECT ${tag}::text AS tag_n, ${other}::text AS other_v, coalesce(${tag}, name) AS name_v FROM customer ORDER BY id;

-- WHERE speaks of the old rows; what RETURNING shows are the new ones.
-- QUERY updated
UPDATE customer SET email = NULL WHERE email IS NOT NULL RETURNING id AS id_v, email AS email_n;

-- QUERY session
SELECT now() AS now_v, current_user AS user_v, current_database() AS database_v, current_schema() AS schema_p,
  version() AS version_v, pg_backend_pid() AS pid_v, inet_server_port() AS port_p, gen_random_uuid() AS uuid_v,
  current_date AS today_v, random() AS random_v;

-- QUERY upserted
INSERT INTO clustered (code, size) VALUES ('a', 5), ('n', NULL) ON CONFLICT (code) DO UPDATE SET size = excluded.size
RETURNING code AS code_v, size AS size_n;
