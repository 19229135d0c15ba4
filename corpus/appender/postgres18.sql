-- Bulk insert into tables as PostgreSQL 18 allows them.

-- MIGRATE 1
-- The engine computes label when it is read.
CREATE TABLE rectangle (
  id      integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  width   integer NOT NULL CHECK (width > 0),
  height  integer NOT NULL,
  area    integer NOT NULL GENERATED ALWAYS AS (width * height) STORED,
  label   text GENERATED ALWAYS AS (width::text || 'x' || height::text) VIRTUAL,
  colour  text NOT NULL DEFAULT 'red'
);

-- Keys that sort by time.
CREATE TABLE event (id uuid PRIMARY KEY DEFAULT uuidv7(), name text NOT NULL);

-- TABLE rectangle :appender

-- TABLE event :appender(name)

-- QUERY all_rectangles
SELECT id, width, height, area, label, colour FROM rectangle ORDER BY id;

-- QUERY all_events
SELECT name, uuid_extract_version(id) AS version FROM event ORDER BY name;
