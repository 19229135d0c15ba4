-- No language has a counterpart of these: an override says what to make of their text.
-- MIGRATE 1
CREATE TABLE shape (id integer PRIMARY KEY, at point NOT NULL, bounds box, area box[]);

-- QUERY shapes
SELECT id, at, bounds FROM shape;

-- EXEC move
UPDATE shape SET at = ${at} WHERE id = ${id};

-- TABLE shape :appender(id, at)
