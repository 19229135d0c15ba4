-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- EXEC add_user
INSERT INTO users (name) VALUES (${name}) RETURNING id;

-- EXEC look
SELECT name FROM users;
