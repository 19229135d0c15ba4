-- name: AddNote :execlastid
INSERT INTO notes (title, body) VALUES (?, ?);

-- name: Find :many
SELECT * FROM notes WHERE title LIKE ?2 AND priority > ?1;

-- name: Named :one
SELECT id, title FROM notes WHERE id = @note_id OR title = :title;

-- name: Some :many
SELECT id, title FROM notes WHERE id IN (sqlc.slice('ids')) AND done = ? ORDER BY priority;

-- name: Twice :exec
DELETE FROM tags WHERE note = ?; DELETE FROM notes WHERE id = ?;

-- name: Find :one
SELECT 1;

-- name: Changed :execresult
UPDATE notes SET done = NOT done WHERE id = ?;
