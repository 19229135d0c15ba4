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

-- QUERY customers
SELECT id, name, referred_by FROM customers ORDER BY id;

-- The three last orders of a customer.
-- QUERY last_orders :bulk
SELECT id, total FROM orders WHERE customer = ${customer} ORDER BY id DESC LIMIT 3;

-- QUERY customer_by_id :bulk :one
SELECT id, name, referred_by FROM customers WHERE id = ${id};
