-- :bulk: one call for many rows of parameters, which means what a call for each of them means.

-- MIGRATE 1
CREATE TABLE reading (
  sensor TEXT    NOT NULL,
  at     INTEGER NOT NULL,
  value  REAL,
  PRIMARY KEY (sensor, at)
) STRICT;
CREATE TABLE stock (id INTEGER PRIMARY KEY, n INTEGER NOT NULL CHECK (n >= 0)) STRICT;

-- TESTDATA
INSERT INTO reading VALUES ('a', 1, 0.5), ('a', 2, 1.5), ('b', 1, NULL);
INSERT INTO stock VALUES (1, 10), (2, 20), (3, 30);

-- The last value of two for one reading stays.
-- EXEC set_value :bulk
@set sensor = 'a'
@set at = 1
@set value = null
UPDATE reading SET value = ${value} WHERE sensor = ${sensor} AND at = ${at};

-- What two rows take from one item adds up, in their order.
-- EXEC take :bulk :batch
UPDATE stock SET n = n - ${n} WHERE id = ${id};

-- EXEC drop_reading :bulk
DELETE FROM reading WHERE sensor = ${sensor} AND (at = ${at} OR value IS NULL);

-- EXEC add_reading :bulk
INSERT INTO reading (sensor, at, value) VALUES (${sensor}, ${at}, ${value});

-- EXEC set_stock :bulk
INSERT INTO stock (id, n) VALUES (${id}, ${n})
ON CONFLICT (id) DO UPDATE SET n = stock.n + ${n};

-- QUERY all_readings
SELECT sensor, at, value FROM reading ORDER BY sensor, at;

-- QUERY all_stock
SELECT id, n FROM stock ORDER BY id;

-- MIGRATE 2_upsert
CREATE TABLE label (name TEXT PRIMARY KEY) STRICT;
CREATE TABLE account (id INTEGER PRIMARY KEY AUTOINCREMENT, mail TEXT NOT NULL UNIQUE, visits INTEGER NOT NULL DEFAULT 1) STRICT;
CREATE TABLE "odd place" (id INTEGER PRIMARY KEY AUTOINCREMENT, "it's" TEXT, code INTEGER NOT NULL DEFAULT 7) STRICT;

-- A row of the same key is replaced, by the last where there are several.
-- TABLE reading :appender :upsert

-- A key that is not the primary one; of a row that is there, one column is set.
-- TABLE account :appender(mail, visits) :upsert(mail) :set(visits)

-- There is nothing to set beside the key.
-- TABLE main.label :appender :upsert

-- The key is the engine's to give, if it is not listed.
-- TABLE "odd place" :appender(id, "it's") :upsert(id)

-- QUERY all_labels
SELECT name FROM label ORDER BY name;

-- QUERY all_accounts
SELECT id, mail, visits FROM account ORDER BY id;

-- QUERY all_odd_places
SELECT id, "it's", code FROM "odd place" ORDER BY id;
