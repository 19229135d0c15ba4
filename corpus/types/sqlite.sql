-- Every kind of value, NULL and NOT NULL, declared in an ordinary table and in a STRICT one.
-- values.json beside this file lists the values to send through it and what the engine must have stored.

-- MIGRATE 1_plain
-- An ordinary table: declared types are a promise of the application, not enforced.
CREATE TABLE plain (
  id          INTEGER PRIMARY KEY,
  b           BOOLEAN        NOT NULL,
  b_null      BOOLEAN,
  i           BIGINT         NOT NULL,
  i_null      INTEGER,
  f           DOUBLE         NOT NULL,
  f_null      REAL,
  dec         DECIMAL(12, 2) NOT NULL,
  dec_null    NUMERIC,
  t           VARCHAR(100)   NOT NULL,
  t_null      TEXT,
  bin         BLOB           NOT NULL,
  bin_null    BLOB,
  d           DATE           NOT NULL,
  d_null      DATE,
  tm          TIME           NOT NULL,
  tm_null     TIME,
  ts          TIMESTAMP      NOT NULL,
  ts_null     DATETIME,
  tz          TIMESTAMPTZ    NOT NULL,
  tz_null     TIMESTAMPTZ,
  u           UUID           NOT NULL,
  u_null      UUID,
  j           JSON           NOT NULL,
  j_null      JSON
);

-- MIGRATE 2_strict
-- A STRICT table: the engine enforces the few types it knows.
CREATE TABLE strict_types (
  id       INTEGER PRIMARY KEY,
  i        INT     NOT NULL,
  i_null   INTEGER,
  f        REAL    NOT NULL,
  f_null   REAL,
  t        TEXT    NOT NULL,
  t_null   TEXT,
  bin      BLOB    NOT NULL,
  bin_null BLOB,
  a        ANY     NOT NULL,
  a_null   ANY
) STRICT;

-- MIGRATE 3_meant
-- STRICT, with types that SQLite does not have said by the statements' annotations; everything is stored as TEXT, so
-- a decimal keeps all its digits.
CREATE TABLE meant (
  id   INTEGER PRIMARY KEY,
  b    INTEGER NOT NULL,
  dec  TEXT NOT NULL,
  d    TEXT NOT NULL,
  tm   TEXT NOT NULL,
  ts   TEXT NOT NULL,
  tz   TEXT NOT NULL,
  u    TEXT NOT NULL,
  j    TEXT NOT NULL,
  b_null   INTEGER,
  dec_null TEXT,
  d_null   TEXT,
  tm_null  TEXT,
  ts_null  TEXT,
  tz_null  TEXT,
  u_null   TEXT,
  j_null   TEXT
) STRICT;

-- EXEC insert_plain
INSERT INTO plain (id, b, b_null, i, i_null, f, f_null, dec, dec_null, t, t_null, bin, bin_null, d, d_null, tm, tm_null,
  ts, ts_null, tz, tz_null, u, u_null, j, j_null)
VALUES (${id}, ${b}, ${b_null}, ${i}, ${i_null}, ${f}, ${f_null}, ${dec}, ${dec_null}, ${t}, ${t_null}, ${bin},
  ${bin_null}, ${d}, ${d_null}, ${tm}, ${tm_null}, ${ts}, ${ts_null}, ${tz}, ${tz_null}, ${u}, ${u_null}, ${j}, ${j_null});

-- QUERY all_plain
SELECT * FROM plain ORDER BY id;

-- QUERY get_plain :one
@set id = 1
SELECT * FROM plain WHERE id = ${id};

