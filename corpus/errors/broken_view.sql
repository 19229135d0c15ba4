-- MIGRATE 1
CREATE TABLE orders (id INTEGER PRIMARY KEY, total REAL NOT NULL) STRICT;
CREATE VIEW sums AS
  SELECT sum(o.totl) AS total FROM orders AS o;

-- QUERY ids
SELECT id FROM orders;
