-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, upper_name TEXT GENERATED ALWAYS AS (upper(name))) STRICT;

-- TABLE users :appender(id, nam)

-- TABLE with_generated :appender(id, name, upper_name)
users

-- TABLE without_name :appender(id, id)
users
