-- Each kind of value, NOT NULL and NULL, in each kind of statement, and values of a type of the program's. Beside this
-- file is what the generators make of it.

-- MIGRATE 1_kinds
CREATE TYPE mood AS ENUM ('happy', 'sad');
CREATE TYPE place AS STRUCT(x DOUBLE, name VARCHAR);
CREATE TABLE kind (
  id INTEGER PRIMARY KEY,
  b BOOLEAN NOT NULL,
  b_null BOOLEAN,
  i1 TINYINT NOT NULL,
  i1_null TINYINT,
  i2 SMALLINT NOT NULL,
  i2_null SMALLINT,
  i4 INTEGER NOT NULL,
  i4_null INTEGER,
  i8 BIGINT NOT NULL,
  i8_null BIGINT,
  h HUGEINT NOT NULL,
  h_null HUGEINT,
  u1 UTINYINT NOT NULL,
  u1_null UTINYINT,
  u2 USMALLINT NOT NULL,
  u2_null USMALLINT,
  u4 UINTEGER NOT NULL,
  u4_null UINTEGER,
  u8 UBIGINT NOT NULL,
  u8_null UBIGINT,
  f4 FLOAT NOT NULL,
  f4_null FLOAT,
  f8 DOUBLE NOT NULL,
  f8_null DOUBLE,
  n DECIMAL(12, 2) NOT NULL,
  n_null DECIMAL(12, 2),
  t VARCHAR NOT NULL,
  t_null VARCHAR,
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
  iv INTERVAL NOT NULL,
  iv_null INTERVAL,
  u UUID NOT NULL,
  u_null UUID,
  j JSON NOT NULL,
  j_null JSON,
  m mood NOT NULL,
  m_null mood,
  p place NOT NULL,
  p_null place,
  i8s BIGINT[] NOT NULL,
  i8s_null BIGINT[],
  ts_list VARCHAR[] NOT NULL,
  ts_list_null VARCHAR[],
  mp MAP(VARCHAR, INTEGER) NOT NULL,
  mp_null MAP(VARCHAR, INTEGER),
  dl DATE[] NOT NULL,
  dl_null DATE[],
  ul UUID[] NOT NULL,
  ul_null UUID[],
  ml mood[] NOT NULL,
  ml_null mood[],
  pl place[] NOT NULL,
  pl_null place[],
  ll INTEGER[][] NOT NULL,
  ll_null INTEGER[][],
  f3 FLOAT[3] NOT NULL,
  f3_null FLOAT[3],
  st STRUCT(a INTEGER[], d DATE) NOT NULL,
  st_null STRUCT(a INTEGER[], d DATE)
);
CREATE TABLE rare (
  id INTEGER PRIMARY KEY,
  un UNION(num INTEGER, str VARCHAR) NOT NULL,
  un_null UNION(num INTEGER, str VARCHAR),
  bt BIT NOT NULL,
  bt_null BIT,
  tmz TIMETZ NOT NULL,
  tmz_null TIMETZ,
  ns TIMESTAMP_NS NOT NULL,
  ns_null TIMESTAMP_NS,
  uh UHUGEINT NOT NULL,
  uh_null UHUGEINT,
  uns UNION(num INTEGER, str VARCHAR)[] NOT NULL,
  uns_null UNION(num INTEGER, str VARCHAR)[]
);
CREATE TABLE document (id INTEGER PRIMARY KEY, body VARCHAR NOT NULL, extra VARCHAR);
CREATE TABLE event (id INTEGER PRIMARY KEY, began TIMESTAMP NOT NULL, ended TIMESTAMP, name VARCHAR);
CREATE TABLE tally (
  id INTEGER PRIMARY KEY,
  by_price MAP(DECIMAL(9, 2), INTEGER) NOT NULL,
  by_place MAP(STRUCT(x INTEGER, y INTEGER), DATE)
);

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
INSERT INTO kind (id, b, b_null, i1, i1_null, i2, i2_null, i4, i4_null, i8, i8_null, h, h_null, u1, u1_null,
  u2, u2_null, u4,
  u4_null, u8, u8_null, f4, f4_null, f8, f8_null, n, n_null, t, t_null, bin, bin_null, d, d_null, tm,
  tm_null, ts, ts_null, tz, tz_null, iv, iv_null, u, u_null, j, j_null, m, m_null, p, p_null, i8s, i8s_null,
  ts_list, ts_list_null, mp, mp_null,
  dl, dl_null, ul, ul_null, ml, ml_null, pl, pl_null, ll, ll_null, f3, f3_null, st, st_null)
