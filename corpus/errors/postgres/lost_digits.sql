-- MIGRATE 1
CREATE TABLE goods (id integer PRIMARY KEY, price numeric(10, 2) NOT NULL, weight real NOT NULL, number bigint NOT NULL);

-- EXEC divided
UPDATE goods SET price = ${p} / 100;

-- EXEC negated
UPDATE goods SET price = -(${p} * 2), weight = ${w} + 1;

-- EXEC floats
UPDATE goods SET price = ${p} * sqrt(2);

-- EXEC inserted
INSERT INTO goods (id, price, weight, number) VALUES (${id} + 1, ${p} / 100, 1, 1), (2, 1, ${w} * 2, 1);

-- EXEC upserted
INSERT INTO goods (id, price, weight, number) VALUES (1, 1, 1, 1) ON CONFLICT (id) DO UPDATE SET price = ${p} % 7;

-- EXEC merged
MERGE INTO goods AS g USING (SELECT 1 AS id) AS n ON g.id = n.id WHEN MATCHED THEN UPDATE SET price = ${p} / 3;

-- EXEC selected
INSERT INTO goods (id, price, weight, number) SELECT number, ${p} / 100, 1, 1 FROM goods;

-- QUERY compared
SELECT id FROM goods WHERE price > ${p} - 1 AND ${w} * 2 = weight;

-- EXEC cast
UPDATE goods SET price = ${p}::numeric / 100, weight = CAST(${w} AS integer) / 2;

-- EXEC decimals
UPDATE goods SET price = ${p} / 100.0, weight = weight * ${w}, number = ${n} * 2;

/* EXEC declared
  params:
    p: integer
*/
UPDATE goods SET price = ${p} / 100;

-- EXEC straight
UPDATE goods SET price = ${p}, weight = ${w} WHERE number = ${n} - 1;
