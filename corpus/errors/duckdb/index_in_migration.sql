-- MIGRATE 1
CREATE TABLE item (id INTEGER, price INTEGER);
INSERT INTO item VALUES (1, 2);

-- MIGRATE 2
UPDATE item SET price = 3;
CREATE INDEX item_by_price ON item (price);