VALUES (${id}, ${b}, ${b_null}, ${i1}, ${i1_null}, ${i2}, ${i2_null}, ${i4}, ${i4_null}, ${i8}, ${i8_null},
  ${h},
  ${h_null}, ${u1}, ${u1_null}, ${u2}, ${u2_null}, ${u4}, ${u4_null}, ${u8}, ${u8_null}, ${f4}, ${f4_null},
  ${f8}, ${f8_null}, ${n}, ${n_null}, ${t}, ${t_null}, ${bin}, ${bin_null}, ${d}, ${d_null}, ${tm},
  ${tm_null}, ${ts}, ${ts_null}, ${tz}, ${tz_null}, ${iv}, ${iv_null}, ${u}, ${u_null}, ${j}, ${j_null},
  ${m}, ${m_null}, ${p}, ${p_null}, ${i8s}, ${i8s_null}, ${ts_list}, ${ts_list_null}, ${mp}, ${mp_null},
  ${dl}, ${dl_null}, ${ul}, ${ul_null}, ${ml}, ${ml_null}, ${pl}, ${pl_null},
  ${ll}, ${ll_null}, ${f3}, ${f3_null}, ${st}, ${st_null});

-- EXEC set_kind :bulk
UPDATE kind SET b = ${b}, b_null = ${b_null}, i1 = ${i1}, i1_null = ${i1_null}, i2 = ${i2}, i2_null =
  ${i2_null},
  i4 = ${i4}, i4_null = ${i4_null}, i8 = ${i8}, i8_null = ${i8_null}, h = ${h}, h_null = ${h_null},
  u1 = ${u1}, u1_null = ${u1_null}, u2 = ${u2}, u2_null = ${u2_null}, u4 = ${u4}, u4_null = ${u4_null},
  u8 = ${u8}, u8_null = ${u8_null}, f4 = ${f4}, f4_null = ${f4_null}, f8 = ${f8}, f8_null = ${f8_null},
  n = ${n}, n_null = ${n_null}, t = ${t}, t_null = ${t_null}, bin = ${bin}, bin_null = ${bin_null}, d = ${d},
  d_null = ${d_null}, tm = ${tm}, tm_null = ${tm_null}, ts = ${ts}, ts_null = ${ts_null}, tz = ${tz},
  tz_null = ${tz_null}, iv = ${iv}, iv_null = ${iv_null}, u = ${u}, u_null = ${u_null}, j = ${j},
  j_null = ${j_null}, m = ${m}, m_null = ${m_null}, p = ${p}, p_null = ${p_null}, i8s = ${i8s},
  i8s_null = ${i8s_null}, ts_list = ${ts_list}, ts_list_null = ${ts_list_null}, mp = ${mp},
  mp_null = ${mp_null},
  dl = ${dl}, dl_null = ${dl_null}, ul = ${ul}, ul_null = ${ul_null},
  ml = ${ml}, ml_null = ${ml_null}, pl = ${pl}, pl_null = ${pl_null},
  ll = ${ll}, ll_null = ${ll_null}, f3 = ${f3}, f3_null = ${f3_null},
  st = ${st}, st_null = ${st_null}
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

-- QUERY kinds_of
SELECT t FROM kind WHERE id IN (SELECT unnest(${ids}::INTEGER[])) AND d IN (SELECT unnest(${days}::DATE[]));

-- QUERY listed :one
SELECT list(id) AS ids, list(m) AS moods, list(d_null) AS days, list(p) AS places FROM kind;

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

-- QUERY page_of_kinds :page
SELECT b, i1, i2, i4, i8, u1, u2, u4, f8, n, t, d, ts, tz, u, id FROM kind
ORDER BY b, i1, i2, i4, i8, u1, u2, u4, f8, n, t, d, ts, tz, u, id
LIMIT ${size};

-- QUERY all_rare
SELECT * FROM rare;

-- EXEC set_rare :bulk
UPDATE rare SET un = ${un}, un_null = ${un_null}, tmz = ${tmz}, ns = ${ns}, uh = ${uh}, uns_null = ${uns_null}, bt = ${bt} WHERE id = ${id};

-- TABLE rare :appender

/* QUERY kinds_of_documents
  embed: {kind: k}
*/
SELECT d.id, k.* FROM document AS d LEFT JOIN kind AS k ON k.id = d.id;

-- QUERY document_parts
SELECT d.body AS "document.body", k.t AS "document.kind.text", k.i8_null AS "document.kind.number"
FROM document AS d LEFT JOIN kind AS k ON k.id = d.id;

-- TABLE event :appender

-- QUERY tallies
SELECT * FROM tally;

-- TABLE tally :appender
