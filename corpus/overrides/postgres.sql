-- Language types that the config asks for, by column, by SQL type and by a query's column.

-- MIGRATE 1
CREATE TYPE colour AS ENUM ('red', 'green');
CREATE DOMAIN amount AS numeric(10, 2);
CREATE TABLE document (
  id     integer PRIMARY KEY,
  meta   jsonb NOT NULL,
  extra  jsonb,
  state  text NOT NULL,
  amount numeric(10, 2)
);
-- Types that no language has a counterpart of, and an enum and a domain for a type of the application's.
CREATE TABLE shape (
  id     integer PRIMARY KEY,
  at     point NOT NULL,
  bounds box,
  path   jsonpath,
  search tsquery,
  colour colour NOT NULL,
  price  amount
);

-- TABLE document :appender

-- QUERY get_document :one
@set id = 1
SELECT id, meta, extra, state, amount FROM document WHERE id = ${id};

-- QUERY all_meta :pluck
SELECT meta FROM document ORDER BY id;

-- QUERY extra_of :one :pluck
@set id = 1
SELECT extra FROM document WHERE id = ${id};

-- EXEC add_document
INSERT INTO document (id, meta, extra, state, amount) VALUES (${id}, ${meta}, ${extra}, ${state}, ${amount});

-- EXEC set_meta :batch
UPDATE document SET meta = ${meta} WHERE id = ${id};

-- QUERY find_by_meta :pluck
SELECT id FROM document WHERE meta = ${meta} ORDER BY id;

-- QUERY document_text :one
@set id = 1
SELECT CAST(meta AS text) AS meta, CAST(extra AS text) AS extra, state FROM document WHERE id = ${id};

-- TABLE shape :appender

-- QUERY all_shapes
SELECT * FROM shape ORDER BY id;

-- EXEC add_shape
INSERT INTO shape (id, at, bounds, path, search, colour, price)
VALUES (${id}, ${at}, ${bounds}, ${path}, ${search}, ${colour}, ${price});

-- QUERY shape_text :one
@set id = 1
SELECT at::text AS at, bounds::text AS bounds, path::text AS path, search::text AS search, colour::text AS colour,
  price::text AS price
FROM shape WHERE id = ${id};