-- The oracle: what the engine holds, as text that no driver has interpreted.
-- QUERY plain_storage :one
@set id = 1
SELECT
  typeof(b) AS b_type, CAST(b AS TEXT) AS b_text,
  typeof(i) AS i_type, CAST(i AS TEXT) AS i_text,
  typeof(f) AS f_type, CAST(f AS TEXT) AS f_text,
  typeof(dec) AS dec_type, CAST(dec AS TEXT) AS dec_text,
  typeof(t) AS t_type, hex(t) AS t_hex,
  typeof(bin) AS bin_type, hex(bin) AS bin_hex,
  typeof(d) AS d_type, CAST(d AS TEXT) AS d_text,
  typeof(tm) AS tm_type, CAST(tm AS TEXT) AS tm_text,
  typeof(ts) AS ts_type, CAST(ts AS TEXT) AS ts_text,
  typeof(tz) AS tz_type, CAST(tz AS TEXT) AS tz_text,
  typeof(u) AS u_type, CAST(u AS TEXT) AS u_text,
  typeof(j) AS j_type, CAST(j AS TEXT) AS j_text
FROM plain WHERE id = ${id};

-- The same of the nullable columns; everything is NULL and its type 'null' where NULL was bound.
-- QUERY plain_null_storage :one
@set id = 1
SELECT
  typeof(b_null) AS b_type, CAST(b_null AS TEXT) AS b_text,
  typeof(i_null) AS i_type, CAST(i_null AS TEXT) AS i_text,
  typeof(f_null) AS f_type, CAST(f_null AS TEXT) AS f_text,
  typeof(dec_null) AS dec_type, CAST(dec_null AS TEXT) AS dec_text,
  typeof(t_null) AS t_type, hex(t_null) AS t_hex,
  typeof(bin_null) AS bin_type, hex(bin_null) AS bin_hex,
  typeof(d_null) AS d_type, CAST(d_null AS TEXT) AS d_text,
  typeof(tm_null) AS tm_type, CAST(tm_null AS TEXT) AS tm_text,
  typeof(ts_null) AS ts_type, CAST(ts_null AS TEXT) AS ts_text,
  typeof(tz_null) AS tz_type, CAST(tz_null AS TEXT) AS tz_text,
  typeof(u_null) AS u_type, CAST(u_null AS TEXT) AS u_text,
  typeof(j_null) AS j_type, CAST(j_null AS TEXT) AS j_text
FROM plain WHERE id = ${id};

-- EXEC insert_strict
INSERT INTO strict_types (id, i, i_null, f, f_null, t, t_null, bin, bin_null, a, a_null)
VALUES (${id}, ${i}, ${i_null}, ${f}, ${f_null}, ${t}, ${t_null}, ${bin}, ${bin_null}, ${a}, ${a_null});

-- QUERY all_strict
SELECT * FROM strict_types ORDER BY id;

-- QUERY get_strict :one
@set id = 1
SELECT * FROM strict_types WHERE id = ${id};

-- QUERY strict_storage :one
@set id = 1
SELECT
  typeof(i) AS i_type, CAST(i AS TEXT) AS i_text,
  typeof(f) AS f_type, CAST(f AS TEXT) AS f_text,
  typeof(t) AS t_type, hex(t) AS t_hex,
  typeof(bin) AS bin_type, hex(bin) AS bin_hex,
  typeof(a) AS a_type, quote(a) AS a_quoted,
  typeof(a_null) AS a_null_type, quote(a_null) AS a_null_quoted
FROM strict_types WHERE id = ${id};

/* EXEC insert_meant
  params:
    b: boolean
    dec: decimal
    d: date
    tm: time
    ts: timestamp
    tz: timestamptz
    u: uuid
    j: json
    b_null: boolean
    dec_null: decimal
    d_null: date
    tm_null: time
    ts_null: timestamp
    tz_null: timestamptz
    u_null: uuid
    j_null: json
*/
INSERT INTO meant (id, b, dec, d, tm, ts, tz, u, j, b_null, dec_null, d_null, tm_null, ts_null, tz_null, u_null, j_null)
VALUES (${id}, ${b}, ${dec}, ${d}, ${tm}, ${ts}, ${tz}, ${u}, ${j}, ${b_null}, ${dec_null}, ${d_null}, ${tm_null},
  ${ts_null}, ${tz_null}, ${u_null}, ${j_null});

