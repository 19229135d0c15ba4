-- MIGRATE 1
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL);

-- TABLE item :appender

-- TABLE item :appender(name)
