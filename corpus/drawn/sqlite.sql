-- MIGRATE 1
CREATE TABLE product (id INTEGER PRIMARY KEY, name VARCHAR(10), stock INTEGER DEFAULT 7, price DOUBLE PRECISION,
  kind VARCHAR(10) NOT NULL);
CREATE TABLE tag (owner INTEGER NOT NULL, word VARCHAR(3) NOT NULL, PRIMARY KEY (owner, word));

-- TESTDATA
INSERT INTO product VALUES
  (1, 'a', 1, 1, 'x'),
  (2, 'a', NULL, 0.5, 'a'),
  (3, 'b', 3, 1.5, 'x'),
  (4, 'a', 0, NULL, 'a'),
  (5, 'it''s', 1, 1, 'b'),
  (6, 'a', 2, 1, 'x'),
  (7, 'a', 0, NULL, 'a'),
  (8, 'b', 2, 1.5, 'a'),
  (9, 'it''s', 2, 1, 'b'),
  (10, NULL, NULL, 1.5, 'a'),
  (11, 'it''s', NULL, NULL, 'a'),
  (12, 'a', 1, 1.5, 'x'),
  (13, 'b', 2, 1, 'a'),
  (14, NULL, NULL, 1.5, 'a'),
  (15, 'a', 3, 1.5, 'x'),
  (16, 'b', 0, 0.5, 'b'),
  (17, NULL, 2, NULL, 'x'),
  (18, 'it''s', 1, 1, 'x'),
  (19, 'b', 1, 1.5, 'b'),
  (20, NULL, 1, 1, 'b'),
  (21, 'b', 1, 0.5, 'a'),
  (22, 'a', 0, 2.25, 'a'),
  (23, 'a', NULL, 1, 'b'),
  (24, NULL, 2, 2.25, 'x'),
  (25, NULL, 3, NULL, 'x'),
  (26, NULL, 0, 2.25, 'b'),
  (27, 'a', NULL, 1, 'x'),
  (28, 'b', 3, 1, 'a'),
  (29, 'it''s', 2, 0.5, 'a'),
  (30, NULL, 1, 1, 'a');
INSERT INTO tag VALUES (1, 'a'), (2, 'a'), (3, 'a'), (3, 'b'), (4, 'a'), (6, 'b'), (7, 'a'), (7, 'b'), (8, 'a'), (8, 'b'), (9, 'b'), (10, 'a'), (10, 'b'), (11, 'a'), (11, 'b'), (12, 'a'), (12, 'b'), (13, 'b'), (14, 'a'), (15, 'a'), (16, 'a'), (16, 'b'), (17, 'a'), (18, 'a'), (19, 'a'), (19, 'b'), (21, 'a'), (22, 'b'), (23, 'b'), (24, 'a'), (24, 'b'), (25, 'a'), (25, 'b'), (26, 'b'), (28, 'a'), (28, 'b'), (29, 'a'), (29, 'b');

-- QUERY r0
-- @set p3 = 1, 2
SELECT product.id, name, kind
FROM product
WHERE true
  AND product.id NOT IN (${p3}) --? f1, p3
ORDER BY
  kind, product.id;

/* QUERY r1 :pluck
  choices:
    sort: {newest: "id DESC", cheapest: "price, id", "by name": name}
*/
SELECT id
FROM product
WHERE true
  AND name = ${p1}
  AND price >= ${p2} --? p2, f1
  AND product.id <> 7 --? !p2
ORDER BY ${sort}, id;

-- QUERY r2 :pluck
SELECT id FROM product WHERE kind <> ${p2}
--? p1, !f1 {
UNION ALL
SELECT id FROM product WHERE price >= ${p1}
--? }
ORDER BY id;

/* QUERY r3
  choices:
    sort: {newest: "id DESC", cheapest: "price DESC, id"}
    of: {all: product, stocked: (SELECT * FROM product WHERE stock > 1)}
*/
SELECT id
FROM ${of} AS product
WHERE true
  AND name = ${p1}
  AND kind <> ${p2} --? f2, p2
ORDER BY ${sort};

-- QUERY r4
SELECT kind, count(*) AS n
FROM product
--? p1 {
JOIN tag ON tag.owner = product.id AND tag.word = ${p1}
--? }
WHERE true
  AND (kind = ${p2} OR name = ${p2}) --?
  AND product.id <> 7 --? !p2
--? !f1, p3 {
  AND (name IS NOT DISTINCT FROM ${p3}
    OR name IS NOT DISTINCT FROM ${p4} --?
    OR product.id = 1)
--? }
GROUP BY kind
HAVING count(*) > ${p5} --?
ORDER BY kind;

/* QUERY r5 :page
  choices:
    sort: {newest: "id DESC", cheapest: "price DESC, stock NULLS LAST, id DESC", named: "price DESC NULLS FIRST, kind DESC NULLS LAST, id"}
*/
SELECT id, kind, name, stock, price
FROM product
WHERE true
--? {
  AND (name = ${p1}
    OR stock < ${p2} --? p2
    OR product.id = 1)
--? }
ORDER BY ${sort}
LIMIT ${size};

-- EXEC r6
UPDATE product SET stock = stock
  , name = ${p1} --? p1, f2
