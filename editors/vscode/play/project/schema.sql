-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT);

-- MIGRATE 2
CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users (id), title TEXT NOT NULL);

-- TESTDATA
INSERT INTO users (id, name, note) VALUES (1, 'ann', NULL), (2, 'bob', 'tall');
INSERT INTO posts (id, user_id, title) VALUES (7, 1, 'one'), (8, 2, 'two');
