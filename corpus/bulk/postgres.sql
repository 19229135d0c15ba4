-- :bulk: one statement for many rows of parameters, which means what a call for each of them means.

-- MIGRATE 1
CREATE TYPE level AS ENUM ('low', 'high');
CREATE TABLE reading (
  sensor text    NOT NULL,
  at     integer NOT NULL,
  value  double precision,
  note   varchar(8),
  PRIMARY KEY (sensor, at)
);
CREATE TABLE stock (id integer PRIMARY KEY, n integer NOT NULL CHECK (n >= 0));
CREATE TABLE account (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, mail text NOT NULL UNIQUE, visits integer NOT NULL DEFAULT 1);
CREATE TABLE sample (
  id     uuid PRIMARY KEY,
  level  level,
  price  numeric(12, 3),
  detail jsonb,
  raw    bytea,
  day    date,
  at     timestamptz,
  on_off boolean,
  small  smallint,
  tags   text[]
);

-- TESTDATA
INSERT INTO reading VALUES ('a', 1, 0.5, 'old'), ('a', 2, 1.5, NULL), ('b', 1, NULL, 'old');
INSERT INTO stock VALUES (1, 10), (2, 20), (3, 30);
INSERT INTO sample (id) VALUES ('00000000-0000-0000-0000-000000000001'), ('00000000-0000-0000-0000-000000000002');

-- The last value of two for one reading stays.
-- EXEC set_value :bulk
@set sensor = 'a'
@set at = 1
@set value = null
UPDATE reading
SET value = ${value}, note = 'set'
WHERE sensor = ${sensor} AND at = ${at};

-- What two rows take from one item adds up, in their order.
-- EXEC take :bulk :batch
UPDATE stock SET n = n - ${n} WHERE id = ${id};

-- EXEC drop_reading :bulk
DELETE FROM reading WHERE sensor = ${sensor} AND (at = ${at} OR value IS NULL);

-- Rows by one column that an index has: the keys are one list.
-- EXEC drop_stock :bulk
DELETE FROM stock WHERE id = ${id};

-- EXEC drop_account :bulk
DELETE FROM account WHERE mail = ${mail} AND visits < 3; -- those that come often stay

-- EXEC add_reading :bulk
@set sensor = 'c'
@set at = 1
@set value = null
@set note = null
INSERT INTO reading (sensor, at, value, note) VALUES (${sensor}, ${at}, ${value}::integer * 2, ${note});

-- EXEC keep_reading :bulk
INSERT INTO reading (sensor, at, value) VALUES (${sensor}, ${at}, ${value}) ON CONFLICT DO NOTHING;

-- The sequence goes on in the order of the rows.
-- EXEC visit :bulk
INSERT INTO account (mail) VALUES (${mail})
ON CONFLICT (mail) DO UPDATE SET visits = account.visits + 1;

-- EXEC set_stock :bulk
INSERT INTO stock AS s (id, n) VALUES (${id}, ${n})
ON CONFLICT (id) DO UPDATE SET n = s.n + ${n};

-- Types that a driver must be told of.
-- EXEC set_sample :bulk
@set level = null
@set price = null
@set detail = null
@set raw = null
@set day = null
@set at = null
@set on_off = null
@set small = null
UPDATE sample
SET level = ${level}, price = ${price}, detail = ${detail}, raw = ${raw}, day = ${day}, at = ${at}, on_off = ${on_off},
  small = ${small}
WHERE id = ${id};

-- A list for each row: PostgreSQL would take a list of lists apart.
-- EXEC set_tags :bulk
UPDATE sample SET tags = ${tags} WHERE id = ${id};

-- QUERY all_readings
SELECT sensor, at, value, note FROM reading ORDER BY sensor, at;

-- QUERY statements_for :one :pluck
SELECT count(DISTINCT (xmin::text, cmin::text)) FROM reading WHERE sensor = ${sensor};

-- QUERY all_stock
SELECT id, n FROM stock ORDER BY id;

-- QUERY all_accounts
SELECT id, mail, visits FROM account ORDER BY id;

-- QUERY all_samples
SELECT id::text AS id, level::text AS level, price::text AS price, detail::text AS detail, raw::text AS raw, day::text AS day,
  at::text AS at, on_off::text AS on_off, small::text AS small, tags::text AS tags
FROM sample ORDER BY sample.id;

-- MIGRATE 2_upsert
CREATE TABLE label (name text PRIMARY KEY);
CREATE TABLE numbered (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, made integer GENERATED ALWAYS AS (id * 2) STORED);
CREATE TABLE "odd place" (id integer GENERATED ALWAYS AS IDENTITY, "it's" text, code integer NOT NULL DEFAULT 7, twice integer GENERATED ALWAYS AS (code * 2) STORED);
CREATE UNIQUE INDEX ON "odd place" (id) INCLUDE (code);
CREATE TABLE remark (id integer PRIMARY KEY, account bigint NOT NULL REFERENCES account (id) DEFERRABLE INITIALLY DEFERRED);

-- A row of the same key is replaced, by the last where there are several.
-- TABLE reading :appender :upsert

-- Of a sample that is there, two columns are set. A list does not go in a list.
-- TABLE sample :appender(id, level, price, tags) :upsert :set(price, tags)

-- A key that is not the primary one; the sequence and the default give the rest.
-- TABLE account :appender(mail) :upsert(mail)

-- There is nothing to set beside the key.
-- TABLE public.label :appender :upsert

-- The key is the engine's to give, if it is not listed.
-- TABLE "odd place" :appender(id, "it's") :upsert(id)

-- The key is in the row, though the engine could give it.
-- TABLE numbered :appender :upsert

-- QUERY all_numbered
SELECT id, name, made FROM numbered ORDER BY id;

-- What a row refers to is looked for at the end of the transaction.
-- TABLE remark :appender :upsert

-- EXEC add_remark :bulk
INSERT INTO remark (id, account) VALUES (${id}, ${account});

-- QUERY all_remarks
SELECT id, account FROM remark ORDER BY id;

-- QUERY all_labels
SELECT name FROM label ORDER BY name;

-- QUERY all_odd_places
SELECT id, "it's", code, twice FROM "odd place" ORDER BY id;

-- MIGRATE 3_meeting
CREATE TABLE waiting (id integer PRIMARY KEY);
CREATE FUNCTION in_front() RETURNS integer LANGUAGE sql STABLE AS 'SELECT count(*)::integer FROM waiting';
CREATE DOMAIN place_in_line AS integer DEFAULT in_front();
ALTER TABLE waiting ADD place place_in_line;
CREATE TABLE part (code varchar(4) PRIMARY KEY, n integer NOT NULL);

-- The default of the type counts the rows that are there: each row is run by itself.
-- EXEC wait_in_line :bulk
INSERT INTO waiting (id) VALUES (${id});

-- Codes that are one without the blanks at their end have one key.
-- TABLE part :appender :upsert :bulk!

-- QUERY all_waiting
SELECT id, place::integer AS place FROM waiting ORDER BY id;

-- QUERY all_parts
SELECT code, n FROM part ORDER BY code;
