-- What the option dates is for, as columns, parameters, elements of lists, and in each way to store many rows.

-- MIGRATE 1
CREATE TABLE moment (id INTEGER PRIMARY KEY, made TIMESTAMPTZ NOT NULL, until TIMESTAMPTZ, day DATE);

-- TABLE moment :appender

-- QUERY all_moments
SELECT * FROM moment ORDER BY id;

-- QUERY texts :pluck
SELECT CAST(made AS TEXT) AS made FROM moment ORDER BY id;

/* QUERY made_at :pluck
  params: {moments: list}
*/
SELECT id FROM moment WHERE made IN (${moments}) ORDER BY id;

-- QUERY untils :pluck
SELECT until FROM moment ORDER BY id;

-- EXEC add_moment :batch :bulk
INSERT INTO moment (id, made, until, day) VALUES (${id}, ${made}, ${until}, ${day});

-- QUERY find_moments :pluck
SELECT id FROM moment
WHERE TRUE
  AND made >= ${since} --?
ORDER BY id;

-- EXEC add_text
INSERT INTO moment (id, made) VALUES (${id}, CAST(${made} AS TEXT));
