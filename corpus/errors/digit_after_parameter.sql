-- QUERY tight :one :pluck
SELECT CAST(${a}1 AS INTEGER);
