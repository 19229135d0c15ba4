-- What can be NULL and what cannot. Every column named *_v must come out NOT NULL, every column named *_n nullable:
-- the suite checks the claim against TESTDATA, in which each *_n column is NULL in some row. A *_p column is NOT NULL,
-- but more than the analysis can prove today: either claim will do.

-- MIGRATE 1
CREATE TABLE customer (
  id      INTEGER PRIMARY KEY,
  name    VARCHAR NOT NULL,
  email   VARCHAR
);
CREATE TABLE purchase (
  id          INTEGER PRIMARY KEY,
  customer_id INTEGER REFERENCES customer (id),
  amount      INTEGER NOT NULL,
  note        VARCHAR
);
CREATE TABLE ordinary (
  code VARCHAR PRIMARY KEY,
  size INTEGER NOT NULL DEFAULT 0,
  twice INTEGER GENERATED ALWAYS AS (size * 2),
  note VARCHAR
);
CREATE TABLE nested (
  id    INTEGER PRIMARY KEY,
  list  INTEGER[] NOT NULL,
  pair  STRUCT(n INTEGER, s VARCHAR) NOT NULL,
  map   MAP(VARCHAR, INTEGER) NOT NULL,
  json  JSON NOT NULL,
  day   DATE NOT NULL
);
CREATE MACRO doubled(x) AS x * 2;
CREATE MACRO positive(x) AS CASE WHEN x > 0 THEN x END;
CREATE MACRO purchases_over(least) AS TABLE SELECT id, note FROM purchase WHERE amount > least;
CREATE VIEW customer_purchase AS
  SELECT c.id AS customer_id, c.name, p.id AS purchase_id, p.amount
  FROM customer AS c LEFT JOIN purchase AS p ON p.customer_id = c.id;

-- TESTDATA
INSERT INTO customer (id, name, email) VALUES (1, 'Ada', 'ada@example.org'), (2, 'Bob', NULL), (3, 'Cyd', NULL);
INSERT INTO purchase (id, customer_id, amount, note) VALUES (1, 1, 100, 'first'), (2, 1, 0, NULL), (3, NULL, 70, NULL);
INSERT INTO ordinary (code, size) VALUES ('a', 1), ('b', 2);
INSERT INTO nested VALUES (1, [1, 2], {'n': 1, 's': 'x'}, MAP {'a': 1}, '{"a": 1}', '2024-01-01'), (2, [NULL], {'n': NULL, 's': NULL}, MAP {}, 'null', 'infinity'), (3, [], {'n': 0, 's': ''}, MAP {'a': NULL}, '[]', '-infinity');

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
  coalesce(sum(amount), 0) AS sum_v, string_agg(note, ',') AS all_n, list(note) AS list_n
FROM purchase WHERE amount > 1000;

-- QUERY grouped
SELECT customer_id AS customer_n, count(*) AS count_v, sum(amount) AS sum_v, max(note) AS note_n
FROM purchase GROUP BY customer_id ORDER BY customer_id;

-- QUERY expressions
SELECT coalesce(email, 'none') AS email_v, ifnull(email, '') AS other_v, nullif(name, 'Ada') AS name_n,
  name || '!' AS shout_v, email || '!' AS mail_n, length(name) AS length_v, upper(email) AS upper_n,
  CASE WHEN email IS NULL THEN 0 ELSE 1 END AS has_v, CASE WHEN id = 1 THEN name END AS ada_n,
  email IS NULL AS missing_v, if(email IS NULL, name, email) AS contact_v
FROM customer ORDER BY id;

-- QUERY arithmetic
SELECT amount + 1 AS plus_v, 100 / amount AS ratio_v, 100 // amount AS quotient_n, amount // 7 AS sevenths_v, 7 % amount AS rest_n, amount % 7 AS rest_v, abs(amount) AS abs_v
FROM purchase ORDER BY id;

