-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL, note TEXT);

-- A comma that stays behind.
-- EXEC comma
UPDATE item SET
  name = ${name},   --?
  price = ${price}  --?
WHERE id = ${id};

-- Other columns.
-- QUERY columns
SELECT id
  , name            --? named
FROM item;

-- Every row, where it is left out.
-- EXEC every_row
DELETE FROM item
WHERE id = ${id}    --?
;

-- It is always given.
-- QUERY given :pluck
SELECT id FROM item
WHERE price > ${price}
  AND (price < 10 OR price < 2 * ${price}) --?
;

-- It depends on nothing.
-- QUERY nothing :pluck
SELECT id FROM item
WHERE price > 1     --?
;

-- It can never be there.
-- QUERY never :pluck
SELECT id FROM item
WHERE true
  AND price = ${price} --? price, !price
;

-- QUERY no_name :pluck
SELECT id FROM item
WHERE price > 1     --? two words
;

-- QUERY behind :pluck
SELECT id FROM item
WHERE price > 1     --? high {
;

-- QUERY alone :pluck
SELECT id FROM item
--? high
WHERE price > 1;

-- QUERY unclosed :pluck
SELECT id FROM item
--? high {
WHERE price > 1;

-- QUERY unopened :pluck
SELECT id FROM item
WHERE price > 1
--? }
;

-- QUERY within :pluck
SELECT id FROM item
WHERE name = 'a
b' AND price > 1    --? high
;

-- EXEC many_rows :bulk
UPDATE item SET id = id
  , name = ${name}  --?
WHERE id = ${id};

-- Too many.
-- QUERY many :pluck
SELECT id FROM item WHERE true
  AND price <> 1 --? a
  AND price <> 2 --? b
  AND price <> 3 --? c
  AND price <> 4 --? d
  AND price <> 5 --? e
  AND price <> 6 --? f
  AND price <> 7 --? g
  AND price <> 8 --? h
  AND price <> 9 --? i
  AND price <> 10 --? j
  AND price <> 11 --? k
  AND price <> 12 --? l
  AND price <> 13 --? m
;

-- Not all of it depends on the same.
-- QUERY star
SELECT *
FROM item
  JOIN (SELECT 1 AS one) AS other ON true --? other
;

-- QUERY nothing_left :pluck
--? any {
SELECT id FROM item;
--? }

-- A formatter put a blank in.
-- QUERY blank :pluck
SELECT id FROM item
WHERE price > 1
  AND price < 9   -- ? high
;

-- What is given or not is nothing of the statement, or nothing else is named.
-- QUERY alternatives :pluck
--! high | low
--! high
--! high | two words
SELECT id FROM item
WHERE price > 1
  AND price < 9     --? high
;

-- QUERY nothing_asked :pluck
--! high | low
--! !high | low
--! high | !low
--! !high | !low
SELECT id FROM item
WHERE price > 1
  AND price < 9     --? high
  AND price < 8     --? low
;

-- QUERY alternative_behind :pluck
SELECT id FROM item
WHERE price > 1
  AND price < 9     --? high
  AND price < 8     --! high | low
;

-- A formatter put a blank in.
-- QUERY alternative_blank :pluck
-- ! high | low
SELECT id FROM item
WHERE price > 1
  AND price < 9     --? high
  AND price < 8     --? low
;

-- Without its parameters, this deletes every row: WHERE true is no condition.
-- EXEC every_row_of_true
DELETE FROM item
WHERE true
  AND id = ${id}          --?
  AND price < ${price}    --?
;

-- Only with both, a name may be of either table.
-- QUERY of_two_tables :pluck
SELECT item.id
FROM item
--? other {
JOIN item AS other
  ON other.price = item.price AND other.id > ${other}
--? }
WHERE true
  AND item.price < ${below} --?
  AND note = ${text}        --?
;
