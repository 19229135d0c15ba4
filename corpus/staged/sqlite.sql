-- A temporary table that the program makes itself and fills in bulk. TESTDATA makes one, for the analysis alone.

-- MIGRATE 1
CREATE TABLE reading (device INTEGER NOT NULL, turn INTEGER NOT NULL, value REAL, PRIMARY KEY (device, turn));

-- TESTDATA staging
CREATE TEMP TABLE IF NOT EXISTS _staged (
  device INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  value REAL
);

-- TABLE reading :appender

-- TABLE _staged :appender

-- EXEC create_staged
CREATE TEMP TABLE IF NOT EXISTS _staged (
  device INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  value REAL
);

-- QUERY staged
SELECT * FROM _staged ORDER BY device, turn;

-- EXEC update_staged
UPDATE reading SET value = s.value FROM _staged AS s WHERE reading.device = s.device AND reading.turn = s.turn;

-- EXEC delete_staged
DELETE FROM reading WHERE (device, turn) IN (SELECT device, turn FROM _staged);

-- QUERY readings
SELECT * FROM reading ORDER BY device, turn;

-- EXEC drop_staged
DROP TABLE _staged;
