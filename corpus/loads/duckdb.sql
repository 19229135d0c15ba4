-- Bulk inserts into tables that are more than a table: however many rows there are, they become what an INSERT of each
-- makes of them.

-- MIGRATE 1
CREATE SEQUENCE numbers START 10;
CREATE TYPE kind AS ENUM ('word', 'refused');

-- Keys, checks, what DuckDB makes itself.
CREATE TABLE secured (id INTEGER PRIMARY KEY, word VARCHAR NOT NULL CHECK (word <> 'refused'));
CREATE TABLE referring (id INTEGER PRIMARY KEY, word VARCHAR NOT NULL UNIQUE, other INTEGER REFERENCES secured (id));
CREATE TABLE made (word VARCHAR NOT NULL, id INTEGER NOT NULL, size INTEGER AS (length(word)), stamp VARCHAR NOT NULL DEFAULT 'now',
  number BIGINT NOT NULL DEFAULT nextval('numbers'));
CREATE TABLE indexed (id INTEGER, word VARCHAR);
CREATE UNIQUE INDEX words ON indexed (lower(word));
CREATE TABLE typed (id INTEGER NOT NULL, kind kind NOT NULL, point STRUCT(x INTEGER, y INTEGER) NOT NULL DEFAULT {x: 1, y: 2});

-- TABLE secured :appender
-- TABLE referring :appender
-- TABLE made :appender(word, id)
-- TABLE indexed :appender
-- TABLE typed :appender(id, kind)

-- QUERY found
SELECT 'secured' AS place, count(*) AS rows, coalesce(md5(string_agg(id || word, ',' ORDER BY id)), '') AS words FROM secured
UNION ALL SELECT 'referring', count(*), coalesce(md5(string_agg(id || word || other, ',' ORDER BY id)), '') FROM referring
UNION ALL SELECT 'made', count(*), coalesce(md5(string_agg(id || word || size || stamp || number, ',' ORDER BY id)), '') FROM made
UNION ALL SELECT 'indexed', count(*), coalesce(md5(string_agg(id || word, ',' ORDER BY id)), '') FROM indexed
UNION ALL SELECT 'typed', count(*), coalesce(md5(string_agg(id || kind::VARCHAR || point.x, ',' ORDER BY id)), '') FROM typed
ORDER BY place;
