-- What the benchmarks of nested rows run on PostgreSQL: purchases with ten lines each.

-- MIGRATE 1
CREATE TABLE purchases (
  id       integer PRIMARY KEY,
  customer text NOT NULL
);

CREATE TABLE lines (
  id       integer PRIMARY KEY,
  purchase integer NOT NULL REFERENCES purchases,
  product  text NOT NULL,
  quantity integer NOT NULL,
  price    double precision NOT NULL,
  note     text
);
CREATE INDEX lines_of ON lines (purchase);

-- EXEC fill_purchases
INSERT INTO purchases SELECT i, 'customer number ' || i FROM generate_series(1, ${rows}::integer) AS i;

-- EXEC fill_lines
INSERT INTO lines
SELECT 10 * p.id + n, p.id, 'product ' || p.id % 7 || '/' || n, n + 1, (p.id + n) / 4.0,
  CASE WHEN n % 2 = 0 THEN 'note ' || n END
FROM purchases AS p, generate_series(0, 9) AS n;

-- QUERY purchases_by_name
SELECT p.id, p.customer, l.id AS "lines[].id", l.product AS "lines[].product", l.quantity AS "lines[].quantity",
  l.price AS "lines[].price", l.note AS "lines[].note"
FROM purchases AS p LEFT JOIN lines AS l ON l.purchase = p.id
ORDER BY p.id, l.id;

-- QUERY purchases_by_value
SELECT p.id, p.customer, coalesce((
    SELECT json_agg(json_build_object('id', l.id, 'product', l.product, 'quantity', l.quantity, 'price', l.price,
      'note', l.note) ORDER BY l.id)
    FROM lines AS l WHERE l.purchase = p.id
  ), '[]') AS lines
FROM purchases AS p
ORDER BY p.id;
