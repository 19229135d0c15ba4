-- A PostgreSQL that the program attaches as prod, read-only, and as ledger, read-write. The suite makes this schema
-- there, and the rows of rows.sql.

-- BASELINE customers :source=prod
CREATE TYPE mood AS ENUM ('sad', 'ok', 'it''s');
CREATE TYPE address AS (street text, zip integer);
CREATE TABLE customers (
  id      bigint PRIMARY KEY,
  name    text NOT NULL,
  mood    mood,
  credit  numeric(12,2) NOT NULL,
  tags    text[] NOT NULL,
  home    address,
  since   timestamptz NOT NULL,
  token   uuid,
  photo   bytea,
  born    date,
  score   numeric
);

-- A second block of the same source, and a schema of its own.
-- BASELINE shop :source=prod
CREATE SCHEMA shop;
CREATE TABLE shop."Line Items" (id integer NOT NULL, "order" integer NOT NULL, note varchar(20));
CREATE VIEW names AS SELECT id, name FROM customers;

-- BASELINE ledger :source=ledger
CREATE TABLE entries (id bigint PRIMARY KEY, amount numeric(12,2) NOT NULL, mood text, made timestamptz NOT NULL DEFAULT now());

-- MIGRATE 1
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer BIGINT NOT NULL, total DECIMAL(12,2) NOT NULL);

-- TABLE orders :appender

-- Every type, as DuckDB reads it.
-- QUERY customers
SELECT * FROM prod.public.customers ORDER BY id;

-- What DuckDB says of each value.
-- QUERY customer_storage
SELECT id, mood::VARCHAR AS mood, credit::VARCHAR AS credit, tags::VARCHAR AS tags, home::VARCHAR AS home,
  epoch_us(since) AS since, token::VARCHAR AS token, hex(photo) AS photo, born::VARCHAR AS born, score::VARCHAR AS score
FROM prod.public.customers ORDER BY id;

-- Without a schema it is PostgreSQL's public.
-- QUERY customer_name :one :pluck
SELECT name FROM prod.customers WHERE id = ${id};

-- Tables of both databases; parameters are compared with columns of each.
-- QUERY totals
SELECT c.id, c.name, sum(o.total) AS total FROM prod.public.customers AS c JOIN orders AS o ON o.customer = c.id
WHERE c.mood = ${mood} AND o.total >= ${least} GROUP BY ALL ORDER BY c.id;

-- QUERY orders_with_names
SELECT o.id, c.name, c.credit FROM orders AS o LEFT JOIN prod.public.customers AS c ON c.id = o.customer ORDER BY o.id;

-- QUERY notes
SELECT i.id, i."order", i.note, n.name FROM prod.shop."Line Items" AS i LEFT JOIN prod.names AS n ON n.id = i.id ORDER BY i.id;

-- Rows of PostgreSQL into a table of DuckDB.
-- EXEC copy_customers
INSERT INTO orders (id, customer, total) SELECT id + 1000, id, credit FROM prod.public.customers WHERE credit > ${least};

-- Rows into PostgreSQL, one and many.
-- EXEC add_entry
INSERT INTO ledger.entries (id, amount, mood) VALUES (${id}, ${amount}, ${mood});

-- EXEC post_orders
INSERT INTO ledger.public.entries (id, amount) SELECT id + 100, total FROM orders;

-- EXEC correct_entry
UPDATE ledger.public.entries SET amount = ${amount}, mood = ${mood} WHERE id = ${id};

-- EXEC drop_entries
DELETE FROM ledger.entries WHERE amount < ${less};

-- QUERY entries
SELECT id, amount, mood, made <= now() AS past FROM ledger.entries ORDER BY id;
