-- MIGRATE 1
CREATE TABLE author (
  id INTEGER PRIMARY KEY,
  name text NOT NULL,
  born DATE
);
CREATE TABLE book (
  id INTEGER PRIMARY KEY,
  title text NOT NULL,
  author_id INTEGER REFERENCES author (id),
  editor_id INTEGER REFERENCES author (id),
  price DECIMAL(10, 2) NOT NULL,
  rating double precision,
  made TIMESTAMP NOT NULL,
  active BOOLEAN NOT NULL
);
CREATE TABLE shelf (
  id INTEGER PRIMARY KEY,
  room text NOT NULL,
  book_id INTEGER
);

-- TESTDATA
INSERT INTO author VALUES (1, 'Ada', '1815-12-10'), (2, 'Bo', NULL), (3, 'Çelik', '1999-01-31');
INSERT INTO book VALUES
  (1, 'Numbers', 1, NULL, 12.50, 4.5, '2024-01-31 10:00:00', true),
  (2, 'Anonymous', NULL, NULL, 0.99, NULL, '2024-02-29 23:59:59', false),
  (3, 'Letters', 2, 1, 100, -0.5, '1999-12-31 00:00:00', true),
  (4, 'More letters', 2, 2, 7.25, 1, '2001-01-01 12:30:00', false);
INSERT INTO shelf VALUES (1, 'hall', 1), (2, 'hall', 2), (3, 'attic', NULL), (4, 'attic', 3), (5, 'cellar', 99);

-- A row of another table, which may be missing: its type is the table's.
-- QUERY books
SELECT b.id, b.title, a.id AS "author.id", a.name AS "author.name", a.born AS "author.born"
FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id
ORDER BY b.id;

/* QUERY embedded
  embed: {author: a}
*/
SELECT b.id, a.* FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id ORDER BY b.id;

-- Whole rows: each is an object of its table's type.
-- QUERY whole
SELECT b AS book, a /* of the book */ FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id ORDER BY b.id;

-- A whole row of a query, and one beside a star.
-- QUERY whole_of_query
SELECT s.*, x AS "author" FROM shelf AS s LEFT JOIN (SELECT id, name FROM author WHERE id < ${below}) AS x ON x.id = s.id
ORDER BY s.id;

-- QUERY authors
SELECT id, name, born FROM author ORDER BY id;

-- An object that is always there; its columns stand apart and in another order.
-- QUERY written
SELECT a.name AS "author.name", b.title, a.id AS "author.id"
FROM book AS b JOIN author AS a ON a.id = b.author_id
ORDER BY b.id;

-- Objects in an object.
-- QUERY shelves
SELECT s.id, b.id AS "book.id", b.title AS "book.title", a.name AS "book.author.name", a.born AS "book.author.born", s.room
FROM shelf AS s LEFT JOIN book AS b ON b.id = s.book_id LEFT JOIN author AS a ON a.id = b.author_id
ORDER BY s.id;

-- Two of one table, each missing by itself.
-- QUERY credits
SELECT b.id, a.id AS "author.id", a.name AS "author.name", a.born AS "author.born",
  e.id AS "editor.id", e.name AS "editor.name", e.born AS "editor.born"
FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id LEFT JOIN author AS e ON e.id = b.editor_id
ORDER BY b.id;

-- Values of every kind that a program converts.
-- QUERY book_on :one
SELECT s.room, b.price AS "book.price", b.rating AS "book.rating", b.made AS "book.made", b.active AS "book.active", b.id AS "book.id"
FROM shelf AS s LEFT JOIN book AS b ON b.id = s.book_id
WHERE s.id = ${id};

-- No column tells whether there is a row.
-- QUERY births
SELECT b.id, a.born AS "author.born"
FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id
ORDER BY b.id;

-- What is computed of a row that may be missing.
-- QUERY statistics
SELECT a.id, s.n AS "books.n", s.top AS "books.top", s.rated AS "books.rated"
FROM author AS a LEFT JOIN (
  SELECT author_id, count(*) AS n, max(title) AS top, max(rating) AS rated FROM book GROUP BY author_id
) AS s ON s.author_id = a.id
ORDER BY a.id;

-- Either may be missing.
-- QUERY pairs
SELECT a.id AS "author.id", a.name AS "author.name", b.id AS "book.id", b.title AS "book.title"
FROM author AS a FULL JOIN book AS b ON b.author_id = a.id
ORDER BY b.id, a.id;

-- Of two rows of one query each may be missing while the other is there.
-- QUERY mixed
WITH c AS (SELECT b.id, a.id AS author, a.name FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id)
SELECT x.id, x.author AS "both.id", y.name AS "both.name"
FROM c AS x JOIN c AS y ON y.id = x.id + 1
ORDER BY x.id;

-- One row type for two statements, of which one may miss the object.
-- QUERY cards :result=BookCard
SELECT b.title, a.id AS "author.id", a.name AS "author.name"
FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id
ORDER BY b.id;

-- QUERY card :one :result=BookCard
SELECT b.title, a.id AS "author.id", a.name AS "author.name"
FROM book AS b JOIN author AS a ON a.id = b.author_id
WHERE b.id = ${id};

-- QUERY found_books :bulk
SELECT b.id, b.title, a.id AS "author.id", a.name AS "author.name", a.born AS "author.born"
FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id
WHERE b.id = ${id};

-- QUERY search
SELECT b.id, a.id AS "author.id", a.name AS "author.name"
FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id
WHERE b.id > ${above}
  AND a.name = ${name} --?
ORDER BY b.id;

-- QUERY paged :page
SELECT a.id AS "author.id", a.name AS "author.name", b.title, b.id
FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id
ORDER BY b.title, b.id LIMIT ${size};

-- QUERY first_title :one :pluck
SELECT title AS "book.title" FROM book ORDER BY id LIMIT 1;

-- QUERY add_author :one
INSERT INTO author (id, name) VALUES (${id}, ${name}) RETURNING id AS "made.id", name AS "made.name", born AS "made.born";

-- EXEC remove_author
DELETE FROM author WHERE id = ${id};

-- QUERY by_author
SELECT a.id AS "author.id", a.name AS "author.name", count(*) AS books
FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id
GROUP BY a.id, a.name
ORDER BY a.id;

-- Lists and enums in an object.
-- MIGRATE 2
CREATE TYPE mood AS ENUM ('glad', 'sad');
CREATE TABLE note (book_id INTEGER NOT NULL, mood mood NOT NULL, tags TEXT[] NOT NULL, ref UUID);

-- TESTDATA
INSERT INTO note VALUES (1, 'glad', '{a,b}', '00000000-0000-4000-8000-00000000000a'), (3, 'sad', '{}', NULL);

-- QUERY notes
SELECT b.id, n.mood AS "note.mood", n.tags AS "note.tags", n.ref AS "note.ref"
FROM book AS b LEFT JOIN note AS n ON n.book_id = b.id
ORDER BY b.id;