-- QUERY subqueries
SELECT c.name AS name_v,
  (SELECT p.amount FROM purchase AS p WHERE p.customer_id = c.id ORDER BY p.id LIMIT 1) AS amount_n,
  (SELECT count(*) FROM purchase AS p WHERE p.customer_id = c.id) AS count_v,
  EXISTS (SELECT 1 FROM purchase AS p WHERE p.customer_id = c.id) AS has_v
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
SELECT id AS id_v, row_number() OVER w AS position_v, lag(amount) OVER w AS before_n, first_value(amount) OVER w AS first_p
FROM purchase WINDOW w AS (ORDER BY id) ORDER BY id;

-- A primary key is NOT NULL; a generated column is as its expression.
-- QUERY ordinary_key
SELECT code AS code_v, size AS size_v, twice AS twice_v, note AS note_n FROM ordinary ORDER BY size;

-- QUERY lists
SELECT list[1] AS first_n, len(list) AS len_v, list_contains(list, 1) AS has_v, list[1:2] AS slice_v, list_sum(list) AS sum_n,
  list_transform(list, lambda x: x + 1) AS plus_v, [x FOR x IN list IF x > 1] AS some_v, list_position(list, 1) AS at_n, list || list AS both_v
FROM nested ORDER BY id;

-- QUERY structs_and_maps
SELECT pair.n AS n_n, pair.s AS s_n, pair AS pair_v, {'n': pair.n, 'id': id} AS made_v, map['a'] AS a_n, map_keys(map) AS keys_v, cardinality(map) AS size_v
FROM nested ORDER BY id;

-- QUERY json_values
SELECT json AS json_v, json -> 'a' AS arrow_n, json ->> '$.a' AS text_n, json_extract_string(json, '$.a') AS string_n, to_json(pair) AS made_v,
  json_object('n', pair.n) AS object_v, json_type(json) AS type_p FROM nested ORDER BY id;

-- Parts of infinite days are NULL.
-- QUERY days
SELECT day AS day_v, year(day) AS year_n, date_trunc('month', day) AS month_v, day + INTERVAL 1 DAY AS next_v, date_part('dow', day) AS weekday_n,
  strftime(day, '%Y') AS text_v, datediff('day', day, DATE '2024-01-01') AS days_n
FROM nested ORDER BY id;

-- Rows without FROM: each list of unnest is a column of its own, with NULLs where the other is longer.
-- QUERY two_lists
SELECT unnest([1, 2]) AS id_p, unnest(['x', 'y']) AS name_p, unnest([1.5, NULL]) AS price_n;

-- QUERY lists_of_a_union
SELECT unnest([1]) AS id_p, unnest(['x']) AS name_n UNION ALL SELECT 2, NULL ORDER BY 1;

-- QUERY window_of_one_row
SELECT lag(1) OVER () AS before_n, row_number() OVER () AS position_v, 'a' AS name_v;

-- QUERY windows_of_one_row
SELECT s.before AS before_n, s.n AS n_v, x.two AS two_v FROM (SELECT lag('a') OVER () AS before, rank() OVER () AS n) AS s CROSS JOIN (SELECT 2 AS two, count(*) OVER () AS c) AS x;

-- QUERY unnested
SELECT id AS id_v, unnest(list) AS item_n FROM nested ORDER BY ALL;

-- QUERY grouping_sets
SELECT customer_id AS customer_n, amount AS amount_n, count(*) AS count_v, sum(amount) AS sum_p, grouping(customer_id) AS level_v
FROM purchase GROUP BY ROLLUP (customer_id, amount) ORDER BY ALL;

-- QUERY empty_rollup
SELECT sum(amount) AS sum_n, count(*) AS count_v FROM purchase WHERE amount > 1000 GROUP BY ROLLUP (customer_id);

-- QUERY filtered
SELECT customer_id AS customer_n, sum(amount) FILTER (WHERE note IS NOT NULL) AS noted_n, count(*) FILTER (WHERE amount > 50) AS dear_v
FROM purchase GROUP BY ALL ORDER BY ALL;

-- QUERY group_by_all
SELECT customer_id AS customer_n, max(amount) AS best_v, any_value(id) AS some_v, list(note) AS notes_v, string_agg(note, ',') AS text_n FROM purchase GROUP BY ALL ORDER BY ALL;

