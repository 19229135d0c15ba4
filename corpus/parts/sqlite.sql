-- MIGRATE 1
CREATE TABLE product (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  price DOUBLE PRECISION NOT NULL,
  note TEXT,
  kind VARCHAR(10),
  stock INTEGER NOT NULL DEFAULT 7,
  active BOOLEAN NOT NULL DEFAULT true,
  added DATE,
  amount DECIMAL(12, 3)
);
CREATE TABLE product_category (product_id INTEGER NOT NULL, category_id INTEGER NOT NULL);

-- TESTDATA
INSERT INTO product VALUES
  (1, 'ant', 1.5, 'small', 'a', 0, true, '2024-01-31', 1.25),
  (2, 'bee', 2.5, NULL, 'b', 3, true, '2024-02-29', NULL),
  (3, 'cat', 30, 'it''s big', 'a', 1, false, NULL, 3.125),
  (4, 'ape', 100.25, NULL, NULL, 9, true, '1999-12-31', -0.001),
  -- One that every filter lets through, and for each filter one that only it does not.
  (10, 'asp', 50, 'x', 'a', 4, true, '2001-01-01', 7.5),
  (11, 'asp', 50, 'x', 'a', 4, true, '2001-01-01', 7.5),
  (12, 'wasp', 50, 'x', 'a', 4, true, '2001-01-01', 7.5),
  (13, 'asp', 7, 'x', 'a', 4, true, '2001-01-01', 7.5),
  (14, 'asp', 70, 'x', 'a', 4, true, '2001-01-01', 7.5),
  (15, 'asp', 50, 'x', 'b', 4, true, '2001-01-01', 7.5),
  (16, 'asp', 50, 'x', 'a', 4, true, '2001-01-02', 7.5),
  (17, 'asp', 50, 'x', 'a', 4, true, '2001-01-01', 7.25),
  (18, 'asp', 50, 'x', 'a', 0, true, '2001-01-01', 7.5);
INSERT INTO product_category VALUES (1, 10), (2, 10), (3, 20), (4, 20), (4, 10),
  (10, 10), (11, 20), (12, 10), (13, 10), (14, 10), (15, 10), (16, 10), (17, 10), (18, 10);

-- QUERY search
SELECT p.id, p.name, p.note
FROM product AS p
--? category {
JOIN product_category AS pc ON pc.product_id = p.id AND pc.category_id = ${category}
--? }
WHERE p.price >= ${least}
  AND p.name LIKE ${name} || '%'            --?
  AND p.price BETWEEN ${low} AND ${high}    --?
  AND p.stock > 0                           --? in_stock
  AND p.kind = ${kind}                      --?
  AND p.added = ${added}                    --?
  AND p.amount = ${amount}                  --?
ORDER BY p.id;

-- One parameter in two places, and a part within a part.
-- QUERY near :pluck
@set ids = 1, 2
SELECT id
FROM product
WHERE true
--? {
  AND (price = ${price}
    OR stock = ${stock}                     --?
    OR price > ${price} AND active)
--? }
  AND id NOT IN (${ids})                    --?
ORDER BY
  name DESC,                                --? by_name
  id;

-- QUERY cheapest :one
SELECT id, name FROM product
WHERE kind = ${kind}                        --?
ORDER BY price LIMIT 1;

-- What is not given and what is NULL are two things.
-- QUERY with_note :pluck
SELECT id FROM product
WHERE true
  AND note IS NOT DISTINCT FROM ${note}     --?
  AND note IS NULL                          --? !note
ORDER BY id;

-- QUERY both :pluck
SELECT id FROM product WHERE active
--? inactive {
UNION ALL
SELECT id FROM product WHERE NOT active AND stock >= ${stock}
--? }
ORDER BY id;

-- EXEC patch :batch
UPDATE product SET id = id
  , name = ${name}                          --?
  , note = ${note}                          --?
  , price = ${price}                        --?
  , active = ${active}                      --?
WHERE id = ${id};

-- EXEC remove :batch
-- @set ids = 1, 2
DELETE FROM product
WHERE stock < ${stock}
  AND id IN (${ids});                       --?

-- EXEC add :batch
INSERT INTO product (id, name, price
  , stock                                   --? stock
  , note                                    --? note
) VALUES (${id}, ${name}, ${price}
  , ${stock}                                --?
  , ${note}                                 --?
);

-- QUERY renamed
UPDATE product SET name = ${name}
WHERE stock > ${stock}
  AND kind = ${kind}                        --?
RETURNING id, name;

/* QUERY sorted
  choices:
    sort: {newest: "added DESC, id", cheapest: "price, id", by name: "name DESC, id"}
*/
-- @set sort = id
SELECT id, name FROM product
WHERE kind = ${kind}                        --?
ORDER BY ${sort};

-- One choice in two places.
/* QUERY tallied
  choices:
    by: {kind: CAST(kind AS TEXT), letter: "substr(name, 1, 1)"}
    way: {up: '', down: DESC}
*/
SELECT ${by} AS word, count(*) AS n
FROM product
--? stocked {
WHERE stock >= ${least}
--? }
GROUP BY ${by}
ORDER BY n ${way}, word;

/* QUERY found :pluck
  choices:
    part: {all: product, dear: (SELECT * FROM product WHERE price > 40)}
*/
SELECT p.id FROM ${part} AS p
WHERE p.stock >= ${stock}
ORDER BY p.id;

/* EXEC restock :batch
  choices:
    how: {more: stock + 10, none: 0, same: stock}
*/
UPDATE product SET stock = ${how}
WHERE id >= ${least}
  AND kind = ${kind};                       --?

-- What cannot be asked for: neither a name nor a kind, and a price from which without one up to which.
-- QUERY narrowed :pluck
SELECT id FROM product
WHERE true
--! name | kind
--! !low | high
  AND name = ${name}                        --?
  AND kind = ${kind}                        --?
  AND price >= ${low}                       --?
  AND price <= ${high}                      --?
ORDER BY id;

-- A batch of texts of which some are refused.
-- EXEC adjust :batch
UPDATE product SET active = active
--! price | note
  , price = ${price}                        --?
  , note = ${note}                          --?
WHERE id = ${id};
