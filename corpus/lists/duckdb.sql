-- MIGRATE 1
CREATE TABLE item (
  id bigint PRIMARY KEY,
  name TEXT NOT NULL,
  code VARCHAR(10),
  price DOUBLE,
  other bigint,
  day DATE,
  flag BOOLEAN,
  uid UUID,
  data BLOB,
  amount DECIMAL(12, 3)
);

-- TESTDATA
INSERT INTO item VALUES
  (1, 'one', 'a', 1.5, NULL, '2024-01-31', true, '00000000-0000-0000-0000-000000000001', '\x00\xff', 1.25),
  (2, 'two "quoted" \ here', 'b', 0.1, 1, '2024-02-29', false, '00000000-0000-0000-0000-000000000002', '', 100),
  (3, 'line
break', NULL, NULL, 3, NULL, NULL, NULL, NULL, NULL),
  (4, '', 'a', -2.5e-7, 2, '1066-10-14', true, '00000000-0000-0000-0000-000000000004', '\xde\xad\xbe\xef', -0.001),
  (5, 'naïve ☂ 🎵', 'it''s', 9007199254740993, 9007199254740993, '2999-12-31', false,
    'ffffffff-ffff-ffff-ffff-ffffffffffff', '\x27', 999999999.999);

-- QUERY by_ids
@set ids = 1, 2, 3
SELECT id, name FROM item WHERE id IN (${ids}) ORDER BY id;

-- QUERY without_ids :pluck
@set ids = 1, 2, 3
SELECT id FROM item WHERE id NOT IN (${ids}) ORDER BY id;

-- NULL is in no list, and not in none but the empty one.
-- QUERY without_others :pluck
@set others = 1, 2
SELECT id FROM item WHERE other NOT IN (${others}) ORDER BY id;

/* QUERY by_names :pluck
  params: {names: list}
*/
SELECT id FROM item WHERE name IN (${names}) ORDER BY id;

-- QUERY by_codes :pluck
@set codes = 'a', 'b'
SELECT id FROM item WHERE code in ( /* any of :) */ ${codes} ) ORDER BY id;

-- QUERY by_prices :pluck
@set prices = 1.5, 2
SELECT id FROM item WHERE price IN (${prices}) ORDER BY id;

-- QUERY by_days :pluck
@set days = '2024-01-31', '2024-02-29'
SELECT id FROM item WHERE day IN (${days}) ORDER BY id;

-- QUERY by_flags :pluck
@set flags = true, false
SELECT id FROM item WHERE flag IN (${flags}) ORDER BY id;

/* QUERY by_uids :pluck
  params: {uids: list}
*/
SELECT id FROM item WHERE uid IN (${uids}) ORDER BY id;

/* QUERY by_data :pluck
  params: {blobs: list}
*/
SELECT id FROM item WHERE data IN (${blobs}) ORDER BY id;

-- QUERY by_amounts :pluck
@set amounts = 1.25, 100
SELECT id FROM item WHERE amount IN (${amounts}) ORDER BY id;

-- Two lists and a value, in an order of their own.
-- QUERY between :one :pluck
@set names = 'one', 'two'
@set low = 1
@set ids = 1, 2
SELECT count(*) FROM item WHERE id IN (${ids}) AND name NOT IN (${names}) AND id >= ${low};

-- One list in two places.
-- QUERY either :pluck
@set ids = 1, 2
SELECT id FROM item WHERE other IN (${ids}) OR NOT id NOT IN (${ids}) ORDER BY id;

-- Whether each is in the list, as a value.
-- QUERY marked
@set ids = 1, 2
SELECT id, id + 1 IN (${ids}) AS next, other IN (${ids}) AS other FROM item ORDER BY id;

/* QUERY typed :pluck
  params: {words: text list}
*/
SELECT id FROM item WHERE coalesce(code, 'none') || name IN (${words}) ORDER BY id;

-- EXEC rename_ids
@set name = 'x'
@set ids = 1, 2
UPDATE item SET name = ${name} WHERE id IN (${ids});

-- EXEC remove_ids :batch :bulk
@set ids = 1, 2
DELETE FROM item WHERE id IN (${ids});

-- QUERY returned_ids
@set ids = 1, 2
DELETE FROM item WHERE id IN (${ids}) RETURNING id;

-- EXEC add_item :batch
INSERT INTO item (id, name, price) VALUES (${id}, ${name}, ${price});
