-- MIGRATE 1
CREATE TABLE users (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, upper text GENERATED ALWAYS AS (upper(name)) STORED);
CREATE VIEW names AS SELECT name FROM users;
CREATE MATERIALIZED VIEW old_names AS SELECT name FROM users;
CREATE SCHEMA app;
CREATE TABLE app.users (id integer PRIMARY KEY, name text NOT NULL, other text);
CREATE SEQUENCE counter;

-- TABLE user :appender

-- TABLE app.user :appender

-- TABLE nowhere.users :appender

-- TABLE names :appender

-- TABLE old_names :appender

-- TABLE counter :appender

-- A generated column cannot be written, and neither can one that is always an identity.
-- TABLE users :appender(id, name, upper)

-- TABLE app.users :appender(id, naem)
