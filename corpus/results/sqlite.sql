-- Everything a QUERY or EXEC can return: rows, one row, values, one value, an affected-row count.

-- MIGRATE 1_books
CREATE TABLE books (
  id     INTEGER PRIMARY KEY,
  title  TEXT    NOT NULL,
  author TEXT,
  pages  INTEGER NOT NULL,
  price  REAL
) STRICT;

-- Adds a book under an id of the caller's choice.
-- EXEC add_book
@set id = 1
@set title = 'Emma'
@set author = 'Jane Austen'
@set pages = 474
@set price = 7.5
INSERT INTO books (id, title, author, pages, price)
VALUES (${id}, ${title}, ${author}, ${pages}, ${price});

-- Every book, by id.
--
-- An empty comment line above stays an empty line of the documentation; `code`, <b>tags</b> & "quotes" stay text,
-- and so do */, """, \u0022, {@link x} and a trailing backslash \
-- QUERY all_books
SELECT id, title, author, pages, price FROM books ORDER BY id;

-- QUERY all_books_explicitly :all
SELECT id, title FROM books ORDER BY id;

/* QUERY find_book :one
  doc: One book, or none where the id is unknown.
  result:
    price: real null
*/
@set id = 1
SELECT id, title, author, pages, price FROM books WHERE id = ${id};

-- QUERY titles :pluck
SELECT title FROM books ORDER BY id;

-- Authors may be unknown: a list with gaps.
-- QUERY authors :pluck
SELECT author FROM books ORDER BY id;

-- One NOT NULL value, or none.
-- QUERY title_of :one :pluck
@set id = 1
SELECT title FROM books WHERE id = ${id};

-- One NOT NULL value; that there is none is an error.
-- QUERY sure_title_of :one! :pluck
@set id = 1
SELECT title FROM books WHERE id = ${id};

-- One row; that there is none is an error.
-- QUERY sure_book :one!
@set id = 1
SELECT id, title, author FROM books WHERE id = ${id};

-- A value that may be NULL, of a row that has to be there.
-- QUERY sure_author_of :one! :pluck
@set id = 1
SELECT author FROM books WHERE id = ${id};

-- A nullable value, or none: no row and a NULL look alike unless the language can tell them apart.
-- QUERY author_of :pluck :one
@set id = 1
SELECT author FROM books WHERE id = ${id};

-- Always one row, never NULL.
-- QUERY count_books :one :pluck
SELECT count(*) FROM books;

-- Always one row, NULL without books.
-- QUERY total_pages :one :pluck
SELECT sum(pages) FROM books;

-- More rows than :one takes: the first one is returned, or an error where the driver notices for free.
-- QUERY first_book :one
SELECT id, title FROM books ORDER BY id;

-- Many rows without a table: for streams that are left early, nested streams and large results.
-- QUERY numbers
@set count = 10
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
SELECT i, i * i AS square, 'number ' || i AS label FROM n;

-- QUERY number_values :pluck
@set count = 10
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
SELECT i FROM n;

-- Affects as many rows as match.
-- EXEC raise_prices
@set factor = 1.1
@set at_least = 100
UPDATE books SET price = price * ${factor} WHERE pages >= ${at_least} AND price IS NOT NULL;

-- EXEC remove_book
@set id = 1
DELETE FROM books WHERE id = ${id};

-- EXEC remove_all_books
DELETE FROM books;

-- A statement that is neither a query nor a change of rows.
-- EXEC shelve_index
CREATE INDEX IF NOT EXISTS books_by_author ON books (author);

-- Counts nothing, however many rows the new table has.
-- EXEC copy_books
CREATE TABLE book_copies AS SELECT id, title FROM books;

-- A statement that changes rows need not start with what it does.
-- EXEC remove_shorter_than
@set pages = 100
WITH short AS (SELECT id FROM books WHERE pages < ${pages})
DELETE FROM books WHERE id IN (SELECT id FROM short);

-- Fails while it runs (a CHECK would not: the engine cannot know the value): the error is the driver's own.
-- QUERY fails_at_run_time :one :pluck
@set text = '{'
SELECT json_extract(${text}, '$.a');

-- Overflows: SQLite goes on in REAL, which is no INTEGER, and an error while it is read.
-- QUERY far_pages :pluck
SELECT pages * 9007199254740991 AS far FROM books ORDER BY id;

-- QUERY far_books
SELECT id, pages * 9007199254740991 AS far, -pages AS back FROM books ORDER BY id;

-- As the REAL that it is.
-- QUERY far_books_real
SELECT id, CAST(pages * 9007199254740992 AS REAL) / 9007199254740992 AS far FROM books ORDER BY id;
