-- :bulk: one call for many rows of parameters, which means what a call for each of them means.

-- MIGRATE 1
CREATE TABLE reading (
  sensor VARCHAR NOT NULL,
  slot   INTEGER NOT NULL,
  value  DOUBLE,
  PRIMARY KEY (sensor, slot)
);
CREATE TABLE stock (id INTEGER PRIMARY KEY, n INTEGER NOT NULL CHECK (n >= 0));

-- TESTDATA
INSERT INTO reading VALUES ('a', 1, 0.5), ('a', 2, 1.5), ('b', 1, NULL);
INSERT INTO stock VALUES (1, 10), (2, 20), (3, 30);

-- The last value of two for one reading stays.
-- EXEC set_value :bulk
@set sensor = 'a'
@set slot = 1
@set value = null
UPDATE reading SET value = ${value} WHERE sensor = ${sensor} AND slot = ${slot};

-- What two rows take from one item adds up, in their order.
-- EXEC take :bulk :batch
UPDATE stock SET n = n - ${n}::INTEGER WHERE id = ${id};

-- EXEC drop_reading :bulk
DELETE FROM reading WHERE sensor = ${sensor} AND (slot = ${slot} OR value IS NULL);

-- EXEC add_reading :bulk
INSERT INTO reading (sensor, slot, value) VALUES (${sensor}, ${slot}, ${value});

-- EXEC set_stock :bulk
INSERT INTO stock (id, n) VALUES (${id}, ${n})
ON CONFLICT (id) DO UPDATE SET n = stock.n + excluded.n;

-- QUERY all_readings
SELECT sensor, slot, value FROM reading ORDER BY sensor, slot;

-- QUERY all_stock
SELECT id, n FROM stock ORDER BY id;

-- MIGRATE 2_upsert
CREATE TABLE label (name VARCHAR PRIMARY KEY);
CREATE TABLE account (mail VARCHAR UNIQUE, visits INTEGER NOT NULL DEFAULT 1, tags VARCHAR[]);
CREATE TABLE "odd place" (id INTEGER PRIMARY KEY, "it's" VARCHAR, code INTEGER NOT NULL DEFAULT 7, twice INTEGER GENERATED ALWAYS AS (code * 2));

-- A row of the same key is replaced, by the last where there are several.
-- TABLE reading :appender :upsert

-- A key that is not the primary one; of a row that is there, two columns are set.
-- TABLE account :appender :upsert(mail) :set(visits, tags)

-- There is nothing to set beside the key.
-- TABLE main.label :appender :upsert

-- Some of the columns.
-- TABLE "odd place" :appender(id, "it's") :upsert(id)

-- QUERY all_labels
SELECT name FROM label ORDER BY name;

-- QUERY all_accounts
SELECT mail, visits, tags FROM account ORDER BY mail;

-- QUERY all_odd_places
SELECT id, "it's", code, twice FROM "odd place" ORDER BY id;
