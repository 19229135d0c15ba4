-- MIGRATE 1
CREATE TABLE shop (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL);
CREATE TABLE product (
  id INTEGER PRIMARY KEY,
  shop INTEGER NOT NULL REFERENCES shop (id),
  name VARCHAR NOT NULL,
  price INTEGER NOT NULL,
  rank INTEGER,
  weight DOUBLE,
  amount DECIMAL(10, 2),
  active BOOLEAN NOT NULL,
  made DATE NOT NULL,
  changed TIMESTAMP NOT NULL,
  code UUID NOT NULL
);

-- TESTDATA
INSERT INTO shop VALUES (1, 'corner'), (2, 'Ärger & Söhne'), (3, 'empty');
INSERT INTO product VALUES
  (1, 1, 'ant', 30, 2, 0.5, 1.25, true, '2024-01-31', '2024-01-31 10:00:00', '00000000-0000-4000-8000-00000000000a'),
  (2, 1, 'bee', 10, NULL, NULL, NULL, true, '2024-01-31', '2024-01-31 10:00:00.25', '00000000-0000-4000-8000-000000000009'),
  (3, 1, 'cat', 30, 1, -1.5, -0.5, false, '1999-12-31', '2024-01-31 09:59:59', '00000000-0000-4000-8000-000000000008'),
  (4, 2, 'dog', 20, NULL, 2.25, 10, true, '2024-02-29', '2024-02-29 00:00:00', '00000000-0000-4000-8000-000000000007'),
  (5, 2, '', 30, 2, 0.1, 9.75, false, '2024-02-29', '2024-02-29 00:00:00', '00000000-0000-4000-8000-000000000006'),
  (6, 1, 'ewe .-%', 10, 3, NULL, 1.25, true, '2001-01-01', '2001-01-01 00:00:00', '00000000-0000-4000-8000-000000000005'),
  (7, 1, 'Änt', 10, 3, 0.5, NULL, true, '2001-01-01', '2001-01-01 00:00:00', '00000000-0000-4000-8000-000000000004');

-- QUERY by_price :page
SELECT id, price FROM product ORDER BY price, id LIMIT ${size};

-- QUERY newest :page
SELECT id, made FROM product ORDER BY made DESC, id DESC LIMIT ${size};

-- Two directions, a star, and keys by the name of the table.
-- QUERY mixed :page
SELECT * FROM product AS p ORDER BY p.price DESC, p.id LIMIT ${size};

-- QUERY by_id :page
SELECT name, id FROM product WHERE shop = ${shop} ORDER BY 2 LIMIT ${size};

-- Keys that may be NULL.
-- QUERY ranked :page
SELECT id, rank FROM product ORDER BY rank, id LIMIT ${size};

-- QUERY ranked_down :page
SELECT id, rank AS place FROM product ORDER BY place DESC NULLS LAST, id DESC LIMIT ${size};

-- QUERY ranked_first :page
SELECT id, rank FROM product ORDER BY rank ASC NULLS FIRST, id LIMIT ${size};

-- Values of other types.
-- QUERY by_name :page
SELECT id, name FROM product ORDER BY name, id LIMIT ${size};

-- QUERY by_weight :page
SELECT id, weight FROM product ORDER BY weight DESC NULLS LAST, id LIMIT ${size};

-- QUERY by_amount :page
SELECT amount, id FROM product ORDER BY amount NULLS FIRST, id LIMIT ${size};

-- QUERY by_change :page
SELECT id, active, changed FROM product ORDER BY active DESC, changed, id LIMIT ${size};

-- QUERY by_code :page
SELECT code, id FROM product ORDER BY code DESC, id LIMIT ${size};

-- A join to one, a WITH, and a row that says how many rows there are.
-- QUERY with_shop :page
WITH open_shop AS (SELECT id, name FROM shop WHERE id < ${below})
SELECT p.id, p.name, s.name AS shop, count(*) OVER () AS all_rows
FROM product AS p JOIN open_shop AS s ON s.id = p.shop
ORDER BY s.name, p.id
LIMIT ${size};

/* QUERY search :page
  choices:
    sort:
      cheapest: price, id
      newest: made DESC, id DESC
      ranked: "rank DESC NULLS LAST, price DESC, id"
  doc: Products of a shop.
*/
-- @set ids = 1, 2
SELECT id, name, price, rank, made
FROM product
WHERE true
  AND shop = ${shop} --?
  AND name LIKE ${name} --?
  AND (id IN (${ids})) --?
  AND active --? active
ORDER BY ${sort}
LIMIT ${size};

-- Groups, DISTINCT and UNION, whose columns are a key.
-- QUERY counted :page
SELECT s.id, s.name, count(p.id) AS products FROM shop AS s LEFT JOIN product AS p ON p.shop = s.id GROUP BY s.id, s.name
ORDER BY products DESC, s.id, s.name LIMIT ${size};

-- QUERY prices :page
SELECT DISTINCT price, active FROM product ORDER BY price DESC, active LIMIT ${size};

-- QUERY names :page
SELECT name FROM shop UNION SELECT name FROM product ORDER BY name LIMIT ${size};

-- QUERY kinds :page
SELECT id, price::USMALLINT AS small, price::TINYINT AS tiny, (made::TIMESTAMP AT TIME ZONE 'UTC') AS moment FROM product ORDER BY small, moment DESC, tiny, id LIMIT ${size};

-- Values in the place of rows, one of them NULL, 0 or empty where a page begins.
-- QUERY ids :page :pluck
SELECT id FROM product
WHERE true
  AND shop = ${shop} --?
ORDER BY id DESC
LIMIT ${size};

-- QUERY just_names :page :pluck
SELECT DISTINCT name FROM product ORDER BY name LIMIT ${size};

-- QUERY ranks :page :pluck
SELECT rank - 1 AS place FROM product GROUP BY rank - 1 ORDER BY place NULLS FIRST LIMIT ${size};
