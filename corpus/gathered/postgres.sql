-- MIGRATE 1
CREATE TYPE mood AS ENUM ('sad', 'so so', 'ok');
CREATE DOMAIN code AS char(4) CHECK (VALUE <> '');
CREATE DOMAIN strength AS integer CHECK (VALUE > 0);
CREATE TABLE maker (
  id INTEGER PRIMARY KEY,
  name text NOT NULL
);
CREATE TABLE thing (
  id BIGINT PRIMARY KEY,
  maker INTEGER REFERENCES maker (id),
  mood mood NOT NULL,
  code code NOT NULL,
  strength strength,
  flag BOOLEAN NOT NULL,
  small SMALLINT,
  exact NUMERIC(28, 10) NOT NULL,
  ratio DOUBLE PRECISION NOT NULL,
  bytes BYTEA NOT NULL,
  day DATE NOT NULL,
  moment TIMESTAMP NOT NULL,
  instant TIMESTAMPTZ NOT NULL,
  uid UUID NOT NULL,
  doc JSONB NOT NULL,
  tags text[] NOT NULL CHECK (array_position(tags, NULL) IS NULL),
  spot POINT,
  note text
);
CREATE TABLE survey (id INTEGER PRIMARY KEY, moods mood[] NOT NULL, later mood[]);

-- TESTDATA
INSERT INTO maker VALUES (1, 'Ada'), (2, 'Bo, "the (other)"'), (3, 'Çelik');
INSERT INTO thing VALUES
  (9007199254740993, 1, 'so so', 'ab', 7, true, -32768, 123456789012345678.0123456789, 'NaN', '\x00ff5c22', '2024-02-29',
    '2024-02-29 23:59:59.123456', '2024-02-29 23:59:59.5+00', '00000000-0000-0000-0000-00000000002a', '{"a": [1, null]}',
    '{"a,b",""}', '(1,2)', 'say "hi", (\twice)'),
  (2, 1, 'ok', 'b', NULL, false, NULL, -0.5, 0.1, '', '0001-01-01', '0001-01-01 00:00:00', '1999-12-31 23:59:59+00',
    'ffffffff-ffff-ffff-ffff-ffffffffffff', 'null', '{}', NULL, NULL),
  (3, 3, 'sad', 'c', 1, true, 0, 1, 'Infinity', '\x01', '2024-01-01', '2024-01-01 12:00:00', '2024-01-01 12:00:00+00',
    '00000000-0000-0000-0000-000000000001', '"x"', '{NULL2}', '(0,0)', '');
INSERT INTO survey VALUES (1, '{ok,"so so",NULL}', '{sad}'), (2, '{}', NULL);

-- QUERY things
SELECT * FROM thing ORDER BY id;

-- JSON of whole rows: each value as the column has it, in an object of the row's fields.
-- QUERY everything
SELECT m.id, coalesce(json_agg(t ORDER BY t.id) FILTER (WHERE t.id IS NOT NULL), '[]') AS things
FROM maker AS m LEFT JOIN thing AS t ON t.maker = m.id GROUP BY m.id ORDER BY m.id;

-- Lists in lists, made by a query of each.
-- QUERY catalogue
SELECT m.name, coalesce((
    SELECT jsonb_agg(jsonb_build_object('id', t.id, 'mood', t.mood, 'exact', t.exact, 'note', t.note, 'tags', (
        SELECT json_agg(json_build_object('tag', tag, 'at', at) ORDER BY at) FROM unnest(t.tags) WITH ORDINALITY AS x (tag, at)
      ), 'ids', (SELECT json_agg(o.id ORDER BY o.id) FROM thing AS o WHERE o.maker = t.maker)) ORDER BY t.id)
    FROM thing AS t WHERE t.maker = m.id
  ), '[]'::jsonb) AS things
FROM maker AS m ORDER BY m.id;

