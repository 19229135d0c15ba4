-- MIGRATE 1
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, author_id INTEGER);

-- QUERY twice
SELECT title AS author, id AS "author.id" FROM book;

-- QUERY within
SELECT title AS "book.author", id AS "book.author.id" FROM book;

-- QUERY either
SELECT id, title AS "book.title", id AS "book[].id" FROM book;

/* QUERY starless
  embed: {author: a}
*/
SELECT b.* FROM book AS b JOIN author AS a ON a.id = b.author_id;

-- QUERY unproven
SELECT b.id, a.born AS "author.born" FROM book AS b LEFT JOIN author AS a ON a.id = b.author_id;

-- QUERY sorted :page
SELECT id AS "book.id", title FROM book ORDER BY "book.id" LIMIT ${size};

-- QUERY doubled
SELECT a.*, b.* FROM book AS b JOIN author AS a ON a.id = b.author_id;
