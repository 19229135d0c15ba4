-- :bulk of a QUERY: what the query returns for each of many rows of parameters, in their order.

-- MIGRATE 1
CREATE TYPE state AS ENUM ('open', 'paid');
CREATE TABLE customer (id integer PRIMARY KEY, name varchar(20) NOT NULL, parent integer REFERENCES customer, tags text[]);
CREATE TABLE orders (
  id       bigint PRIMARY KEY,
  customer integer NOT NULL REFERENCES customer,
  state    state NOT NULL,
  total    numeric(10, 2),
  at       timestamptz NOT NULL
);
CREATE INDEX ON customer (name);
CREATE TABLE file (id uuid PRIMARY KEY, shelf smallint NOT NULL, body bytea NOT NULL, tags text[] NOT NULL, meta jsonb NOT NULL);
CREATE INDEX ON file (shelf);
CREATE VIEW lucky AS SELECT id, name, random() < 2 AS luck FROM customer;

-- TESTDATA
INSERT INTO customer VALUES (1, 'Ada', NULL, '{a}'), (2, 'Bob', 1, '{a,b}'), (3, 'Cyd', 1, NULL), (4, 'Dee', 2, '{}');
INSERT INTO orders VALUES (1, 1, 'open', 10.50, '2024-01-01 00:00:00+00'), (2, 1, 'paid', 20.00, '2024-01-02 00:00:00+00'),
  (3, 2, 'open', NULL, '2024-01-03 00:00:00+00'), (4, 1, 'open', 5.25, '2024-01-04 00:00:00+00'), (5, 3, 'paid', 1.00, '2024-01-05 00:00:00+00');

INSERT INTO file VALUES ('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 1, '\x00ff', '{a,b}', '{"n": 1}'),
  ('b1ffcd99-9c0b-4ef8-bb6d-6bb9bd380a22', -2, '', '{}', '[]'), ('c2ffcd99-9c0b-4ef8-bb6d-6bb9bd380a33', 1, '\x41', '{}', 'null');

-- QUERY orders_of :bulk
SELECT id, state, total, at FROM orders WHERE customer = ${customer} ORDER BY at DESC;

-- LIMIT is that of each row of parameters.
-- QUERY last_orders :bulk
SELECT id, total FROM orders WHERE customer = ${customer} AND state = ${state} ORDER BY at DESC LIMIT ${most};

-- QUERY customer_by_id :bulk :one
SELECT id, name, parent FROM customer WHERE id = ${id};

-- QUERY name_of :bulk :one :pluck
SELECT name FROM customer WHERE id = ${id};

-- QUERY parent_of :bulk :one :pluck
SELECT parent FROM customer WHERE id = ${id};

-- QUERY children_of :bulk :pluck
@set parent = null
SELECT id FROM customer WHERE parent IS NOT DISTINCT FROM ${parent} ORDER BY id;

-- One row for each, whatever there is.
-- QUERY total_of :bulk :one
SELECT count(*) AS orders, sum(total) AS total, max(total) FILTER (WHERE at >= ${since}) AS most
FROM orders WHERE customer = ${customer};

-- QUERY ancestors_of :bulk
WITH RECURSIVE up AS (
  SELECT id, name, parent, 0 AS depth FROM customer WHERE id = ${id}
  UNION ALL
  SELECT c.id, c.name, c.parent, up.depth + 1 FROM customer c JOIN up ON c.id = up.parent
)
SELECT name, depth FROM up ORDER BY depth; -- the nearest first

-- QUERY ranked :bulk
SELECT c.name, o.id AS order_id, rank() OVER (PARTITION BY c.id ORDER BY o.total DESC NULLS LAST) AS place
FROM customer c LEFT JOIN orders o ON o.customer = c.id
WHERE c.name LIKE ${pattern}
ORDER BY c.id, place, o.id;

-- A call for each: what it returns may differ from call to call.
-- QUERY luck_of :bulk
SELECT name, luck FROM lucky WHERE id = ${id};

-- A call for each: PostgreSQL would take a list of lists apart.
-- QUERY tagged :bulk :pluck
SELECT id FROM customer WHERE tags @> ${tags}::text[] ORDER BY id;

-- A call for each: it locks rows.
-- QUERY locked :bulk :one :pluck
SELECT name FROM customer WHERE id = ${id} FOR UPDATE;

-- A list of texts. Of two that have no rows, each has none.
-- QUERY called :bulk
SELECT c.id, p.name AS parent -- or none
FROM customer AS c LEFT JOIN customer AS p ON p.id = c.parent
WHERE c.name = ${name};

-- QUERY open_order :bulk :one
SELECT customer, total FROM orders WHERE id = ${id} AND state = 'open';

-- A list of UUIDs. What is found for a key that comes twice is not shared.
-- QUERY file_by_id :bulk :one
SELECT shelf, body, tags, meta FROM file WHERE id = ${id};

-- QUERY tags_of :bulk :pluck
SELECT tags FROM file WHERE id = ${id};

-- QUERY on_shelf :bulk
SELECT id, tags FROM file WHERE shelf = ${shelf};
