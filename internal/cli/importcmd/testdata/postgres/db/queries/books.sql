-- name: LoadBooks :copyfrom
INSERT INTO books (author_id, title, isbn) VALUES ($1, $2, $3);

-- name: LoadTitles :copyfrom
INSERT INTO public.books (author_id, title) VALUES ($1, upper($2));

-- name: AuthorBooks :many
SELECT sqlc.embed(authors), sqlc.embed(books) FROM authors JOIN books ON books.author_id = authors.id WHERE books.title ILIKE $2 AND authors.name = $1;

-- name: Broken :many
SELECT * FROM nowhere;

-- name: SetTitle :batchexec
UPDATE books SET title = $2 WHERE id = $1;

-- name: BooksOf :batchmany
SELECT id, title FROM books WHERE author_id = $1;

-- name: BookOf :batchone
SELECT title FROM books WHERE id = $1;

-- name: SameTitle :many
SELECT a.id, b.id FROM books a JOIN books b ON a.title = b.title WHERE a.title = $1 AND b.title > $1 AND a.author_id = $2 LIMIT $3 OFFSET $4;

-- name: Paged :paged
SELECT id FROM books;
