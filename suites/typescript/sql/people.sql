-- TABLE person :appender

-- QUERY all_people
SELECT * FROM person ORDER BY id;

-- QUERY status_of :one :pluck
SELECT status FROM purchase WHERE person = ${person} ORDER BY id LIMIT 1;
