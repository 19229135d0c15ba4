-- name: GetReader :one
SELECT * FROM readers WHERE id = $1;

-- name: AddReader :one
INSERT INTO readers (name, email) VALUES ($1, $2) RETURNING *;

-- Readers that can be written to.
-- name: Reachable :many
SELECT name, email FROM readers WHERE email IS NOT NULL ORDER BY name;

-- name: LoansOf :many
SELECT r.name, l.title FROM readers r LEFT JOIN loans l ON l.reader_id = r.id WHERE r.id = $1 ORDER BY l.due;

-- name: LastTitles :many
SELECT r.name, (SELECT l.title FROM loans l WHERE l.reader_id = r.id ORDER BY l.due DESC LIMIT 1) AS title
FROM readers r ORDER BY r.name;

-- name: FinesOf :one
SELECT sum(fine) AS total FROM loans WHERE reader_id = $1;

-- name: Extend :execrows
UPDATE loans SET due = due + $2::int WHERE id = $1;

-- name: AddLoans :copyfrom
INSERT INTO loans (reader_id, title, due) VALUES ($1, $2, $3);
