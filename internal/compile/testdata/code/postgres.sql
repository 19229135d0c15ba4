-- Each kind of value, NOT NULL and NULL, in each kind of statement, and values of a type of the program's. Beside this
-- file is what the generators make of it.

-- MIGRATE 1_kinds
CREATE TYPE mood AS ENUM ('happy', 'sad');
CREATE TYPE place AS (x double precision, name text);
CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%');
CREATE TABLE kind (
  id integer PRIMARY KEY,
  b boolean NOT NULL,
  b_null boolean,
  i2 smallint NOT NULL,
  i2_null smallint,
  i4 integer NOT NULL,
  i4_null integer,
  i8 bigint NOT NULL,
  i8_null bigint,
  f4 real NOT NULL,
  f4_null real,
  f8 double precision NOT NULL,
  f8_null double precision,
  n numeric NOT NULL,
  n_null numeric,
  mo money NOT NULL,
  mo_null money,
  t text NOT NULL,
  t_null text,
  e email NOT NULL,
  e_null email,
  bin bytea NOT NULL,
  bin_null bytea,
  bt varbit NOT NULL,
  bt_null varbit,
  d date NOT NULL,
  d_null date,
  tm time NOT NULL,
  tm_null time,
  tmz timetz NOT NULL,
  tmz_null timetz,
  ts timestamp NOT NULL,
  ts_null timestamp,
  tz timestamptz NOT NULL,
  tz_null timestamptz,
  iv interval NOT NULL,
  iv_null interval,
  u uuid NOT NULL,
  u_null uuid,
  j json NOT NULL,
  j_null json,
  jb jsonb NOT NULL,
  jb_null jsonb,
  x xml NOT NULL,
  x_null xml,
  ip inet NOT NULL,
  ip_null inet,
  mac macaddr NOT NULL,
  mac_null macaddr,
  m mood NOT NULL,
  m_null mood,
  p place NOT NULL,
  p_null place,
  r int4range NOT NULL,
  r_null int4range,
  i8s bigint[] NOT NULL,
  i8s_null bigint[],
  ts_list text[] NOT NULL,
  ts_list_null text[],
  ms mood[] NOT NULL,
  ms_null mood[],
  ps place[] NOT NULL,
  ps_null place[],
  dl date[] NOT NULL,
  dl_null date[],
  ul uuid[] NOT NULL,
  ul_null uuid[],
  nl numeric[] NOT NULL,
  nl_null numeric[],
  bl bytea[] NOT NULL,
  bl_null bytea[],
  rl int4range[] NOT NULL,
  rl_null int4range[],
  jl jsonb[] NOT NULL,
  jl_null jsonb[],
  i8f bigint[] NOT NULL CHECK (array_position(i8f, NULL) IS NULL),
  i8f_null bigint[] CHECK (array_position(i8f_null, NULL) IS NULL),
  tf text[] NOT NULL CHECK (array_position(tf, NULL) IS NULL),
  tf_null text[] CHECK (array_position(tf_null, NULL) IS NULL),
  mf mood[] NOT NULL CHECK (array_position(mf, NULL) IS NULL),
  mf_null mood[] CHECK (array_position(mf_null, NULL) IS NULL),
  pf place[] NOT NULL CHECK (array_position(pf, NULL) IS NULL),
  pf_null place[] CHECK (array_position(pf_null, NULL) IS NULL),
  df date[] NOT NULL CHECK (array_position(df, NULL) IS NULL),
  df_null date[] CHECK (array_position(df_null, NULL) IS NULL)
);
CREATE TABLE scalar (
  id integer PRIMARY KEY,
  b boolean NOT NULL,
  b_null boolean,
  i2 smallint NOT NULL,
  i2_null smallint,
  i8 bigint NOT NULL,
  i8_null bigint,
  f8 double precision NOT NULL,
  f8_null double precision,
  n numeric NOT NULL,
  n_null numeric,
  nd numeric(10, 2) NOT NULL,
  nd_null numeric(10, 2),
  t text NOT NULL,
  t_null text,
  bin bytea NOT NULL,
  bin_null bytea,
  d date NOT NULL,
  d_null date,
  tz timestamptz NOT NULL,
  tz_null timestamptz,
  u uuid NOT NULL,
  u_null uuid,
  jb jsonb NOT NULL,
  jb_null jsonb,
  ip inet NOT NULL,
  ip_null inet,
  mac macaddr NOT NULL,
  mac_null macaddr,
  m mood NOT NULL,
  m_null mood
);
CREATE TABLE series (
  id integer PRIMARY KEY,
  bytes bytea[] NOT NULL CHECK (array_position(bytes, NULL) IS NULL),
  loose bytea[],
  jl jsonb[] NOT NULL,
  tl text[] NOT NULL,
  tl_null text[] CHECK (array_position(tl_null, NULL) IS NULL),
  dl date[] NOT NULL,
  nl numeric[]
);
-- COPY takes all of it, and with all drivers but pgx what copied_own has.
CREATE TABLE copied (
  f4 real NOT NULL,
  f4_null real,
  o oid NOT NULL,
  o_null oid,
  bt varbit NOT NULL,
  bt_null varbit,
  tm time NOT NULL,
  tm_null time,
  ts timestamp NOT NULL,
  ts_null timestamp,
  iv interval NOT NULL,
  iv_null interval,
  j json NOT NULL,
  j_null json,
  x xml NOT NULL,
  x_null xml,
  net cidr NOT NULL,
  net_null cidr,
  mac8 macaddr8 NOT NULL,
  mac8_null macaddr8,
  r int4range NOT NULL,
  r_null int4range,
  rs int4multirange NOT NULL,
  rs_null int4multirange,
  i8s bigint[] NOT NULL,
  i8s_null bigint[],
  ul uuid[] NOT NULL,
  ul_null uuid[],
  rl int4range[] NOT NULL,
  rl_null int4range[]
);
CREATE TABLE copied_own (
  tsv tsvector NOT NULL,
  tsv_null tsvector,
  tmz timetz NOT NULL,
  tmz_null timetz,
  e email NOT NULL,
  e_null email,
  p place NOT NULL,
  p_null place,
  ms mood[] NOT NULL,
  ms_null mood[],
  ps place[] NOT NULL,
  ps_null place[]
);
CREATE TABLE document (id integer PRIMARY KEY, body text NOT NULL, extra text);
CREATE DOMAIN address AS TEXT;
CREATE TABLE letter (id INTEGER PRIMARY KEY, sender address NOT NULL, copies address[] NOT NULL, seen address[]);

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
INSERT INTO kind (id, b, b_null, i2, i2_null, i4, i4_null, i8, i8_null, f4, f4_null, f8, f8_null, n, n_null,
  mo, mo_null, t,
  t_null, e, e_null, bin, bin_null, bt, bt_null, d, d_null, tm, tm_null, tmz, tmz_null, ts, ts_null, tz,
  tz_null, iv, iv_null, u, u_null, j, j_null, jb, jb_null, x, x_null, ip, ip_null, mac, mac_null, m, m_null,
  p, p_null, r, r_null, i8s, i8s_null, ts_list, ts_list_null, ms, ms_null, ps, ps_null,
  dl, dl_null, ul, ul_null, nl, nl_null, bl, bl_null, rl, rl_null, jl, jl_null, i8f, i8f_null, tf, tf_null, mf, mf_null, pf, pf_null, df, df_null)
