-- What the option dates is for, as columns, parameters, in what holds others, and in each way to store many rows.

-- MIGRATE 1
CREATE TABLE moment (
  id    INTEGER PRIMARY KEY,
  made  TIMESTAMPTZ NOT NULL,
  until TIMESTAMPTZ,
  day   DATE
);
CREATE TABLE span (
  id    INTEGER PRIMARY KEY,
  times TIMESTAMPTZ[] NOT NULL,
  pair  STRUCT(since TIMESTAMPTZ, label VARCHAR)
);

-- TABLE moment :appender

-- TABLE span :appender

-- QUERY all_moments
SELECT * FROM moment ORDER BY id;

-- QUERY all_spans
SELECT * FROM span ORDER BY id;

-- QUERY made_at :pluck
SELECT id FROM moment WHERE made = ANY(${moments}::TIMESTAMPTZ[]) ORDER BY id;

-- QUERY untils :pluck
SELECT until FROM moment ORDER BY id;

-- EXEC add_moment :batch :bulk
INSERT INTO moment (id, made, until, day) VALUES (${id}, ${made}, ${until}, ${day});

-- QUERY find_moments :pluck
SELECT id FROM moment
WHERE TRUE
  AND made >= ${since} --?
ORDER BY id;

-- EXEC add_micros
INSERT INTO moment (id, made) VALUES (${id}, make_timestamptz(${micros}));

-- EXEC add_infinity
INSERT INTO moment (id, made) VALUES (${id}, 'infinity');
