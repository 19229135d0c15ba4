-- Each kind of value, NOT NULL and NULL, in each kind of statement, and values of a type of the program's. Beside this
-- file is what the generators make of it.

-- MIGRATE 1_kinds
CREATE TABLE kind (
  id INTEGER PRIMARY KEY,
  b BOOLEAN NOT NULL,
  b_null BOOLEAN,
  i8 BIGINT NOT NULL,
  i8_null BIGINT,
  f8 DOUBLE NOT NULL,
  f8_null DOUBLE,
  n DECIMAL(12, 2) NOT NULL,
  n_null DECIMAL(12, 2),
  t TEXT NOT NULL,
  t_null TEXT,
  bin BLOB NOT NULL,
  bin_null BLOB,
  d DATE NOT NULL,
  d_null DATE,
  tm TIME NOT NULL,
  tm_null TIME,
  ts TIMESTAMP NOT NULL,
  ts_null TIMESTAMP,
  tz TIMESTAMPTZ NOT NULL,
  tz_null TIMESTAMPTZ,
  u UUID NOT NULL,
  u_null UUID,
  j JSON NOT NULL,
  j_null JSON
);
CREATE TABLE document (id INTEGER PRIMARY KEY, body TEXT NOT NULL, extra TEXT);

-- QUERY all_kinds
SELECT * FROM kind;

-- QUERY find_kind :one :bulk
SELECT * FROM kind WHERE id = ${id};

-- QUERY texts :pluck
SELECT t FROM kind;

-- QUERY maybe_texts :pluck
SELECT t_null FROM kind;

-- QUERY maybe_number :one :pluck
SELECT i8_null FROM kind WHERE id = ${id};

-- EXEC add_kind :batch
INSERT INTO kind (id, b, b_null, i8, i8_null, f8, f8_null, n, n_null, t, t_null, bin, bin_null, d, d_null, tm,
  tm_null, ts,
  ts_null, tz, tz_null, u, u_null, j, j_null)
VALUES (${id}, ${b}, ${b_null}, ${i8}, ${i8_null}, ${f8}, ${f8_null}, ${n}, ${n_null}, ${t}, ${t_null}, ${bin},
  ${bin_null}, ${d}, ${d_null}, ${tm}, ${tm_null}, ${ts}, ${ts_null}, ${tz}, ${tz_null}, ${u}, ${u_null},
  ${j}, ${j_null});

-- EXEC set_kind :bulk
UPDATE kind SET b = ${b}, b_null = ${b_null}, i8 = ${i8}, i8_null = ${i8_null}, f8 = ${f8}, f8_null =
  ${f8_null}, n = ${n},
  n_null = ${n_null}, t = ${t}, t_null = ${t_null}, bin = ${bin}, bin_null = ${bin_null}, d = ${d},
  d_null = ${d_null}, tm = ${tm}, tm_null = ${tm_null}, ts = ${ts}, ts_null = ${ts_null}, tz = ${tz},
  tz_null = ${tz_null}, u = ${u}, u_null = ${u_null}, j = ${j}, j_null = ${j_null}
WHERE id = ${id};

-- TABLE kind :appender

-- QUERY documents
SELECT id, body, extra FROM document;

-- QUERY find_document :one :bulk
SELECT id, body, extra FROM document WHERE id = ${id};

-- QUERY extras :pluck
SELECT extra FROM document;

-- QUERY marked :pluck
SELECT id FROM document WHERE body LIKE '%\_%' ESCAPE '\';

-- QUERY extra_of :one
SELECT extra AS remarks_beside_the_document FROM document WHERE id = ${id};

-- EXEC add_document :batch
INSERT INTO document (id, body, extra) VALUES (${id}, ${body}, ${extra});

-- EXEC set_document :bulk
UPDATE document SET body = ${body}, extra = ${extra} WHERE id = ${id};

-- TABLE document :appender

/* QUERY declared :one
result: {b: boolean, n: integer, f: double, d: date, t: text}
*/
SELECT max(b) AS b, sum(i8) AS n, total(f8) AS f, max(d) AS d, group_concat(t) AS t FROM kind;

-- QUERY through_subquery
SELECT i8, f8_null, t FROM (SELECT i8, f8_null, t FROM kind GROUP BY id);

/* QUERY search_documents
  choices:
    sort: {newest: "id DESC", body: "body, id"}
*/
SELECT id, body FROM document WHERE true
  AND body LIKE ${prefix} --?
  AND id BETWEEN ${low} AND ${high} --?
  AND extra IS NULL --? plain
  AND extra IS NOT NULL --? !plain
ORDER BY ${sort};

-- QUERY page_of_texts :page
SELECT id, t FROM kind
WHERE t LIKE ${prefix} --?
ORDER BY t DESC, id
LIMIT ${size};

-- EXEC patch_document
UPDATE document SET id = id
  , body = ${body} --?
  , extra = ${extra} --?
WHERE id = ${id};

/* QUERY kinds_of_documents
  embed: {kind: k}
*/
SELECT d.id, k.* FROM document AS d LEFT JOIN kind AS k ON k.id = d.id;

-- QUERY document_parts
SELECT d.body AS "document.body", k.t AS "document.kind.text", k.i8_null AS "document.kind.number"
FROM document AS d LEFT JOIN kind AS k ON k.id = d.id;
