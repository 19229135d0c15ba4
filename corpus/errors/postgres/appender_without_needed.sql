-- MIGRATE 1
CREATE DOMAIN needed AS text NOT NULL;
CREATE TABLE users (id integer PRIMARY KEY, name text NOT NULL, note needed, other text);

-- TABLE users :appender(id)
