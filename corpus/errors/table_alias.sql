-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

-- TABLE people :appender(name)
main."users";

-- TABLE users :appender

-- TABLE nobody :appender
nobodies

-- TABLE both :appender
users, users
