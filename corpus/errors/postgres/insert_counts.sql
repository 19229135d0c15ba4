-- MIGRATE 1
CREATE TABLE t (id integer PRIMARY KEY, name text NOT NULL, at integer GENERATED ALWAYS AS (id) STORED);

-- EXEC too_many
INSERT INTO t (id) VALUES (${id}, ${name});

-- EXEC too_few
INSERT INTO t (id, name) VALUES (${id});

-- EXEC generated
INSERT INTO t (id, name, at) VALUES (${id}, ${name}, ${at});

-- EXEC twice
UPDATE t SET name = ${a}, name = ${b};

-- EXEC conflict
INSERT INTO t (id, name) VALUES (${id}, ${name}) ON CONFLICT (name) DO NOTHING;
