-- name: GetAuthor :one
-- GetAuthor finds an author by the id.
SELECT * FROM authors
WHERE id = $1 LIMIT 1;

-- name: ListAuthors :many
SELECT * FROM authors
ORDER BY name;

-- name: CreateAuthor :one
INSERT INTO authors (
  name, bio
) VALUES (
  $1, $2
)
RETURNING *;

-- name: DeleteAuthor :exec
DELETE FROM authors
WHERE id = $1;

-- name: UpdateAuthor :execrows
UPDATE authors SET name = coalesce(sqlc.narg('name'), name), bio = sqlc.narg(bio) WHERE id = sqlc.arg(id);

-- name: CountAuthors :one
SELECT count(*) FROM authors;

-- name: LockAuthors :exec
SELECT pg_advisory_xact_lock($1);

-- name: AuthorNames :many
SELECT name FROM authors WHERE id = ANY(@ids::bigint[]) AND tsvector '' @@ to_tsquery(@words) AND '{1}'::int[] <@ '{2}';

/* name: Moods :many */
SELECT mood, count(*) AS authors FROM authors WHERE name <> 'a@b $1 sqlc.arg(x)' /* $2 */ GROUP BY mood;

-- name: TouchAuthors :exec
UPDATE authors SET bio = 'touched' WHERE id > $1 RETURNING id;
