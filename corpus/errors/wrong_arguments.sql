-- QUERY half :one :pluck
SELECT substr('abc');
