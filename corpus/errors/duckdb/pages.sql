-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, kind VARCHAR NOT NULL);

-- ORDER BY says which row of a kind is left.
-- QUERY first_of_each :page
SELECT DISTINCT ON (kind) kind, id FROM item ORDER BY kind, id DESC LIMIT ${size};

-- QUERY share :page
SELECT id FROM item ORDER BY id LIMIT ${size}%;

-- QUERY everything :page
SELECT id FROM item ORDER BY ALL LIMIT ${size};

-- QUERY skipping :page
SELECT id FROM item ORDER BY id OFFSET 3 LIMIT ${size};