/* QUERY get_meant :one
  result:
    b: boolean
    dec: decimal
    d: date
    tm: time
    ts: timestamp
    tz: timestamptz
    u: uuid
    j: json
    b_null: boolean
    dec_null: decimal
    d_null: date
    tm_null: time
    ts_null: timestamp
    tz_null: timestamptz
    u_null: uuid
    j_null: json
*/
@set id = 1
SELECT id, b, dec, d, tm, ts, tz, u, j, b_null, dec_null, d_null, tm_null, ts_null, tz_null, u_null, j_null
FROM meant WHERE id = ${id};

-- QUERY meant_storage :one
@set id = 1
SELECT typeof(b) AS b_type, CAST(b AS TEXT) AS b_text,
  dec AS dec_text, d AS d_text, tm AS tm_text, ts AS ts_text, tz AS tz_text, u AS u_text, j AS j_text,
  quote(dec_null) AS dec_null_quoted, quote(j_null) AS j_null_quoted
FROM meant WHERE id = ${id};

-- Values no application of ours wrote: every reader must take the accepted forms and refuse the others by name.
-- EXEC store_raw
@set id = 1
INSERT INTO plain (id, b, i, f, dec, t, bin, d, tm, ts, tz, u, j)
VALUES (${id}, 1, 1, 1, 1, 'x', x'00', '2024-02-29', '12:00:00', '2024-02-29 12:00:00', '2024-02-29 12:00:00+00:00',
  '00000000-0000-4000-8000-000000000000', '{}');

-- Puts a value that is not of the declared type into a column; an ordinary table takes it.
/* EXEC spoil_bool
  params: {value: any}
*/
UPDATE plain SET b = ${value} WHERE id = ${id};

/* EXEC spoil_int
  params: {value: any}
*/
UPDATE plain SET i = ${value} WHERE id = ${id};

/* EXEC spoil_float
  params: {value: any}
*/
UPDATE plain SET f = ${value} WHERE id = ${id};

/* EXEC spoil_decimal
  params: {value: any}
*/
UPDATE plain SET dec = ${value} WHERE id = ${id};

/* EXEC spoil_text
  params: {value: any}
*/
UPDATE plain SET t = ${value} WHERE id = ${id};

/* EXEC spoil_blob
  params: {value: any}
*/
UPDATE plain SET bin = ${value} WHERE id = ${id};

/* EXEC spoil_date
  params: {value: any}
*/
UPDATE plain SET d = ${value} WHERE id = ${id};

/* EXEC spoil_time
  params: {value: any}
*/
UPDATE plain SET tm = ${value} WHERE id = ${id};

/* EXEC spoil_timestamp
  params: {value: any}
*/
UPDATE plain SET ts = ${value} WHERE id = ${id};

/* EXEC spoil_timestamptz
  params: {value: any}
*/
UPDATE plain SET tz = ${value} WHERE id = ${id};

/* EXEC spoil_uuid
  params: {value: any}
*/
UPDATE plain SET u = ${value} WHERE id = ${id};

/* EXEC spoil_json
  params: {value: any}
*/
UPDATE plain SET j = ${value} WHERE id = ${id};

-- Values plucked, one column of each kind: conversions must not depend on reading whole rows.
-- QUERY bools :pluck
SELECT b_null FROM plain ORDER BY id;

-- QUERY decimals :pluck
SELECT dec FROM plain ORDER BY id;

-- QUERY dates :pluck
SELECT d_null FROM plain ORDER BY id;

-- QUERY instants :pluck
SELECT tz FROM plain ORDER BY id;

-- QUERY blobs :pluck
SELECT bin_null FROM plain ORDER BY id;

-- A parameter of every kind in a comparison instead of an assignment.
-- QUERY find_plain :pluck
SELECT id FROM plain
WHERE b = ${b} AND i = ${i} AND f = ${f} AND dec = ${dec} AND t = ${t} AND bin = ${bin} AND d = ${d} AND tm = ${tm}
  AND ts = ${ts} AND tz = ${tz} AND u = ${u} AND j = ${j}
ORDER BY id;
