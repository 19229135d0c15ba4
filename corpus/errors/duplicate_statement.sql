-- QUERY get_one :one
SELECT 1 AS one;

-- EXEC get_one
CREATE TABLE IF NOT EXISTS t (a);
