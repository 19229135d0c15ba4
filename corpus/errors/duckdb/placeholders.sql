-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR);

-- QUERY question_mark
SELECT name FROM users WHERE id = ?;

-- QUERY dollar
SELECT name FROM users WHERE id = $1;

-- QUERY named
SELECT name FROM users WHERE id = $id;
