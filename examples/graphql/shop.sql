-- Customers and their orders.

-- MIGRATE 1
CREATE TABLE customers (
  id          integer PRIMARY KEY,
  name        text NOT NULL,
  referred_by integer REFERENCES customers
);
CREATE TABLE orders (
  id       integer PRIMARY KEY,
  customer integer NOT NULL REFERENCES customers,
  total    double precision NOT NULL
);
CREATE INDEX orders_of ON orders (customer, id);

-- EXEC add_customers
INSERT INTO customers VALUES (1, 'Ada', NULL), (2, 'Bob', 1), (3, 'Cyd', 1), (4, 'Dee', 2);

-- Dee has no order, and Ada more than three.
-- EXEC add_orders
INSERT INTO orders VALUES
  (1, 1, 10.5), (2, 2, 20), (3, 1, 5.25), (4, 3, 1), (5, 1, 99.75), (6, 2, 7.5), (7, 1, 42);

-- Customers, each with who referred them: one query for two levels.
-- QUERY customers
SELECT c.id, c.name, r.id AS "referrer.id", r.name AS "referrer.name", r.referred_by AS "referrer.referred_by"
FROM customers AS c LEFT JOIN customers AS r ON r.id = c.referred_by
ORDER BY c.id;

-- The three last orders of a customer.
-- QUERY last_orders :bulk
SELECT id, total FROM orders WHERE customer = ${customer} ORDER BY id DESC LIMIT 3;

-- What lies deeper.
-- QUERY customer_by_id :bulk :one
SELECT id, name, referred_by FROM customers WHERE id = ${id};
