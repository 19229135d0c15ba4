-- What programs do behind a pooler that gives each transaction another connection.

-- MIGRATE 1
CREATE TYPE state AS ENUM ('new', 'checked');
CREATE TABLE reading (id bigint PRIMARY KEY, place text NOT NULL, state state NOT NULL, amount numeric NOT NULL);

-- TABLE reading :appender

-- QUERY readings
SELECT id, place, state, amount FROM reading ORDER BY id;

-- QUERY reading_by_id :one :bulk
SELECT id, place, state FROM reading WHERE id = ${id};

-- QUERY put :one
INSERT INTO reading (id, place, state, amount) VALUES (${id}, ${place}, ${state}, ${amount})
ON CONFLICT (id) DO UPDATE SET place = excluded.place RETURNING id, state;

-- EXEC set_place :batch :bulk
UPDATE reading SET place = ${place} WHERE id = ${id};

-- EXEC set_state :bulk
UPDATE reading SET state = ${state} WHERE id = ${id};

-- EXEC lock_place
SELECT pg_advisory_xact_lock(hashtext(${place}));

-- QUERY connection :one :pluck
SELECT pg_backend_pid();
