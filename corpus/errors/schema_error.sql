-- MIGRATE 1
CREATE TABLE a (id INTEGER PRIMARY KEY);

-- MIGRATE 2
CREATE TABLE b (id INTEGER PRIMARY KEY);
INSERT INTO a (id, nothing) VALUES (1, 2);

-- Not reported: what follows a broken schema could be its fault.
-- QUERY c
SELECT * FROM c;
