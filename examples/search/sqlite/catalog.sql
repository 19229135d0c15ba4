-- The products of a shop. postgres/catalog.sql has the same statements for PostgreSQL.

-- MIGRATE 1_products
CREATE TABLE product (
  id      INTEGER PRIMARY KEY,
  name    TEXT    NOT NULL,
  kind    TEXT    NOT NULL,
  price   INTEGER NOT NULL CHECK (price >= 0),
  stock   INTEGER NOT NULL DEFAULT 1,
  rating  INTEGER CHECK (rating BETWEEN 1 AND 5),
  note    TEXT,
  changed TEXT    NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT;
CREATE INDEX product_price ON product (price, id);
CREATE INDEX product_name ON product (name, id);

CREATE TABLE product_tag (
  product_id INTEGER NOT NULL REFERENCES product (id),
  tag        TEXT    NOT NULL,
  PRIMARY KEY (product_id, tag)
) STRICT, WITHOUT ROWID;

-- A page of the products that pass every filter that is given.
/* QUERY search_products :page
  choices:
    sort:
      newest: p.id DESC
      cheapest: p.price, p.id
      dearest: p.price DESC, p.id
      best: p.rating DESC NULLS LAST, p.id
      name: p.name, p.id
*/
-- @set kinds = 'tool', 'part'
-- @set sort = p.id
SELECT p.id, p.name, p.kind, p.price, p.stock, p.rating
FROM product AS p
--? tag {
JOIN product_tag AS t ON t.product_id = p.id AND t.tag = ${tag}
--? }
WHERE true
  AND instr(lower(p.name), lower(${name})) > 0    --?
  AND p.kind IN (${kinds})                        --?
  AND p.price >= ${low}                           --?
  AND p.price <= ${high}                          --?
  AND p.stock > 0                                 --? in_stock
ORDER BY ${sort}
LIMIT ${size};

-- QUERY get_product :one
SELECT id, name, kind, price, stock, rating, note FROM product WHERE id = ${id};

-- A column that is left out takes its default.
-- QUERY add_product :one :pluck
INSERT INTO product (
  stock,                                          --? stock
  rating,                                         --? rating
  note,                                           --? note
  name, kind, price
) VALUES (
  ${stock},                                       --?
  ${rating},                                      --?
  ${note},                                        --?
  ${name}, ${kind}, ${price}
) RETURNING id;

-- Changes the columns that are given, and leaves the others as they are.
-- EXEC change_product
UPDATE product SET
  name = ${name},                                 --?
  price = ${price},                               --?
  stock = ${stock},                               --?
  rating = ${rating},                             --?
  note = ${note},                                 --?
  changed = CURRENT_TIMESTAMP
WHERE id = ${id};

-- EXEC tag_product
-- @set id = 1
-- @set tag = 'new'
INSERT INTO product_tag (product_id, tag)
SELECT id, ${tag} FROM product WHERE id = ${id}
ON CONFLICT DO NOTHING;
