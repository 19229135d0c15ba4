-- MIGRATE 1
CREATE TABLE customer (
  id INTEGER PRIMARY KEY,
  name text NOT NULL
);
CREATE TABLE purchase (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customer (id),
  made DATE NOT NULL,
  note text
);
CREATE TABLE product (
  code text PRIMARY KEY NOT NULL,
  name text NOT NULL,
  price DECIMAL(10, 2) NOT NULL
);
CREATE TABLE item (
  purchase_id INTEGER NOT NULL REFERENCES purchase (id),
  line INTEGER NOT NULL,
  product text REFERENCES product (code),
  quantity INTEGER NOT NULL,
  gift BOOLEAN NOT NULL,
  PRIMARY KEY (purchase_id, line)
);
CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
  product text NOT NULL REFERENCES product (code),
  name text
);

-- TESTDATA
INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bo'), (3, 'Çelik');
INSERT INTO purchase VALUES
  (10, 2, '2024-01-31', NULL),
  (11, 1, '2024-02-01', 'by hand'),
  (12, 1, '2023-12-24', NULL),
  (13, 3, '2024-02-01', 'empty');
INSERT INTO product VALUES ('b', 'Book', 12.50), ('c', 'Cup', 3.00), ('p', 'Pen', 0.99);
INSERT INTO item VALUES (10, 1, 'b', 1, false), (10, 2, NULL, 3, true), (11, 1, 'p', 10, false), (11, 2, 'b', 1, true), (11, 3, 'c', 2, false), (12, 1, 'p', 1, false);
INSERT INTO tag VALUES (1, 'b', 'paper'), (2, 'p', 'ink'), (3, 'p', NULL), (4, 'p', 'ink');

-- A list that may be empty, and one row more.
-- QUERY purchases
SELECT p.id, p.made, p.note, i.line AS "items[].line", i.quantity AS "items[].quantity", i.gift AS "items[].gift"
FROM purchase AS p LEFT JOIN item AS i ON i.purchase_id = p.id
ORDER BY p.id, i.line;

-- Rows of one parent stand apart, and parents come in the order of their first row.
-- QUERY by_quantity
SELECT p.id, i.quantity AS "items[].quantity", i.line AS "items[].line"
FROM purchase AS p LEFT JOIN item AS i ON i.purchase_id = p.id
ORDER BY coalesce(i.quantity, 2), p.id, i.line DESC;

-- An inner join: there is no empty list. An object in the row and objects in the list, which may be missing.
-- QUERY bought
SELECT p.id, c.id AS "customer.id", c.name AS "customer.name", i.line AS "items[].line", t.code AS "items[].product.code",
  t.name AS "items[].product.name", t.price AS "items[].product.price"
FROM purchase AS p JOIN customer AS c ON c.id = p.customer_id JOIN item AS i ON i.purchase_id = p.id
LEFT JOIN product AS t ON t.code = i.product
ORDER BY p.made DESC, p.id, i.line;

-- Lists in a list. The key of an item is its line, within its purchase.
-- QUERY tagged
SELECT p.id, i.line AS "items[].line", i.product AS "items[].product", g.id AS "items[].tags[].id", g.name AS "items[].tags[].name"
FROM purchase AS p LEFT JOIN item AS i ON i.purchase_id = p.id LEFT JOIN tag AS g ON g.product = i.product
ORDER BY p.id, i.line, g.id;

-- Three lists, whose rows come in no order of theirs.
-- QUERY customers
SELECT c.name, c.id, p.id AS "purchases[].id", i.line AS "purchases[].items[].line", g.name AS "purchases[].items[].tags[].name",
  g.id AS "purchases[].items[].tags[].id"
FROM customer AS c LEFT JOIN purchase AS p ON p.customer_id = c.id LEFT JOIN item AS i ON i.purchase_id = p.id
LEFT JOIN tag AS g ON g.product = i.product
ORDER BY g.id, i.line, p.id, c.id;

-- The objects of the list are whole rows of a table, which have its row type.
-- QUERY products
SELECT t.code, t.name, g.id AS "tags[].id", g.product AS "tags[].product", g.name AS "tags[].name"
FROM product AS t LEFT JOIN tag AS g ON g.product = t.code
ORDER BY t.code, g.id;

/* QUERY embedded
  embed: {"tags[]": g}
*/
SELECT t.code, g.* FROM product AS t LEFT JOIN tag AS g ON g.product = t.code ORDER BY t.code, g.id;

-- QUERY tags
SELECT id, product, name FROM tag ORDER BY id;

-- A key of two columns, and what is computed of the parent.
-- QUERY lines
SELECT i.purchase_id, i.line, i.quantity * 2 AS twice, (SELECT count(*) FROM tag) AS total, g.id AS "tags[].id", upper(g.name) AS "tags[].name"
FROM item AS i LEFT JOIN tag AS g ON g.product = i.product
ORDER BY i.line, i.purchase_id, g.id;

-- One row, for which all are read.
-- QUERY purchase_by_id :one
SELECT p.id, c.name AS customer, i.line AS "items[].line"
FROM purchase AS p JOIN customer AS c ON c.id = p.customer_id LEFT JOIN item AS i ON i.purchase_id = p.id
WHERE p.id = ${id} AND i.quantity > 0 IS NOT FALSE
ORDER BY i.line;

-- QUERY sure_purchase :one!
SELECT p.id, i.line AS "items[].line" FROM purchase AS p LEFT JOIN item AS i ON i.purchase_id = p.id WHERE p.id = ${id} ORDER BY i.line DESC;

-- Parts and lists of values: the texts differ, the rows do not.
/* QUERY search
  choices:
    sort: {newest: "p.made DESC, p.id", largest: "i.quantity DESC, p.id"}
*/
-- @set sort = p.made DESC, p.id
-- @set ids = 1, 2
SELECT p.id, i.line AS "items[].line", i.quantity AS "items[].quantity"
FROM purchase AS p
JOIN customer AS c ON c.id = p.customer_id AND c.name = ${customer} --?
LEFT JOIN item AS i ON i.purchase_id = p.id
  AND i.quantity >= ${least} --?
WHERE p.id IN (${ids})
ORDER BY ${sort}, i.line;

-- Rows limited before they are joined.
-- QUERY last_two
SELECT p.id, p.made, i.line AS "items[].line"
FROM purchase AS p LEFT JOIN item AS i ON i.purchase_id = p.id
WHERE p.id IN (SELECT id FROM purchase ORDER BY made DESC, id LIMIT 2)
ORDER BY p.made DESC, p.id, i.line;

-- Groups: an item of the list for each product.
-- QUERY totals
SELECT c.id, t.code AS "products[].code", sum(i.quantity) AS "products[].n"
FROM customer AS c JOIN purchase AS p ON p.customer_id = c.id JOIN item AS i ON i.purchase_id = p.id JOIN product AS t ON t.code = i.product
GROUP BY c.id, t.code
ORDER BY c.id, t.code;