VALUES (${id}, ${b}, ${b_null}, ${i2}, ${i2_null}, ${i4}, ${i4_null}, ${i8}, ${i8_null}, ${f4}, ${f4_null},
  ${f8},
  ${f8_null}, ${n}, ${n_null}, ${mo}, ${mo_null}, ${t}, ${t_null}, ${e}, ${e_null}, ${bin}, ${bin_null},
  ${bt}, ${bt_null}, ${d}, ${d_null}, ${tm}, ${tm_null}, ${tmz}, ${tmz_null}, ${ts}, ${ts_null}, ${tz},
  ${tz_null}, ${iv}, ${iv_null}, ${u}, ${u_null}, ${j}, ${j_null}, ${jb}, ${jb_null}, ${x}, ${x_null}, ${ip},
  ${ip_null}, ${mac}, ${mac_null}, ${m}, ${m_null}, ${p}, ${p_null}, ${r}, ${r_null}, ${i8s}, ${i8s_null},
  ${ts_list}, ${ts_list_null}, ${ms}, ${ms_null}, ${ps}, ${ps_null},
  ${dl}, ${dl_null}, ${ul}, ${ul_null}, ${nl}, ${nl_null}, ${bl}, ${bl_null},
  ${rl}, ${rl_null}, ${jl}, ${jl_null}, ${i8f}, ${i8f_null}, ${tf}, ${tf_null},
  ${mf}, ${mf_null}, ${pf}, ${pf_null}, ${df}, ${df_null});

