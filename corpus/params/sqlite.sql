-- How parameters are declared, typed, ordered and used.

-- MIGRATE 1
CREATE TABLE item (
  id       INTEGER PRIMARY KEY,
  name     TEXT    NOT NULL,
  category TEXT,
  price    REAL    NOT NULL,
  stock    INTEGER NOT NULL DEFAULT 0,
  added    TEXT
) STRICT;

-- TESTDATA
INSERT INTO item (id, name, category, price, stock, added) VALUES
  (1, 'anvil', 'tools', 99.5, 3, '2024-01-01'),
  (2, 'bolt', 'parts', 0.25, 1000, '2024-01-02'),
  (3, 'clamp', 'tools', 12.0, 0, '2024-01-03'),
  (4, 'dowel', NULL, 0.5, 40, NULL),
  (5, 'easel', 'art', 45.0, 2, '2024-01-05');

-- One parameter bound in three places.
-- QUERY repeated :pluck
@set word = 'tools'
SELECT id FROM item WHERE category = ${word} OR name = ${word} OR added = ${word} ORDER BY id;

-- Arguments come in the order of @set (b, a), though a is used first.
-- QUERY order_of_set :one
@set b = 2
@set a = 1
SELECT CAST(${a} AS INTEGER) AS a, CAST(${b} AS INTEGER) AS b;

-- Declared first, then in order of use: z, then x, then y.
-- QUERY order_of_use :one
@set z = 3
SELECT CAST(${x} AS INTEGER) AS x, CAST(${y} AS TEXT) AS y, CAST(${z} AS INTEGER) AS z;

-- No @set at all: the type is that of the column.
-- QUERY without_set :one
SELECT * FROM item WHERE id = ${id};

-- @set in the middle and at the end of the statement; samples may be expressions.
-- QUERY set_anywhere :pluck
SELECT id FROM item
@set low = 1 + 2 * 3
WHERE price >= ${low}
  AND price <= ${high}
ORDER BY id;
@set high = (SELECT max(price) FROM item)

-- Casts say the type where the engine has no column to take it from.
-- QUERY casts :one
@set i = '1'
@set t = 1
SELECT CAST(${i} AS INTEGER) + 1 AS i, CAST(${t} AS TEXT) || '!' AS t, CAST(${r} AS REAL) / 2 AS r, CAST(${b} AS BLOB) AS b;

-- The YAML says the type.
/* QUERY typed_by_yaml :one :pluck
  params:
    when: date
*/
SELECT julianday(${when}) - julianday('2024-01-01');

-- A null sample makes the parameter nullable, and the filter optional.
-- QUERY optional_filters
@set category = null
@set min_price = null
@set name_like = NULL
SELECT id, name, category, price FROM item
WHERE (${category} IS NULL OR category = ${category})
  AND (${min_price} IS NULL OR price >= ${min_price})
  AND (${name_like} IS NULL OR name LIKE ${name_like})
ORDER BY id;

-- Straight into a nullable column: nullable; into a NOT NULL column: not.
-- EXEC insert_item
INSERT INTO item (name, category, price, stock, added) VALUES (${name}, ${category}, ${price}, ${stock}, ${added});

-- The same through UPDATE, with an expression around one of them.
-- EXEC update_item
@set id = 1
UPDATE item SET category = ${category}, added = ${added}, stock = stock + ${delta} WHERE id = ${id};

/* EXEC set_name_or_keep
  params:
    name: text null
*/
UPDATE item SET name = coalesce(${name}, name) WHERE id = ${id};

-- QUERY paged
@set size = 2
@set skip = 1
SELECT id, name FROM item ORDER BY id LIMIT ${size} OFFSET ${skip};

-- QUERY keyset
@set after = 0
SELECT id, name FROM item WHERE id > ${after} ORDER BY id LIMIT ${size};

-- QUERY between :pluck
SELECT id FROM item WHERE price BETWEEN ${low} AND ${high} ORDER BY id;

-- QUERY in_list :pluck
SELECT id FROM item WHERE id IN (${a}, ${b}, ${c}) ORDER BY id;

-- A list of any length goes through JSON.
-- QUERY in_json :pluck
@set ids = '[1,3]'
SELECT id FROM item WHERE id IN (SELECT value FROM json_each(${ids})) ORDER BY id;

-- QUERY like_pattern :pluck
@set pattern = '%o%'
SELECT id FROM item WHERE name LIKE ${pattern} ESCAPE '\' ORDER BY id;

