-- MIGRATE 1
CREATE TABLE account (id INTEGER PRIMARY KEY, mail VARCHAR NOT NULL UNIQUE, name VARCHAR);

-- A column of another index can be set.
-- TABLE account :appender :upsert

-- TABLE by_name :appender :upsert(name) :set(mail)
account