-- QUERY qualified
SELECT id AS id_v, lag(amount) OVER (ORDER BY id) AS before_n, sum(amount) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS two_n,
  sum(amount) OVER (ORDER BY id) AS running_v FROM purchase QUALIFY row_number() OVER (PARTITION BY customer_id ORDER BY id) <= 1 ORDER BY id;

-- The first of all rows by its number: DuckDB 1.5.5 makes a row of NULLs where there is none.
-- QUERY first_by_number
SELECT id AS id_n, amount AS amount_n FROM purchase WHERE id > 1000 QUALIFY row_number() OVER (ORDER BY id) = 1;

-- QUERY first_by_limit
SELECT id AS id_v, amount AS amount_v FROM purchase ORDER BY id LIMIT 1;

-- QUERY distinct_on
SELECT DISTINCT ON (customer_id) customer_id AS customer_n, id AS id_v, note AS note_n FROM purchase ORDER BY customer_id, id DESC;

-- QUERY asof_join
SELECT p.id AS id_v, c.id AS customer_n FROM purchase AS p ASOF LEFT JOIN customer AS c ON p.id - 2 >= c.id ORDER BY p.id;

-- QUERY positional_join
SELECT c.id AS customer_p, o.code AS code_n FROM (FROM customer ORDER BY id) AS c POSITIONAL JOIN (FROM ordinary ORDER BY code) AS o WHERE c.id IS NULL OR o.code IS NULL OR true;

-- QUERY lateral_join
SELECT c.id AS id_v, l.best AS best_n FROM customer AS c, LATERAL (SELECT max(p.amount) AS best FROM purchase AS p WHERE p.customer_id = c.id) AS l ORDER BY c.id;

-- QUERY two_levels
SELECT c.id AS id_v, (SELECT max(p.amount) FROM purchase AS p WHERE p.customer_id = c.id AND p.amount > (SELECT min(q.amount) FROM purchase AS q WHERE q.customer_id = p.customer_id)) AS above_n
FROM customer AS c ORDER BY c.id;

-- QUERY with_recursion
WITH RECURSIVE n(i, previous) AS (SELECT 1, NULL::INTEGER UNION ALL SELECT i + 1, i FROM n WHERE i < 3) SELECT i AS i_v, previous AS previous_n FROM n ORDER BY i;

-- QUERY by_macros
SELECT doubled(amount) AS doubled_v, positive(amount) AS positive_n FROM purchase ORDER BY id;

-- QUERY by_table_macro
SELECT id AS id_v, note AS note_n FROM purchases_over(-1) ORDER BY id;

-- QUERY in_lists
SELECT id IN (1, 2) AS in_v, id IN (1, NULL) AS in_n, customer_id IN (1) AS customer_n, id IN (SELECT customer_id FROM purchase) AS bought_n,
  id IN (SELECT id FROM customer) AS same_v FROM purchase ORDER BY id;

-- QUERY pivoted
PIVOT (SELECT customer_id, amount, note FROM purchase) ON note IN ('first' AS first_n, 'other' AS other_n) USING sum(amount) GROUP BY customer_id ORDER BY customer_id;

-- QUERY unpivoted
SELECT name AS name_p, value AS value_v FROM (UNPIVOT (SELECT id, amount FROM purchase) ON id, amount INTO NAME name VALUE value) ORDER BY ALL;

-- QUERY tried
SELECT try_cast(name AS INTEGER) AS number_n, try(name::INTEGER) AS tried_n, name::VARCHAR AS same_v FROM customer ORDER BY id;

-- QUERY anti_and_semi
SELECT c.id AS id_v, c.email AS email_n FROM customer AS c ANTI JOIN purchase AS p ON p.customer_id = c.id ORDER BY c.id;

-- QUERY except_and_intersect
SELECT id AS id_v FROM customer EXCEPT SELECT customer_id FROM purchase ORDER BY 1;

-- QUERY generated_returned :one
INSERT INTO ordinary (code, size) VALUES ('c', 3) RETURNING code AS code_v, size AS size_v, twice AS twice_v, note AS note_n;

-- QUERY returned :one
@set name = 'Dan'
INSERT INTO customer (id, name) VALUES (9, ${name}) RETURNING id AS id_v, name AS name_v, email AS email_n;
