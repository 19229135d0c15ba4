-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price INTEGER, made DATE NOT NULL, code TEXT UNIQUE, hash BLOB);
CREATE TABLE part (item INTEGER NOT NULL REFERENCES item (id), n INTEGER NOT NULL, PRIMARY KEY (item, n));

-- QUERY ties :page
SELECT id, price FROM item ORDER BY price LIMIT ${size};

-- QUERY no_key :page
SELECT name, price FROM item ORDER BY price, name LIMIT ${size};

-- A unique column that may be NULL is no key.
-- QUERY unsure :page
SELECT code, name FROM item ORDER BY code LIMIT ${size};

-- QUERY multiplied :page
SELECT i.id, p.n FROM item AS i JOIN part AS p ON p.item = i.id ORDER BY i.id LIMIT ${size};

-- QUERY no_order :page
SELECT id FROM item LIMIT ${size};

-- QUERY no_limit :page
SELECT id FROM item ORDER BY id;

-- QUERY literal :page
SELECT id FROM item ORDER BY id LIMIT 10;

-- QUERY skipping :page
SELECT id FROM item ORDER BY id LIMIT ${size} OFFSET ${skip};

-- QUERY twice :page
SELECT id FROM item WHERE price > ${size} ORDER BY id LIMIT ${size};

-- QUERY computed :page
SELECT id, name FROM item ORDER BY lower(name), id LIMIT ${size};

-- QUERY collated :page
SELECT id, name FROM item ORDER BY name COLLATE NOCASE, id LIMIT ${size};

-- QUERY made :page
SELECT id, made FROM item ORDER BY made, id LIMIT ${size};

-- QUERY hashed :page
SELECT id, hash FROM item ORDER BY hash, id LIMIT ${size};

-- QUERY alike :page
SELECT id, price AS id FROM item ORDER BY 1 LIMIT ${size};

-- QUERY named :page
SELECT id FROM item WHERE id > ${after} ORDER BY id LIMIT ${size};

-- QUERY perhaps :page
SELECT id, price FROM item
ORDER BY id
, price --? cheap
LIMIT ${size};

-- QUERY values_of :page
VALUES (1), (2) ORDER BY 1 LIMIT ${size};

-- QUERY one_page :page :one
SELECT id FROM item ORDER BY id LIMIT ${size};

-- QUERY unknown :page
SELECT id FROM item WHERE missing = 1 ORDER BY id LIMIT ${size};

-- QUERY plucked :page :pluck
SELECT name, id FROM item ORDER BY name, id LIMIT ${size};
