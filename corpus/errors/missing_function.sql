-- QUERY now :one :pluck
SELECT now();