-- Arrays of rows: the fields are called as their columns.
-- QUERY arrays
SELECT m.id, ARRAY(SELECT ROW(t.id, t.strength, t.mood) FROM thing AS t WHERE t.maker = m.id ORDER BY t.id) AS things,
  ARRAY(SELECT x FROM (SELECT t.id, t.exact * 2 AS twice FROM thing AS t WHERE t.maker = m.id ORDER BY t.id) AS x) AS twice
FROM maker AS m ORDER BY m.id;

-- Over no rows there is no list; where the join finds none, there is no object in it, or none at all.
-- QUERY missing
SELECT m.id, array_agg(t ORDER BY t.id) AS things, array_agg(ROW(t.id)) FILTER (WHERE t.id > 2) AS large,
  (SELECT json_agg(json_build_object('id', n.id)) FROM maker AS n WHERE n.id > m.id) AS others
FROM maker AS m LEFT JOIN thing AS t ON t.maker = m.id GROUP BY m.id ORDER BY m.id;

-- QUERY one_each
SELECT m.id, CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'mood', t.mood) END AS thing,
  jsonb_build_object('name', m.name, 'id', t.id) AS sure
FROM maker AS m LEFT JOIN thing AS t ON t.maker = m.id AND t.id > 2 ORDER BY m.id;

-- Lists of an enum's labels, of a domain's values, and of what is its text; lists of rows within rows.
-- QUERY surveys
SELECT json_agg(s ORDER BY s.id) AS surveys, json_agg(json_build_object('id', s.id, 'later', s.later) ORDER BY s.id) AS later
FROM survey AS s;

-- QUERY lists
SELECT m.id, json_build_object('moods', ARRAY(SELECT t.mood FROM thing AS t WHERE t.maker = m.id ORDER BY t.id),
  'ids', ARRAY(SELECT t.id FROM thing AS t WHERE t.maker = m.id ORDER BY t.id),
  'codes', (SELECT json_agg(t.code ORDER BY t.id) FROM thing AS t WHERE t.maker = m.id),
  'spots', ARRAY(SELECT t.spot FROM thing AS t WHERE t.maker = m.id ORDER BY t.id),
  'things', ARRAY(SELECT ROW(t.id, t.mood) FROM thing AS t WHERE t.maker = m.id ORDER BY t.id)) AS made
FROM maker AS m ORDER BY m.id;

-- QUERY lateral_rows
SELECT m.id, x.things FROM maker AS m LEFT JOIN LATERAL (
  SELECT json_agg(row_to_json(y)) AS things FROM (SELECT t.id, t.mood FROM thing AS t WHERE t.maker = m.id ORDER BY t.id) AS y
) AS x ON true ORDER BY m.id;

-- What needs the JSON has it.
-- QUERY as_json :one!
SELECT json_agg(json_build_object('id', m.id) ORDER BY m.id)::text AS text,
  jsonb_agg(jsonb_build_object('id', m.id) ORDER BY m.id) -> 0 AS first FROM maker AS m;

/* QUERY said :one! :pluck
  result: {things: json not null}
*/
SELECT json_agg(json_build_object('id', m.id) ORDER BY m.id) AS things FROM maker AS m;

-- QUERY plucked :pluck
SELECT json_build_object('id', m.id, 'name', m.name) FROM maker AS m ORDER BY m.id;

-- QUERY some :page
SELECT m.id, json_build_object('name', m.name) AS more FROM maker AS m ORDER BY m.id LIMIT ${size};

-- QUERY narrowed
SELECT m.id, ARRAY(SELECT ROW(t.id, t.mood) FROM thing AS t WHERE t.maker = m.id
  AND t.mood = ${mood} --?
  ORDER BY t.id) AS things
FROM maker AS m
WHERE true
  AND m.id = ${id} --?
ORDER BY m.id;

-- QUERY things_of :bulk
SELECT t.id, json_build_object('id', t.id, 'mood', t.mood) AS thing FROM thing AS t WHERE t.maker = ${maker} ORDER BY t.id;

-- QUERY add_maker :one!
INSERT INTO maker (id, name) VALUES (${id}, ${name}) RETURNING id, json_build_object('name', name) AS made;
