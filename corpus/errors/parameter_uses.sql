-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, score REAL, key BLOB) STRICT;

-- QUERY find_user
SELECT name FROM users WHERE name = ${x} OR id = ${x};

-- EXEC rename
UPDATE users SET name = ${x} WHERE key = ${x};

/* QUERY said
params: {x: TEXT}
*/
SELECT name FROM users WHERE name = ${x} OR id = ${x};

-- QUERY numbers
SELECT name FROM users WHERE id = ${x} OR score = ${x};

-- QUERY cast_once
SELECT name FROM users WHERE name = CAST(${x} AS TEXT) OR id = ${x};