WHERE id <= ${p2}
  AND kind <> ${p3}
--? p4 {
  AND (price >= ${p4}
    OR name IS NOT DISTINCT FROM ${p5} --? f3, p5
    OR product.id = 1)
--? }
;

-- QUERY r7
-- @set p6 = 1, 2
UPDATE product SET stock = stock
  , name = ${p1} --? p1
  , price = ${p2} --?
  , kind = ${p3} --? f2, p3
WHERE id = ${key}
  AND name IS NOT DISTINCT FROM ${p4}
  AND product.id IN (${p6}) --?
RETURNING id, name, stock;

-- EXEC r8
DELETE FROM product
WHERE id = ${key}
--? !f1, p1 {
  AND (kind <> ${p1}
    OR (kind = ${p2} OR name = ${p2}) --? p2
    OR product.id = 1)
--? }
;

-- EXEC r9
INSERT INTO product (id, kind
  , name --? p1
  , stock --? p2
) VALUES (${fresh}, ${p3}
  , ${p1} --? p1
  , ${p2} --? p2
);

-- QUERY r10 :one
WITH few AS (
  SELECT product.id, name FROM product
--? p1 {
JOIN tag ON tag.owner = product.id AND tag.word = ${p1}
--? }
WHERE true
--? p2 {
  AND (stock < ${p2}
    OR stock < ${p3} --? p3
    OR product.id = 1)
--? }
)
SELECT id, name FROM few WHERE id >= ${key}
ORDER BY id LIMIT 1;

-- QUERY r11
SELECT product.id, name, kind
FROM product
JOIN tag ON tag.owner = product.id AND tag.word <> ${p1} --? p1, f2
WHERE true
  AND name = ${p2} --? p2, f1
ORDER BY
  kind, product.id;

/* QUERY r12 :pluck
  choices:
    sort: {newest: "id DESC", cheapest: "price, id", "by name": name}
*/
SELECT id
FROM product
WHERE true
  AND kind <> ${p1}
  AND name = ${p2} --? !f1, p2
ORDER BY ${sort}, id;

-- QUERY r13 :pluck
SELECT id FROM product WHERE kind <> ${p2}
--? p1, f1 {
UNION ALL
SELECT id FROM product WHERE kind <> ${p1}
--? }
ORDER BY id;

/* QUERY r14 :pluck
  choices:
    sort: {newest: "id DESC", cheapest: "price DESC, id"}
    of: {all: product, stocked: (SELECT * FROM product WHERE stock > 1)}
*/
-- @set p3 = 1, 2
SELECT id
FROM ${of} AS product
WHERE true
  AND name = ${p1} --? p1
  AND product.id IN (${p3}) --?
ORDER BY ${sort};

-- QUERY r15
-- @set p4 = 1, 2
SELECT kind, count(*) AS n
FROM product
JOIN tag ON tag.owner = product.id AND tag.word <> ${p1} --?
WHERE true
  AND name IS NOT DISTINCT FROM ${p2}
  AND product.id IN (${p4}) --?
  AND name = ${p5} --? p5
GROUP BY kind
HAVING count(*) > ${p6} --?
ORDER BY kind;

/* QUERY r16 :page
  choices:
    sort: {newest: "id DESC", cheapest: "price NULLS LAST, stock NULLS LAST, id", named: "price DESC NULLS FIRST, name DESC NULLS FIRST, id DESC"}
*/
SELECT id, kind, name, stock, price
FROM product
WHERE true
  AND kind <> ${p1} --? p1
  AND product.id <> 7 --? !p1
ORDER BY ${sort}
LIMIT ${size};

-- EXEC r17 :batch
UPDATE product SET stock = stock
  , price = ${p1} --? p1
  , kind = ${p2} --?
WHERE id <= ${p3}
  AND price >= ${p4} --? p4
--? p5 {
  AND (stock < ${p5}
    OR name IS NOT DISTINCT FROM ${p6} --? f3, p6
    OR product.id = 1)
--? }
;

-- QUERY r18
UPDATE product SET stock = stock
  , name = ${p1} --? !f1, p1
  , price = ${p2} --?
  , kind = ${p3} --?
WHERE id = ${key}
  AND name IS NOT DISTINCT FROM ${p4} --?
--? {
  AND (stock < ${p5}
    OR (kind = ${p6} OR name = ${p6}) --?
    OR product.id = 1)
--? }
RETURNING id, name, stock;

-- EXEC r19
DELETE FROM product
WHERE id = ${key}
  AND price >= ${p1}; --? p1

-- EXEC r20
INSERT INTO product (id, kind
  , name --? p1
  , stock --? p2, !f1
  , price --? p3
) VALUES (${fresh}, ${p4}
  , ${p1} --? p1
  , ${p2} --? p2, !f1
  , ${p3} --? p3
);

-- QUERY r21 :one
-- @set p3 = 1, 2
WITH few AS (
  SELECT product.id, name FROM product
--? p1 {
JOIN tag ON tag.owner = product.id AND tag.word = ${p1}
--? }
WHERE true
  AND product.id IN (${p3}) --? f2, p3
)
SELECT id, name FROM few WHERE id >= ${key}
ORDER BY id LIMIT 1;