-- In the select list, in ORDER BY's CASE, in a subquery and in a join condition.
-- QUERY everywhere
@set bonus = 10
@set first = 'clamp'
SELECT i.id, i.stock + ${bonus} AS stock, (SELECT count(*) FROM item AS o WHERE o.price > i.price * ${factor}) AS dearer
FROM item AS i JOIN item AS j ON j.id = i.id AND j.stock >= ${at_least}
ORDER BY CASE WHEN i.name = ${first} THEN 0 ELSE 1 END, i.id;

-- QUERY row_value :pluck
SELECT id FROM item WHERE (price, id) > (${price}, ${id}) ORDER BY price, id;

-- In a CTE and in a window frame's neighbour.
-- QUERY in_cte
@set threshold = 1.0
WITH dear AS (SELECT id, price FROM item WHERE price > ${threshold})
SELECT id, sum(price) OVER (ORDER BY id) AS running FROM dear ORDER BY id;

-- Twelve arguments, each its own; the order must hold.
-- QUERY many :one :pluck
SELECT CAST(${p01} AS TEXT) || CAST(${p02} AS TEXT) || CAST(${p03} AS TEXT) || CAST(${p04} AS TEXT)
  || CAST(${p05} AS TEXT) || CAST(${p06} AS TEXT) || CAST(${p07} AS TEXT) || CAST(${p08} AS TEXT)
  || CAST(${p09} AS TEXT) || CAST(${p10} AS TEXT) || CAST(${p11} AS TEXT) || CAST(${p12} AS TEXT);

-- Text in quotes and comments is no parameter.
-- QUERY not_parameters :one
SELECT '${a}' AS a, "id" AS "${b}", 'it''s ${c}' AS c -- ${d}
  /* ${e} */, ${f} + id AS f
FROM item WHERE id = 1;

-- Parameters need no blanks around them.
-- QUERY tight :one :pluck
SELECT(id+${a})*${b}FROM item WHERE id=${id};

-- A column with fractions says that a number has them, too: SQLite divides the integer 150 by 100 to 1.
-- EXEC set_price_in_cents
UPDATE item SET price = ${cents} / 100 WHERE id = ${id};

-- QUERY dearer_than_cents :pluck
SELECT id FROM item WHERE price > ${cents} / 100 ORDER BY id;

-- What SQLite carries along takes no type away.
-- QUERY others_of_tools :pluck
SELECT id FROM item WHERE category = 'tools' AND category <> ${category} AND name > ${name} ORDER BY id;

-- Whoever asks whether a parameter is NULL can give NULL, without saying so.
-- QUERY asked_is_null :pluck
@set category = 'tools'
SELECT id FROM item WHERE (${category} IS NULL OR category = ${category}) ORDER BY id;

-- QUERY asked_list :pluck
SELECT id FROM item WHERE (${categories} IS NULL OR category IN (SELECT value FROM json_each(${categories}))) ORDER BY id;

-- The same, and the file says it.
-- QUERY said_list :pluck
@set categories = null
SELECT id FROM item WHERE (${categories} IS NULL OR category IN (SELECT value FROM json_each(${categories}))) ORDER BY id;

-- The last argument of coalesce can have another for it no more.
-- EXEC asked_coalesce
UPDATE item SET name = coalesce(${name}, ${otherwise}, name) WHERE id = ${id};

-- QUERY asked_distinct :pluck
SELECT id FROM item WHERE category IS ${category} ORDER BY id;

-- What a parameter is replaced by can be NULL where it can.
-- QUERY asked_result :one
SELECT coalesce(CAST(${first} AS TEXT), CAST(${second} AS TEXT)) AS one, CAST(${plain} AS TEXT) AS two;

-- What is stored can be NULL where its column can, also where it is one of several values, cast, or compared away.
-- EXEC stored_case
UPDATE item SET
  category = CASE WHEN ${change} = 1 THEN ${category} ELSE category END,
  name = CASE WHEN ${change} = 1 THEN ${name} ELSE name END
WHERE id = ${id};

-- EXEC stored_cast
UPDATE item SET category = CAST(${category} AS TEXT) WHERE id = ${id};

-- EXEC stored_nullif
UPDATE item SET category = nullif(CAST(${category} AS TEXT), '') WHERE id = ${id};

-- EXEC stored_coalesce
UPDATE item SET category = coalesce(category, ${category}) WHERE id = ${id};
