-- name: GetUser :many
SELECT 1;
