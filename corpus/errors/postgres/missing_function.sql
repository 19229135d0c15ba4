-- MIGRATE 1
CREATE TABLE item (id integer PRIMARY KEY, name text NOT NULL);

-- QUERY misspelt
SELECT lenght(name) FROM item;

-- QUERY wrong_arguments
SELECT substr(id, 1) FROM item;

-- QUERY not_a_set :one
SELECT unnest(name) FROM item;

-- QUERY aggregate_in_where
SELECT id FROM item WHERE count(*) > 1;

-- QUERY not_grouped
SELECT name, count(*) FROM item;
