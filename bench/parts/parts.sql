-- A table of 12 columns to search by, each with an index, searches by 1 to 12 of them, and pages of all rows.

-- MIGRATE 1
CREATE TABLE item (
  id   INTEGER PRIMARY KEY,
  name TEXT    NOT NULL,
  c01  INTEGER NOT NULL,
  c02  INTEGER NOT NULL,
  c03  INTEGER NOT NULL,
  c04  INTEGER NOT NULL,
  c05  INTEGER NOT NULL,
  c06  INTEGER NOT NULL,
  c07  INTEGER NOT NULL,
  c08  INTEGER NOT NULL,
  c09  INTEGER NOT NULL,
  c10  INTEGER NOT NULL,
  c11  INTEGER NOT NULL,
  c12  INTEGER NOT NULL
) STRICT;
CREATE INDEX item_c01 ON item (c01);
CREATE INDEX item_c02 ON item (c02);
CREATE INDEX item_c03 ON item (c03);
CREATE INDEX item_c04 ON item (c04);
CREATE INDEX item_c05 ON item (c05);
CREATE INDEX item_c06 ON item (c06);
CREATE INDEX item_c07 ON item (c07);
CREATE INDEX item_c08 ON item (c08);
CREATE INDEX item_c09 ON item (c09);
CREATE INDEX item_c10 ON item (c10);
CREATE INDEX item_c11 ON item (c11);
CREATE INDEX item_c12 ON item (c12);

-- QUERY search_one :result=ItemRow
SELECT id, name FROM item
WHERE true
  AND c01 = ${c01} --?
ORDER BY id LIMIT 10;

-- QUERY search_two :result=ItemRow
SELECT id, name FROM item
WHERE true
  AND c01 = ${c01} --?
  AND c02 = ${c02} --?
ORDER BY id LIMIT 10;

-- QUERY search_three :result=ItemRow
SELECT id, name FROM item
WHERE true
  AND c01 = ${c01} --?
  AND c02 = ${c02} --?
  AND c03 = ${c03} --?
ORDER BY id LIMIT 10;

-- QUERY search_six :result=ItemRow
SELECT id, name FROM item
WHERE true
  AND c01 = ${c01} --?
  AND c02 = ${c02} --?
  AND c03 = ${c03} --?
  AND c04 = ${c04} --?
  AND c05 = ${c05} --?
  AND c06 = ${c06} --?
ORDER BY id LIMIT 10;

-- QUERY search_nine :result=ItemRow
SELECT id, name FROM item
WHERE true
  AND c01 = ${c01} --?
  AND c02 = ${c02} --?
  AND c03 = ${c03} --?
  AND c04 = ${c04} --?
  AND c05 = ${c05} --?
  AND c06 = ${c06} --?
  AND c07 = ${c07} --?
  AND c08 = ${c08} --?
  AND c09 = ${c09} --?
ORDER BY id LIMIT 10;

-- QUERY search_twelve :result=ItemRow
SELECT id, name FROM item
WHERE true
  AND c01 = ${c01} --?
  AND c02 = ${c02} --?
  AND c03 = ${c03} --?
  AND c04 = ${c04} --?
  AND c05 = ${c05} --?
  AND c06 = ${c06} --?
  AND c07 = ${c07} --?
  AND c08 = ${c08} --?
  AND c09 = ${c09} --?
  AND c10 = ${c10} --?
  AND c11 = ${c11} --?
  AND c12 = ${c12} --?
ORDER BY id LIMIT 10;

-- QUERY list_items :page
SELECT id, name, c01 FROM item ORDER BY c01, id LIMIT ${size};
