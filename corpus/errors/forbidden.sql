-- QUERY settings
PRAGMA journal_mode;

-- EXEC attach
ATTACH 'other.db' AS other;

-- EXEC begin
BEGIN;

-- EXEC compact
VACUUM;

-- QUERY plan
EXPLAIN SELECT 1;
