-- What can be NULL and what cannot. Every column named *_v must come out NOT NULL, every column named *_n nullable:
-- the suite checks the claim against TESTDATA, in which each *_n column is NULL in some row. A *_p column is NOT NULL,
-- but more than the analysis can prove today: either claim will do.

-- MIGRATE 1
CREATE TABLE customer (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL,
  email   TEXT
) STRICT;
CREATE TABLE purchase (
  id          INTEGER PRIMARY KEY,
  customer_id INTEGER REFERENCES customer (id),
  amount      INTEGER NOT NULL,
  note        TEXT
) STRICT;
CREATE TABLE ordinary (
  code TEXT PRIMARY KEY,
  size INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE clustered (
  code TEXT PRIMARY KEY,
  size INTEGER
) WITHOUT ROWID;
CREATE VIEW customer_purchase AS
  SELECT c.id AS customer_id, c.name, p.id AS purchase_id, p.amount
  FROM customer AS c LEFT JOIN purchase AS p ON p.customer_id = c.id;

-- TESTDATA
INSERT INTO customer (id, name, email) VALUES (1, 'Ada', 'ada@example.org'), (2, 'Bob', NULL), (3, 'Cyd', NULL);
INSERT INTO purchase (id, customer_id, amount, note) VALUES (1, 1, 100, 'first'), (2, 1, 0, NULL), (3, NULL, 70, NULL);
INSERT INTO ordinary (code, size) VALUES ('a', 1), (NULL, 2);
INSERT INTO clustered (code, size) VALUES ('a', 1), ('b', NULL);

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
  total(amount) AS total_v, coalesce(sum(amount), 0) AS sum_v, group_concat(note) AS all_n
FROM purchase WHERE amount > 1000;

-- QUERY grouped
SELECT customer_id AS customer_n, count(*) AS count_v, sum(amount) AS sum_v, max(note) AS note_n
FROM purchase GROUP BY customer_id ORDER BY customer_id;

-- QUERY expressions
SELECT coalesce(email, 'none') AS email_v, ifnull(email, '') AS other_v, nullif(name, 'Ada') AS name_n,
  name || '!' AS shout_v, email || '!' AS mail_n, length(name) AS length_v, upper(email) AS upper_n,
  CASE WHEN email IS NULL THEN 0 ELSE 1 END AS has_v, CASE WHEN id = 1 THEN name END AS ada_n,
  email IS NULL AS missing_v, iif(email IS NULL, name, email) AS contact_v
FROM customer ORDER BY id;

-- QUERY arithmetic
SELECT amount + 1 AS plus_v, 100 / amount AS quotient_n, amount % 7 AS rest_v, abs(amount) AS abs_v
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

-- An ordinary table's primary key may be NULL unless it is INTEGER PRIMARY KEY.
-- QUERY ordinary_key
SELECT code AS code_n, size AS size_v FROM ordinary ORDER BY size;

-- QUERY clustered_key
SELECT code AS code_v, size AS size_n FROM clustered ORDER BY code;

-- QUERY returned :one
@set name = 'Dan'
INSERT INTO customer (name) VALUES (${name}) RETURNING id AS id_v, name AS name_v, email AS email_n;
