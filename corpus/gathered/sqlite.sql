-- MIGRATE 1
CREATE TABLE maker (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;
CREATE TABLE thing (
  id INTEGER PRIMARY KEY,
  maker INTEGER REFERENCES maker (id),
  flag BOOLEAN NOT NULL,
  strength INTEGER,
  exact DECIMAL(28, 10) NOT NULL,
  ratio REAL NOT NULL,
  day DATE NOT NULL,
  clock TIME NOT NULL,
  moment TIMESTAMP NOT NULL,
  instant TIMESTAMPTZ NOT NULL,
  uid UUID NOT NULL,
  bytes BLOB NOT NULL,
  doc JSON NOT NULL,
  note TEXT
);

-- TESTDATA
INSERT INTO maker VALUES (1, 'Ada'), (2, 'Bo, "the (other)"'), (3, 'Çelik 𝄞');
INSERT INTO thing VALUES
  (9007199254740993, 1, 1, 7, '0.5', 0.25, '2024-02-29', '23:59:59', '2024-02-29 23:59:59.123456',
    '2024-02-29 23:59:59.500000+00:00', '00000000-0000-0000-0000-00000000002a', x'00ff', '{"a": [1, null]}',
    'say "hi", (\twice) 12345678901234567890' || char(10)),
  (2, 1, 0, NULL, -12, 1e300, '1999-12-31', '00:00:00', '1999-12-31 00:00:00', '1999-12-31 23:59:59+00:00',
    'ffffffff-ffff-ffff-ffff-ffffffffffff', x'', 'null', NULL),
  (3, 3, 1, -9223372036854775808, 1.25, -2.0, '2024-01-01', '12:00:00', '2024-01-01 12:00:00',
    '2024-01-01 12:00:00+00:00', '00000000-0000-0000-0000-000000000001', x'01', '"x"', '');

-- QUERY things
SELECT id, flag, strength, exact, ratio, day, clock, moment, instant, uid, note FROM thing ORDER BY id;

-- Each value as the column has it. Over no rows the list is empty.
-- QUERY everything
SELECT m.id, (
    SELECT json_group_array(json_object('id', t.id, 'flag', t.flag, 'strength', t.strength, 'exact', t.exact,
      'ratio', t.ratio, 'day', t.day, 'clock', t.clock, 'moment', t.moment, 'instant', t.instant, 'uid', t.uid,
      'note', t.note))
    FROM thing AS t WHERE t.maker = m.id
  ) AS things
FROM maker AS m ORDER BY m.id;

-- Two lists side by side, one with a list in it, and lists of plain values.
-- QUERY catalogue
SELECT m.name, (
    SELECT json_group_array(json_object('id', t.id, 'note', t.note, 'ids', (
      SELECT json_group_array(o.id) FROM thing AS o WHERE o.maker = t.maker)))
    FROM thing AS t WHERE t.maker = m.id
  ) AS things, (
    SELECT json_group_array(n.name) FROM maker AS n WHERE n.id < m.id
  ) AS before
FROM maker AS m ORDER BY m.name;

-- A LEFT JOIN gives an object of NULLs, which FILTER leaves out.
-- QUERY missing
SELECT m.id, json_group_array(json_object('id', t.id, 'strength', t.strength)) AS things,
  json_group_array(json_object('id', t.id)) FILTER (WHERE t.id > 2) AS large
FROM maker AS m LEFT JOIN thing AS t ON t.maker = m.id GROUP BY m.id ORDER BY m.id;

-- QUERY one_each
SELECT m.id, CASE WHEN t.id IS NOT NULL THEN json_object('id', t.id, 'day', t.day) END AS thing,
  json_object('name', m.name, 'id', t.id) AS sure
FROM maker AS m LEFT JOIN thing AS t ON t.maker = m.id AND t.id > 2 ORDER BY m.id;

-- A list that a query keeps in a table of its own is a text in the JSON around it.
-- QUERY kept
WITH lists AS MATERIALIZED (SELECT maker, json_group_array(json_object('id', id)) AS things FROM thing GROUP BY maker)
SELECT m.id, coalesce(l.things, '[]') AS things, json_object('name', m.name, 'things', l.things) AS whole
FROM maker AS m LEFT JOIN lists AS l ON l.maker = m.id ORDER BY m.id;

-- What is not known to the last value stays JSON, and what the statement asks of JSON.
-- QUERY as_json :one!
SELECT json_group_array(json(t.doc)) AS docs, json_object('bytes', hex(t.bytes), 'any', json_extract(t.doc, '$.a')) AS part,
  json_group_array(t.id) ->> 0 AS first
FROM thing AS t;

/* QUERY said :one! :pluck
  result: {things: json not null}
*/
SELECT json_group_array(json_object('id', m.id)) AS things FROM maker AS m;

-- QUERY plucked :pluck
SELECT json_object('id', m.id, 'name', m.name) AS maker FROM maker AS m ORDER BY m.id;

-- QUERY some :page
SELECT m.id, json_object('name', m.name) AS more FROM maker AS m ORDER BY m.id LIMIT ${size};

-- QUERY narrowed
SELECT m.id, (SELECT json_group_array(json_object('id', t.id, 'asked', CAST(${asked} AS TEXT))) FROM thing AS t
  WHERE t.maker = m.id
  AND t.day = ${day} --?
  ) AS things
FROM maker AS m
WHERE true
  AND m.id = ${id} --?
ORDER BY m.id;

-- QUERY things_of :bulk
SELECT t.id, json_object('id', t.id, 'day', t.day) AS thing FROM thing AS t WHERE t.maker = ${maker} ORDER BY t.id;

-- QUERY add_maker :one!
INSERT INTO maker (id, name) VALUES (${id}, ${name}) RETURNING id, json_object('name', name) AS made;
