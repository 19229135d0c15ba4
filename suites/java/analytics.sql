-- Rows as vectors of Apache Arrow, in both directions.

-- MIGRATE 1
CREATE TYPE grade AS ENUM ('low', 'high');
CREATE TABLE readings (
  id    BIGINT PRIMARY KEY,
  "at"  TIMESTAMPTZ,
  value DOUBLE,
  name  VARCHAR NOT NULL,
  tags  VARCHAR[],
  level grade
);

-- TABLE readings :appender

-- QUERY all_readings
SELECT * FROM readings ORDER BY id;

-- QUERY readings_above
SELECT id, value FROM readings WHERE value > ${least} ORDER BY id;

-- QUERY names :pluck
SELECT name FROM readings ORDER BY id;

-- QUERY numbers_to :pluck
SELECT range FROM range(${count}::BIGINT);

-- QUERY remove_all
DELETE FROM readings RETURNING id;
