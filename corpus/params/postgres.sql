-- How parameters are declared, typed, ordered and used.

-- MIGRATE 1
CREATE TABLE item (
  id       integer PRIMARY KEY,
  name     text    NOT NULL,
  category text,
  price    double precision NOT NULL,
  stock    integer NOT NULL DEFAULT 0,
  added    text
);

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
SELECT CAST(${a} AS integer) AS a, CAST(${b} AS integer) AS b;

-- Declared first, then in order of use: z, then x, then y.
-- QUERY order_of_use :one
@set z = 3
SELECT CAST(${x} AS integer) AS x, CAST(${y} AS text) AS y, CAST(${z} AS integer) AS z;

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
SELECT CAST(${i} AS integer) + 1 AS i, CAST(${t} AS text) || '!' AS t, CAST(${r} AS double precision) / 2 AS r,
  CAST(${b} AS bytea) AS b;

-- The YAML says the type.
/* QUERY typed_by_yaml :one :pluck
  params:
    when: date
*/
SELECT ${when} - date '2024-01-01';

-- The YAML says one type, and a cast makes another of it.
/* QUERY cast_from_yaml :one :pluck
  params:
    day: date
*/
SELECT ${day}::timestamp + interval '1 hour';

-- A null sample makes the parameter nullable, and the filter optional.
-- QUERY optional_filters
@set category = null
@set min_price = null
@set name_like = NULL
SELECT id, name, category, price FROM item
WHERE (${category}::text IS NULL OR category = ${category})
  AND (${min_price}::double precision IS NULL OR price >= ${min_price})
  AND (${name_like}::text IS NULL OR name LIKE ${name_like})
ORDER BY id;

-- The same without a cast: the server takes the type from the parameter's other use.
-- QUERY optional_filters_uncast
@set category = null
@set min_price = null
SELECT id, name FROM item
WHERE (category = ${category} OR ${category} IS NULL) AND (price >= ${min_price} OR ${min_price} IS NULL)
ORDER BY id;

-- Straight into a nullable column: nullable; into a NOT NULL column: not.
-- EXEC insert_item
INSERT INTO item (name, category, price, stock, added, id)
VALUES (${name}, ${category}, ${price}, ${stock}, ${added}, (SELECT coalesce(max(id), 0) + 1 FROM item));

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
SELECT id FROM item WHERE id IN (SELECT value::integer FROM json_array_elements_text(${ids}) AS value) ORDER BY id;

-- A list of any length is an array.
-- QUERY in_array :pluck
@set ids = array[1, 3]
SELECT id FROM item WHERE id = ANY(${ids}) ORDER BY id;

-- QUERY not_in_array :pluck
@set names = array['anvil']
SELECT id FROM item WHERE name <> ALL(${names}) ORDER BY id;

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
SELECT CAST(${p01} AS text) || CAST(${p02} AS text) || CAST(${p03} AS text) || CAST(${p04} AS text)
  || CAST(${p05} AS text) || CAST(${p06} AS text) || CAST(${p07} AS text) || CAST(${p08} AS text)
  || CAST(${p09} AS text) || CAST(${p10} AS text) || CAST(${p11} AS text) || CAST(${p12} AS text);

-- Text in quotes and comments is no parameter.
-- QUERY not_parameters :one
SELECT '${a}' AS a, "id" AS "${b}", 'it''s ${c}' AS c -- ${d}
  /* ${e} /* ${nested} */ */, ${f} + id AS f, $$ ${g} $$ AS g, $tag$ $$ ${h} $tag$ AS h, E'\' ${i}' AS i, U&'\0024{j}' AS j
FROM item WHERE id = 1;

-- Parameters need no blanks around them.
-- QUERY tight :one :pluck
SELECT(id+${a})*(${b})FROM item WHERE id=${id};

-- The server knows the type only of the second use, and of the parameter whose sample is text.
-- QUERY sampled :one
@set word = 'x'
@set size = 3
SELECT ${word} AS word, ${size}::integer AS size, repeat(${word}, ${size}) AS words;

-- Types that an insert of many rows would not find: the column's type goes through VALUES and SELECT.
-- EXEC insert_two
INSERT INTO item (id, name, price) SELECT v.id, v.name, v.price
FROM (VALUES (${id1}::integer, ${name1}, ${price1}::double precision), (${id2}, ${name2}, ${price2})) AS v (id, name, price);

-- Whoever asks whether a parameter is NULL can give NULL, without saying so.
-- QUERY asked_is_null :pluck
@set category = 'tools'
SELECT id FROM item WHERE (${category}::text IS NULL OR category = ${category}) ORDER BY id;

-- QUERY asked_list :pluck
SELECT id FROM item WHERE (${categories}::text[] IS NULL OR category = ANY(${categories})) ORDER BY id;

-- The same, and the file says it.
-- QUERY said_list :pluck
@set categories = null
SELECT id FROM item WHERE (${categories}::text[] IS NULL OR category = ANY(${categories})) ORDER BY id;

-- The last argument of coalesce can have another for it no more.
-- EXEC asked_coalesce
UPDATE item SET name = coalesce(${name}, ${otherwise}, name) WHERE id = ${id};

-- QUERY asked_distinct :pluck
SELECT id FROM item WHERE category IS NOT DISTINCT FROM ${category} ORDER BY id;

-- What a parameter is replaced by can be NULL where it can.
-- QUERY asked_result :one
SELECT coalesce(${first}::text, ${second}::text) AS one, CAST(${plain} AS text) AS two;

-- What is stored can be NULL where its column can, also where it is one of several values, cast, or compared away.
-- EXEC stored_case
UPDATE item SET
  category = CASE WHEN ${change} = 1 THEN ${category} ELSE category END,
  name = CASE WHEN ${change} = 1 THEN ${name} ELSE name END
WHERE id = ${id};

-- EXEC stored_cast
UPDATE item SET category = CAST(${category} AS text) WHERE id = ${id};

-- EXEC stored_nullif
UPDATE item SET category = nullif(CAST(${category} AS text), '') WHERE id = ${id};

-- EXEC stored_coalesce
UPDATE item SET category = coalesce(category, ${category}) WHERE id = ${id};
