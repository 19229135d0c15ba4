-- :bulk of a QUERY: what the query returns for each of many rows of parameters, in their order.

-- MIGRATE 1
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, parent INTEGER);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL, state TEXT NOT NULL, total DOUBLE);
CREATE TYPE mood AS ENUM ('bad', 'good');
CREATE TABLE thing (
  id   INTEGER PRIMARY KEY,
  m    mood,
  flag BOOLEAN,
  huge HUGEINT,
  f    FLOAT,
  d    DOUBLE,
  n    DECIMAL(20, 3),
  s    VARCHAR,
  raw  BLOB,
  u    UUID,
  day  DATE,
  made TIMESTAMP,
  i    INTERVAL,
  tags VARCHAR[]
);
CREATE TABLE break (id INTEGER PRIMARY KEY, t TIME NOT NULL, z TIMESTAMPTZ NOT NULL);

-- TESTDATA
INSERT INTO customer VALUES (1, 'Ada', NULL), (2, 'Bob', 1), (3, 'Cyd', 1), (4, 'Dee', 2);
INSERT INTO orders VALUES (1, 1, 'open', 10.5), (2, 1, 'paid', 20), (3, 2, 'open', NULL), (4, 1, 'open', 5.25), (5, 3, 'paid', 1);
INSERT INTO thing VALUES
  (1, 'good', true, 170141183460469231731687303715884105727, 0.5, 0.1, 12345678901234567.125, 'it''s "x", \n{}', 'a\x00b', '6f9619ff-8b86-d011-b42d-00c04fc964ff',
    '2024-02-29', '2024-01-01 00:00:00.000001', '1 month', ['a', NULL]),
  (2, 'bad', false, -1, -2, 1e300, -0.5, '', '', '00000000-0000-0000-0000-000000000000', '1969-12-31', '1969-12-31 23:59:59', '1 day', []),
  (3, 'good', NULL, NULL, NULL, NULL, NULL, 'é', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO break VALUES (1, '12:30:00.5', '2024-01-01 01:00:00+01'), (2, '00:00:00', '1969-12-31 00:00:00+00');

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

-- All columns, in the order of the table.
-- QUERY things_of :bulk
SELECT * FROM thing WHERE m = ${m};

-- Keys of every type.
-- QUERY things_like :bulk :pluck
SELECT id FROM thing
WHERE s = ${s} AND flag = ${flag} AND huge = ${huge} AND f = ${f} AND d = ${d} AND n = ${n} AND raw = ${raw} AND u = ${u};

-- QUERY things_at :bulk :pluck
SELECT thing.id FROM thing JOIN break USING (id) WHERE day = ${day} AND t = ${t} AND made = ${made} AND z = ${z} AND i = ${i};

-- A join, whose rows have an order; what is given comes back.
-- QUERY lines_of :bulk
@set note = null
SELECT o.id, c.name, ${note}::VARCHAR AS note, o.total
FROM orders o LEFT JOIN customer c ON c.id = o.customer AND c.name > 'B'
WHERE o.state = ${state} AND o.id > ${after} -- those behind
ORDER BY o.id DESC;

-- A call for each: rows of a join by a condition that might fail.
-- QUERY numbered :bulk :pluck
SELECT id FROM orders WHERE customer = ${customer} AND state::INTEGER > 0;
