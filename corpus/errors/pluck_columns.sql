-- QUERY both :one :pluck
SELECT 1 AS kept, 2 AS lost;
