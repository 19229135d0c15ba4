-- :bulk of a QUERY: what the query returns for each of many rows of parameters, in their order.

-- MIGRATE 1
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent INTEGER);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL, state TEXT NOT NULL, total DOUBLE);

-- TESTDATA
INSERT INTO customer VALUES (1, 'Ada', NULL), (2, 'Bob', 1), (3, 'Cyd', 1), (4, 'Dee', 2);
INSERT INTO orders VALUES (1, 1, 'open', 10.5), (2, 1, 'paid', 20), (3, 2, 'open', NULL), (4, 1, 'open', 5.25), (5, 3, 'paid', 1);

-- QUERY orders_of :bulk
SELECT id, state, total FROM orders WHERE customer = ${customer} ORDER BY id DESC;

-- LIMIT is that of each row of parameters.
-- QUERY last_orders :bulk
SELECT id, total FROM orders WHERE customer = ${customer} AND state = ${state} ORDER BY id DESC LIMIT ${most};

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
SELECT count(*) AS orders, sum(total) AS total FROM orders WHERE customer = ${customer};
