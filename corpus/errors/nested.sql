-- MIGRATE 1
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INTEGER NOT NULL);
CREATE TABLE tag (id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL, name TEXT);
CREATE TABLE prize (id INTEGER PRIMARY KEY, author_id INTEGER NOT NULL, year INTEGER NOT NULL);

-- QUERY keyless
SELECT a.name, b.id AS "books[].id" FROM author AS a LEFT JOIN book AS b ON b.author_id = a.id;

-- QUERY inner_keyless
SELECT a.id, b.title AS "books[].title", t.id AS "books[].tags[].id"
FROM author AS a LEFT JOIN book AS b ON b.author_id = a.id LEFT JOIN tag AS t ON t.book_id = b.id;

-- QUERY turned_round
SELECT a.id, b.id AS "books[].id" FROM book AS b JOIN author AS a ON a.id = b.author_id;

-- QUERY unseen
SELECT b.id, t.name AS "tags[].name" FROM book AS b LEFT JOIN tag AS t ON t.book_id = b.id;

-- QUERY beside
SELECT a.id, b.id AS "books[].id", p.id AS "prizes[].id"
FROM author AS a LEFT JOIN book AS b ON b.author_id = a.id LEFT JOIN prize AS p ON p.author_id = a.id;

-- QUERY in_object
SELECT b.id, a.id AS "author.id", p.id AS "author.prizes[].id"
FROM book AS b JOIN author AS a ON a.id = b.author_id LEFT JOIN prize AS p ON p.author_id = a.id;

-- QUERY limited
SELECT a.id, b.id AS "books[].id" FROM author AS a LEFT JOIN book AS b ON b.author_id = a.id ORDER BY a.id LIMIT 10;

-- QUERY numbered
SELECT a.id, row_number() OVER () AS n, b.id AS "books[].id" FROM author AS a LEFT JOIN book AS b ON b.author_id = a.id;

-- QUERY united
SELECT id, 1 AS "books[].id" FROM author UNION SELECT id, 2 FROM author;

-- QUERY paged :page
SELECT a.id, b.id AS "books[].id" FROM author AS a JOIN book AS b ON b.author_id = a.id ORDER BY a.id LIMIT ${size};

-- QUERY plucked :pluck
SELECT a.id, b.id AS "books[].id" FROM author AS a JOIN book AS b ON b.author_id = a.id;

-- QUERY many :bulk
SELECT a.id, b.id AS "books[].id" FROM author AS a JOIN book AS b ON b.author_id = a.id WHERE a.id = ${id};

-- QUERY scalars
SELECT a.id, b.id AS "books[]" FROM author AS a JOIN book AS b ON b.author_id = a.id;
