-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name VARCHAR, upper VARCHAR GENERATED ALWAYS AS (upper(name)));
CREATE VIEW names AS SELECT name FROM users;

-- TABLE names :appender

-- TABLE users :appender(upper)

-- TABLE nothing :appender