-- EXEC set_kind :bulk
UPDATE kind SET b = ${b}, b_null = ${b_null}, i2 = ${i2}, i2_null = ${i2_null}, i4 = ${i4}, i4_null =
  ${i4_null},
  i8 = ${i8}, i8_null = ${i8_null}, f4 = ${f4}, f4_null = ${f4_null}, f8 = ${f8}, f8_null = ${f8_null},
  n = ${n}, n_null = ${n_null}, mo = ${mo}, mo_null = ${mo_null}, t = ${t}, t_null = ${t_null}, e = ${e},
  e_null = ${e_null}, bin = ${bin}, bin_null = ${bin_null}, bt = ${bt}, bt_null = ${bt_null}, d = ${d},
  d_null = ${d_null}, tm = ${tm}, tm_null = ${tm_null}, tmz = ${tmz}, tmz_null = ${tmz_null}, ts = ${ts},
  ts_null = ${ts_null}, tz = ${tz}, tz_null = ${tz_null}, iv = ${iv}, iv_null = ${iv_null}, u = ${u},
  u_null = ${u_null}, j = ${j}, j_null = ${j_null}, jb = ${jb}, jb_null = ${jb_null}, x = ${x},
  x_null = ${x_null}, ip = ${ip}, ip_null = ${ip_null}, mac = ${mac}, mac_null = ${mac_null}, m = ${m},
  m_null = ${m_null}, p = ${p}, p_null = ${p_null}, r = ${r}, r_null = ${r_null}, i8s = ${i8s},
  i8s_null = ${i8s_null}, ts_list = ${ts_list}, ts_list_null = ${ts_list_null}, ms = ${ms},
  ms_null = ${ms_null}, ps = ${ps}, ps_null = ${ps_null},
  dl = ${dl}, dl_null = ${dl_null}, ul = ${ul}, ul_null = ${ul_null},
  nl = ${nl}, nl_null = ${nl_null}, bl = ${bl}, bl_null = ${bl_null},
  rl = ${rl}, rl_null = ${rl_null}, jl = ${jl}, jl_null = ${jl_null},
  i8f = ${i8f}, i8f_null = ${i8f_null}, tf = ${tf}, tf_null = ${tf_null},
  mf = ${mf}, mf_null = ${mf_null}, pf = ${pf}, pf_null = ${pf_null},
  df = ${df}, df_null = ${df_null}
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
SELECT t FROM kind WHERE id = ANY (${ids}) AND m = ANY (${moods}) AND d = ANY (${days});

-- QUERY listed :one
SELECT array_agg(id) AS ids, array_agg(m) AS moods, array_agg(d_null) AS days, array_agg(p) AS places FROM kind;

-- EXEC set_scalars :bulk
UPDATE scalar SET b = ${b}, b_null = ${b_null}, i2 = ${i2}, i2_null = ${i2_null},
  i8 = ${i8}, i8_null = ${i8_null}, f8 = ${f8}, f8_null = ${f8_null},
  n = ${n}, n_null = ${n_null}, t = ${t}, t_null = ${t_null},
  bin = ${bin}, bin_null = ${bin_null}, d = ${d}, d_null = ${d_null},
  tz = ${tz}, tz_null = ${tz_null}, u = ${u}, u_null = ${u_null},
  jb = ${jb}, jb_null = ${jb_null}, ip = ${ip}, ip_null = ${ip_null},
  mac = ${mac}, mac_null = ${mac_null}, m = ${m}, m_null = ${m_null}
WHERE id = ${id};

-- QUERY find_scalar :one :bulk
SELECT id, bin, m_null FROM scalar WHERE id = ${id} AND bin = ${bin} AND m = ${m};

-- EXEC remove_scalars :bulk
DELETE FROM scalar WHERE u = ${u};

-- TABLE scalar :appender

-- TABLE series :appender

-- TABLE copied :appender

-- TABLE copied_own :appender

-- QUERY all_copied
SELECT * FROM copied;

-- QUERY all_copied_own
SELECT * FROM copied_own;

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
SELECT b, i2, i4, i8, f8, n, t, d, ts, tz, u, id FROM kind
ORDER BY b, i2, i4, i8, f8, n, t, d, ts, tz, u, id
LIMIT ${size};

/* QUERY kinds_of_documents
  embed: {kind: k}
*/
SELECT d.id, k.* FROM document AS d LEFT JOIN kind AS k ON k.id = d.id;

-- QUERY document_parts
SELECT d.body AS "document.body", k.t AS "document.kind.text", k.i8_null AS "document.kind.number"
FROM document AS d LEFT JOIN kind AS k ON k.id = d.id;

-- QUERY letters
SELECT * FROM letter;

-- EXEC send
INSERT INTO letter (id, sender, copies, seen) VALUES (${id}, ${sender}, ${copies}, ${seen});
