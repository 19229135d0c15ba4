-- A temporary table that the program makes itself and fills in bulk. TESTDATA makes one, for the analysis alone.

-- MIGRATE 1
CREATE TABLE reading (device_id INTEGER NOT NULL, turn INTEGER NOT NULL, value DOUBLE, PRIMARY KEY (device_id, turn));

-- TESTDATA staging
CREATE OR REPLACE TEMP TABLE _staged (
  device_id INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  value DOUBLE
);

-- TABLE reading :appender

-- TABLE _staged :appender

-- EXEC create_staged
CREATE OR REPLACE TEMP TABLE _staged (
  device_id INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  value DOUBLE
);

-- QUERY staged
SELECT * FROM _staged ORDER BY device_id, turn;

-- EXEC update_staged
UPDATE reading AS r SET value = s.value FROM _staged AS s WHERE r.device_id = s.device_id AND r.turn = s.turn;

-- EXEC delete_staged
DELETE FROM reading AS r USING _staged AS s WHERE r.device_id = s.device_id AND r.turn = s.turn;

-- QUERY readings
SELECT * FROM reading ORDER BY device_id, turn;

-- EXEC drop_staged
DROP TABLE _staged;

-- EXEC set_value :bulk
UPDATE reading SET value = ${new_value} WHERE device_id = ${device_id} AND turn = ${turn};

-- QUERY turns_of :bulk
SELECT turn, value AS last_value FROM reading WHERE device_id = ${device_id} ORDER BY turn;
