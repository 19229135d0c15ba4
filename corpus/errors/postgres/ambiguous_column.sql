-- MIGRATE 1
CREATE TABLE a (id integer, x text);
CREATE TABLE b (id integer, x text);

-- QUERY both
SELECT 'ß', id FROM a JOIN b ON a.x = b.x;
