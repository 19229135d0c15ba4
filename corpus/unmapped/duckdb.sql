-- Types that no language has a counterpart of: their text, as DuckDB writes it.

-- MIGRATE 1
CREATE TABLE thing (
  id     INTEGER PRIMARY KEY,
  big    BIGNUM NOT NULL,
  any_of VARIANT,
  spot   GEOMETRY,
  bigs   BIGNUM[],
  named  STRUCT(name VARCHAR, spot GEOMETRY),
  name   VARCHAR,
  day    DATE,
  tags   VARCHAR[]
);

-- MIGRATE 2
-- There was nothing to do here.

-- TABLE thing :appender

-- EXEC add_thing
INSERT INTO thing (id, big, any_of, spot, bigs, named, name, day, tags)
VALUES (${id}, ${big}, ${any_of}, ${spot}, ${bigs}, ${named}, ${name}, ${day}, ${tags});

-- QUERY all_things
SELECT id, big, any_of, spot, bigs, named, name, day, tags FROM thing ORDER BY id;

-- QUERY big_of :one :pluck
@set id = 1
SELECT big FROM thing WHERE id = ${id};

-- QUERY with_big :pluck
SELECT id FROM thing WHERE big = ${big} ORDER BY id;

-- EXEC set_big :bulk
UPDATE thing SET big = ${big}, spot = ${spot} WHERE id = ${id};

-- QUERY thing_of :one :bulk
SELECT id, big, spot FROM thing WHERE id = ${id};

-- EXEC set_spot :batch
UPDATE thing SET spot = ${spot} WHERE id = ${id};
