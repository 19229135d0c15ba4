-- Everything a QUERY or EXEC can return: rows, one row, values, one value, an affected-row count.

-- MIGRATE 1_books
CREATE TABLE books (
  id     integer PRIMARY KEY,
  title  text    NOT NULL,
  author text,
  pages  integer NOT NULL,
  price  double precision
);

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
    price: double precision null
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
SELECT i, i::bigint * i AS square, 'number ' || i AS label FROM generate_series(1, ${count}) AS i;

-- QUERY number_values :pluck
@set count = 10
SELECT i FROM generate_series(1, ${count}) AS i;

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
CREATE TEMPORARY TABLE book_copies AS SELECT id, title FROM books;

-- A statement that changes rows need not start with what it does.
-- EXEC remove_shorter_than
@set pages = 100
WITH short AS (SELECT id FROM books WHERE pages < ${pages})
DELETE FROM books WHERE id IN (SELECT id FROM short);

-- Fails while it runs: the error is the driver's own, with its SQLSTATE, and the connection works afterwards.
-- QUERY fails_at_run_time :one :pluck
@set text = '{'
SELECT CAST(${text} AS text)::json ->> 'a';

-- Fails in the middle of its rows, when some of them were read.
-- QUERY fails_after_rows :pluck
@set fail_at = 3
SELECT 10 / (${fail_at} - i) AS quotient FROM generate_series(1, 5) AS i;

-- One row that is never there.
-- QUERY no_row :one
SELECT id, title FROM books WHERE false;

-- A row without columns of a table, and rows of VALUES.
-- QUERY values_list
VALUES (1, 'one', NULL), (2, 'two', 2.5);

-- A function that returns nothing.
-- QUERY wait_a_moment :one
@set seconds = 0
SELECT count(*) AS calls FROM (SELECT pg_sleep(${seconds})) AS slept;

-- Something that changes no rows, but is an EXEC.
-- EXEC notify_readers
NOTIFY books_changed, 'books';

-- A SELECT of functions that return nothing is run for what they do.
-- EXEC notify_of
@set title = 'Emma'
SELECT pg_notify('books_changed', ${title});

-- EXEC lock_and_notify
SELECT pg_advisory_xact_lock(42), pg_notify('books_changed', title) FROM books;

-- EXEC wait_for_nothing
SELECT pg_sleep(0);

-- An anonymous block runs when it is called.
-- EXEC tidy
DO $$
BEGIN
  DELETE FROM books WHERE pages < 0;  -- ${not} a parameter
END
$$;
